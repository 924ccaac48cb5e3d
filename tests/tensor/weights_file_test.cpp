#include <algorithm>
#include <array>
#include <filesystem>
#include <limits>
#include <string>
#include <vector>

#include <boost/hana/define_struct.hpp>

#include <typeformer/layers/feed_forward.hpp>
#include <typeformer/readings/module_names.hpp>
#include <typeformer/tensor/weights_file.hpp>

#include "../catch.hpp"
#include "../io/temporary_folder.hpp"

namespace {
namespace tf = typeformer;

struct Model : tf::axis<"d_model", 4> {};
struct Inner : tf::axis<"d_ff", 6> {};
using model_type = tf::feed_forward<Model, Inner>;
using tf::safetensors::element;
constexpr float nan = std::numeric_limits<float>::quiet_NaN(), infinity = std::numeric_limits<float>::infinity();

tf::weights<model_type> numbers() {
  tf::weights<model_type> w;
  float next = 0;
  tf::for_each_parameter(tf::model<model_type>, [&](const auto& p) {
    for (float& x : w[p].elements()) x = next += 0.5f;  // which BF16 holds
  });
  return w;
}

/// The tensors of numbers(), for a file that is then damaged.
struct tensors {
  tf::weights<model_type> w = numbers();
  std::vector<tf::safetensors::tensor> all;
  tensors() {
    tf::for_each_named_parameter(tf::model<model_type>, [&]<class P>(const std::string& name, const P& p) {
      const auto extents = tf::stored_shape<P>{}.extents();
      all.push_back({name, element::f32, {extents.begin(), extents.end()}, std::span<const float>{w[p].elements()}});
    });
  }
  std::string refusal() const {
    const tf::test::temporary_folder folder;
    const auto path = folder.path() / "w.safetensors";
    tf::safetensors::write(path, all);
    try {
      tf::load<model_type>(path);
    } catch (const tf::error& problem) {
      const std::string sentence = problem.what();
      REQUIRE(sentence.starts_with(path.string() + ": "));
      return sentence.substr(path.string().size() + 2);
    }
    return "";
  }
};

TEST_CASE("weights come back from a file as they were, in every type that holds them") {
  const auto w = numbers();
  for (const element type : {element::f64, element::f32, element::f16, element::bf16}) {
    const tf::test::temporary_folder folder;
    tf::save(folder.path() / "w.safetensors", w, {{"made", "here"}}, type);
    const auto file = tf::safetensors::file::open(folder.path() / "w.safetensors");
    CHECK(file.metadata().at("made") == "here");
    const auto found = tf::load<model_type>(file);
    const auto in_double = tf::load<model_type, double>(file);
    for (std::size_t i = 0; i < w.block().size(); ++i) {
      REQUIRE(found.block()[i] == w.block()[i]);
      REQUIRE(in_double.block()[i] == static_cast<double>(w.block()[i]));
    }
  }
}

TEST_CASE("a file has the names of the struct, and matrices as [out, in]") {
  const tf::test::temporary_folder folder;
  tf::save(folder.path() / "w.safetensors", numbers());
  const auto file = tf::safetensors::file::open(folder.path() / "w.safetensors");
  REQUIRE(file.tensors().size() == 4);
  REQUIRE(file.find("inner.weight"));
  CHECK(file.find("inner.weight")->extents == std::vector<std::uint64_t>{6, 4});
  CHECK(file.find("outer.weight")->extents == std::vector<std::uint64_t>{4, 6});
  CHECK(file.find("inner.bias")->extents == std::vector<std::uint64_t>{6});
  CHECK(file.find("outer.bias")->extents == std::vector<std::uint64_t>{4});
}

struct nested {
  using square = std::array<std::array<tf::linear<Model, Model>, 2>, 3>;
  BOOST_HANA_DEFINE_STRUCT(nested, (square, maps));
};

TEST_CASE("arrays of arrays of modules come back from a file") {
  const tf::test::temporary_folder folder;
  tf::weights<nested> w;
  float next = 0;
  for (float& x : w.block()) x = next++;
  tf::save(folder.path() / "w.safetensors", w);
  const auto file = tf::safetensors::file::open(folder.path() / "w.safetensors");
  CHECK(file.tensors().size() == 12);
  CHECK(file.find("2.1.weight"));
  const auto found = tf::load<nested>(file);
  tf::for_each_parameter(tf::model<nested>,
                         [&](const auto& p) { CHECK(std::ranges::equal(found[p].elements(), w[p].elements())); });
}

struct two_arrays {
  using maps = std::array<tf::linear<Model, Model>, 2>;
  BOOST_HANA_DEFINE_STRUCT(two_arrays, (maps, first), (nested, squares), (maps, second));
};
struct holds_two_arrays {
  BOOST_HANA_DEFINE_STRUCT(holds_two_arrays, (two_arrays, layers));
};

TEST_CASE("several arrays in one module have their names, and come back from a file") {
  std::vector<std::string> names;
  tf::for_each_named_parameter(tf::model<two_arrays>,
                               [&](const std::string& name, const auto&) { names.push_back(name); });
  CHECK(names[0] == "first.0.weight");
  CHECK(names[3] == "first.1.bias");
  CHECK(names[4] == "squares.0.0.weight");  // the only array of its module
  CHECK(names.back() == "second.1.bias");
  tf::for_each_named_parameter(tf::model<holds_two_arrays>,
                               [&](const std::string& name, const auto&) { CHECK(name.starts_with("layers.")); });

  const tf::test::temporary_folder folder;
  tf::weights<two_arrays> w;
  float next = 0;
  for (float& x : w.block()) x = next++;
  tf::save(folder.path() / "w.safetensors", w);
  const auto found = tf::load<two_arrays>(folder.path() / "w.safetensors");
  tf::for_each_parameter(tf::model<two_arrays>,
                         [&](const auto& p) { CHECK(std::ranges::equal(found[p].elements(), w[p].elements())); });
  std::vector<std::string> modules;
  tf::for_each_named_module(tf::model<two_arrays>,
                            [&](const std::string& name, const auto&) { modules.push_back(name); });
  CHECK(modules[1] == "first.0");
  CHECK(modules.back() == "second.1");
}

TEST_CASE("a parameter of another module is an error") {
  tf::weights<model_type> w;
  const auto refused = [&](const auto& p) {
    try {
      w[p];
      return false;
    } catch (const tf::error&) {
      return true;
    }
  };
  const model_type made_by_hand{};
  CHECK(refused(made_by_hand.inner.weight));
  CHECK(refused(tf::model<nested>.maps[2][1].weight));
  CHECK(!refused(tf::model<model_type>.inner.weight));
}

TEST_CASE("a missing, an extra and a misshapen tensor are named with their shapes") {
  CHECK(tensors{}.refusal() == "");

  tensors missing;
  missing.all.erase(missing.all.begin());
  CHECK(missing.refusal() == "tensor 'inner.weight' is missing; the model has it as [d_ff 6, d_model 4]");

  tensors extra;
  extra.all.push_back(extra.all.back());
  extra.all.back().name = "outer.gain";
  CHECK(extra.refusal() == "tensor 'outer.gain' [4] is not one of the model's");

  tensors misshapen;
  misshapen.all.front().extents = {4, 6};
  CHECK(misshapen.refusal() == "tensor 'inner.weight' is [4, 6], but the model has it as [d_ff 6, d_model 4]");

  tensors two;
  two.all.erase(two.all.begin(), two.all.begin() + 2);
  CHECK(two.refusal() ==
        "tensor 'inner.weight' is missing; the model has it as [d_ff 6, d_model 4]; and 1 more like this");

  tensors of_integers;
  const std::vector<std::int32_t> whole(24);
  of_integers.all.front().type = element::i32;
  of_integers.all.front().values = std::span<const std::int32_t>{whole};
  CHECK(of_integers.refusal() != "");
}

TEST_CASE("numbers that are not finite are not read, and the tensor is named") {
  for (const float bad : {nan, infinity, -infinity}) {
    tensors t;
    t.w.block()[5] = bad;  // after inner.weight's first row
    CHECK(t.refusal() == "tensor 'inner.weight' has a number that is not finite");
    t.w[tf::model<model_type>.outer.bias].elements()[1] = bad;
    CHECK(t.refusal() == "tensor 'inner.weight' has a number that is not finite; and 1 more like this");
  }
}

TEST_CASE("a tensor's name is made printable") {
  tensors unprintable;
  unprintable.all.push_back(unprintable.all.back());
  unprintable.all.back().name = "\x1b[31mred";
  CHECK(unprintable.refusal() == "tensor '\\x1b[31mred' [4] is not one of the model's");
}

TEST_CASE("of a long name and of many extents only the beginning is printed") {
  tensors long_name;
  long_name.all.push_back(long_name.all.back());
  long_name.all.back().name = std::string(5'000'000, 'x');
  CHECK(long_name.refusal() == "tensor '" + std::string(100, 'x') + "…' [4] is not one of the model's");

  tensors misshapen;
  misshapen.all.front().extents.insert(misshapen.all.front().extents.begin(), 2'000'000, 1);
  CHECK(misshapen.refusal() ==
        "tensor 'inner.weight' is [1, 1, 1, 1, 1, 1, 1, 1, …], but the model has it as [d_ff 6, d_model 4]");
  tensors extra;
  extra.all.push_back({"extra", element::f32, std::vector<std::uint64_t>(2'000'000, 0), std::span<const float>{}});
  CHECK(extra.refusal() == "tensor 'extra' [0, 0, 0, 0, 0, 0, 0, 0, …] is not one of the model's");
}

TEST_CASE("a file of many tensors that the model does not have is refused quickly") {
  tensors many;
  for (int i = 0; i < 200'000; ++i)
    many.all.push_back({"inner." + std::to_string(i), element::f32, {0}, std::span<const float>{}});
  CHECK(many.refusal() == "tensor 'inner.0' [0] is not one of the model's; and 199999 more like this");
}

TEST_CASE("numbers that are not finite, or would not be in the file, are not written") {
  const tf::test::temporary_folder folder;
  const auto path = folder.path() / "w.safetensors";
  const auto refusal = [&](const auto& w, element type) {
    try {
      tf::save(path, w, {}, type);
    } catch (const tf::error& problem) {
      CHECK_FALSE(std::filesystem::exists(path));
      return std::string{problem.what()}.substr(path.string().size());
    }
    std::filesystem::remove(path);
    return std::string{};
  };
  const auto with = [](auto number) {
    tf::weights<model_type, decltype(number)> w;
    w.block()[5] = number;
    return w;
  };
  for (const element type : {element::f64, element::f32, element::f16, element::bf16})
    for (const float bad : {nan, infinity, -infinity})
      CHECK(refusal(with(bad), type) ==
            ": tensor 'inner.weight' has a number that is not finite as " + std::string{name_of(type)});
  constexpr float largest = std::numeric_limits<float>::max();
  CHECK(refusal(with(65504.0f), element::f16) == "");
  CHECK(refusal(with(-65520.0f), element::f16) == ": tensor 'inner.weight' has a number that is not finite as F16");
  CHECK(refusal(with(largest), element::f32) == "");
  CHECK(refusal(with(largest), element::bf16) == ": tensor 'inner.weight' has a number that is not finite as BF16");
  CHECK(refusal(with(2.0 * largest), element::f64) == "");
  CHECK(refusal(with(2.0 * largest), element::f32) == ": tensor 'inner.weight' has a number that is not finite as F32");
}

}  // namespace
