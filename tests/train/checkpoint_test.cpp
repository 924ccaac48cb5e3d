// Long, because every way in which saving may fail has its case here with its exact sentence.
#include <algorithm>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <limits>
#include <map>
#include <string>
#include <sys/stat.h>
#include <unistd.h>
#include <vector>

#include <typeformer/train/checkpoint.hpp>

#include "../catch.hpp"
#include "../io/file_size_limit.hpp"
#include "../io/safetensors_bytes.hpp"
#include "../io/temporary_folder.hpp"

namespace tf = typeformer;
using tf::safetensors::test::sentence_of;
using tf::test::temporary_folder;

namespace {

std::string contents(const std::filesystem::path& path) {
  std::ifstream stream(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(stream), {}};
}

void spoil(const std::filesystem::path& path, std::size_t at) {
  auto bytes = contents(path);
  bytes.at(at) ^= 1;
  std::ofstream(path, std::ios::binary) << bytes;
}

std::vector<std::string> names_in(const std::filesystem::path& folder) {
  std::vector<std::string> names;
  for (const auto& entry : std::filesystem::directory_iterator(folder))
    names.push_back(entry.path().filename().string());
  std::ranges::sort(names);
  return names;
}
const std::vector<std::string> both = {"run", "run.previous"};

// The step that `numbers`, a thousand of them, and the facts tell.
void save(const std::filesystem::path& path, int step) {
  const std::vector<float> numbers(1000, static_cast<float>(step));
  tf::save_checkpoint(path, {{{"step", std::to_string(step)}}, {{"numbers", std::span<const float>(numbers)}}});
}
int step_of(const tf::checkpoint_file& read) {
  std::vector<float> numbers(1000);
  read.copy<float>({{"numbers", numbers}});
  const auto step = read.number<std::uint64_t>("step");
  for (const float x : numbers) REQUIRE(x == static_cast<float>(step));
  return static_cast<int>(step);
}
int step_in(const std::filesystem::path& path) { return step_of(tf::checkpoint_file::open(path)); }

}  // namespace

TEST_CASE("a checkpoint comes back to the last bit", "[checkpoint]") {
  const temporary_folder folder;
  const auto path = folder.path() / "run";
  std::vector<float> weights = {1.5f, -0.0f, 1e-42f, std::numeric_limits<float>::infinity(), 0};
  const std::uint32_t odd_nan = 0xffc12345;
  std::memcpy(&weights[4], &odd_nan, 4);
  const std::vector<double> moment = {0.1, 4.9e-324};
  const std::map<std::string, std::string> facts = {
      {"step", "7"}, {"", ""}, {"recipe", "Adam \"β\"\n\t\\ \x01"}, {"loss", "0.30000000000000004"}};
  tf::save_checkpoint(path, {facts,
                             {{"weights", std::span<const float>(weights)},
                              {"moment", std::span<const double>(moment)},
                              {"a none", std::span<const float>()},
                              {"z none", std::span<const float>()}}});
  CHECK(names_in(folder.path()) == std::vector<std::string>{"run"});

  const auto read = tf::checkpoint_file::open(path);
  CHECK(read.origin() == path.string());
  CHECK(read.facts() == facts);
  CHECK(read.number<double>("loss") == 0.1 + 0.2);
  std::vector<float> found(5), none;
  std::vector<double> found_moment(2);
  read.copy<float>({{"weights", found}, {"a none", none}, {"z none", none}});
  read.copy<double>({{"moment", found_moment}});
  CHECK(std::memcmp(found.data(), weights.data(), 20) == 0);
  CHECK(found_moment == moment);
  CHECK(read.has("weights"));
  CHECK_FALSE(read.has("weight"));
  CHECK_FALSE(read.has("checksums"));

  // Other tools read it too.
  const auto file = tf::safetensors::file::open(path);
  CHECK(file.metadata().at("step") == "7");
  CHECK(file.find("weights")->extents == std::vector<std::uint64_t>{5});
}

TEST_CASE("the same checkpoint has the same bytes", "[checkpoint]") {
  const temporary_folder folder;
  save(folder.path() / "one", 3);
  save(folder.path() / "two", 3);
  save(folder.path() / "three", 4);
  CHECK(contents(folder.path() / "one") == contents(folder.path() / "two"));
  CHECK(contents(folder.path() / "one") != contents(folder.path() / "three"));
}

TEST_CASE("saving keeps the checkpoint before", "[checkpoint]") {
  const temporary_folder folder;
  const auto path = folder.path() / "run";
  CHECK(tf::previous_of(path) == folder.path() / "run.previous");
  save(path, 1);
  CHECK(names_in(folder.path()) == std::vector<std::string>{"run"});
  for (int step = 2; step < 5; ++step) {
    save(path, step);
    CHECK(names_in(folder.path()) == both);
    CHECK(step_in(path) == step);
    CHECK(step_in(tf::previous_of(path)) == step - 1);
  }
  // A name without a folder means the current one.
  const auto before = std::filesystem::current_path();
  std::filesystem::current_path(folder.path());
  save("run", 5);
  std::filesystem::current_path(before);
  CHECK(step_in(path) == 5);
  CHECK(step_in(tf::previous_of(path)) == 4);
  CHECK(names_in(folder.path()) == both);
}

TEST_CASE("a damaged checkpoint does not take the place of a whole one", "[checkpoint]") {
  const temporary_folder folder;
  const auto path = folder.path() / "run";
  save(path, 1);
  save(path, 2);
  spoil(path, 2000);
  save(path, 3);
  CHECK(names_in(folder.path()) == both);
  CHECK(step_in(path) == 3);
  CHECK(step_in(tf::previous_of(path)) == 1);
}

TEST_CASE("a checkpoint that is a symbolic link is kept where it leads", "[checkpoint]") {
  const temporary_folder folder;
  std::filesystem::create_directory(folder.path() / "there");
  const auto there = folder.path() / "there" / "file", path = folder.path() / "run";
  save(there, 1);
  std::filesystem::create_symlink(there, path);
  save(path, 2);
  CHECK(std::filesystem::is_symlink(path));
  CHECK(step_in(there) == 2);
  CHECK_FALSE(std::filesystem::is_symlink(tf::previous_of(path)));
  CHECK(step_in(tf::previous_of(path)) == 1);
}

TEST_CASE("the newest whole checkpoint is read, with the reason where it is the one before", "[checkpoint]") {
  const temporary_folder folder;
  const auto path = folder.path() / "run";
  const std::string name = path.string();
  CHECK(sentence_of([&] { tf::read_newest(path); }) == name + ": cannot be opened: No such file or directory; " + name +
                                                           ".previous: cannot be opened: No such file or directory");
  save(path, 1);
  save(path, 2);
  CHECK(step_of(tf::read_newest(path).file) == 2);
  CHECK(tf::read_newest(path).passed_over.empty());

  std::filesystem::remove(path);
  CHECK(step_of(tf::read_newest(path).file) == 1);
  CHECK(tf::read_newest(path).file.origin() == name + ".previous");
  CHECK(tf::read_newest(path).passed_over == name + ": cannot be opened: No such file or directory");

  save(path, 3);
  CHECK(step_in(tf::previous_of(path)) == 1);
  spoil(path, 2000);
  CHECK(step_of(tf::read_newest(path).file) == 1);
  CHECK(tf::read_newest(path).passed_over.starts_with(name + ": its block 'numbers' is damaged: the checksum is "));

  spoil(tf::previous_of(path), contents(path).size() - 1);
  const auto sentence = sentence_of([&] { tf::read_newest(path); });
  CHECK(sentence.starts_with(name + ": its block 'numbers' is damaged"));
  CHECK(sentence.find("; " + name + ".previous: its checksums are damaged: the checksum is ") != sentence.npos);
}

TEST_CASE("saving that fails loses nothing and leaves nothing", "[checkpoint]") {
  const temporary_folder folder;
  const auto path = folder.path() / "run";
  const auto refusal = [](const std::filesystem::path& target) { return sentence_of([&] { save(target, 9); }); };
  const auto is_unchanged = [&] {
    return names_in(folder.path()) == both && step_in(path) == 2 && step_in(tf::previous_of(path)) == 1;
  };
  save(path, 1);
  save(path, 2);

  SECTION("a full disk, at whatever byte") {
    const auto size = std::filesystem::file_size(path);
    for (std::uintmax_t room = 0; room < size; room += room < 10 ? 1 : 97) {
      const auto sentence = [&] {
        const tf::test::file_size_limit limit(room);
        return refusal(path);
      }();
      REQUIRE(sentence == path.string() + ": cannot be written: File too large");
      REQUIRE(is_unchanged());
    }
    const tf::test::file_size_limit limit(size);
    CHECK(refusal(path).empty());
  }
  SECTION("a folder that may not be written") {
    if (::geteuid() == 0) {
      WARN("skipped: root may write everywhere");
      return;
    }
    std::filesystem::permissions(folder.path(),
                                 std::filesystem::perms::owner_read | std::filesystem::perms::owner_exec);
    CHECK(refusal(path).ends_with(": cannot be written: Permission denied"));
    std::filesystem::permissions(folder.path(), std::filesystem::perms::owner_all);
    CHECK(is_unchanged());
  }
  SECTION("no folder, or none") {
    const auto missing = folder.path() / "no" / "run";
    CHECK(refusal(missing) == missing.string() + ": cannot be written: No such file or directory");
    CHECK(refusal(path / "run") == (path / "run").string() + ": cannot be written: Not a directory");
    CHECK(refusal(folder.path()) == folder.path().string() + ": cannot be written: it is a directory");
    CHECK(is_unchanged());
  }
  SECTION("something else in the place of the checkpoint before") {
    const auto other = folder.path() / "other";
    std::filesystem::create_directory(tf::previous_of(other));
    save(other, 7);
    CHECK(refusal(other) == tf::previous_of(other).string() + ": cannot be written: it is not a regular file");
    CHECK(step_in(other) == 7);
    CHECK(names_in(folder.path()) == std::vector<std::string>{"other", "other.previous", "run", "run.previous"});
  }
  SECTION("names that have a meaning, and what is not UTF-8") {
    const std::vector<float> one = {1};
    const auto refusal_of = [&](const tf::checkpoint& c) {
      const auto sentence = sentence_of([&] { tf::save_checkpoint(path, c); });
      CHECK(sentence.starts_with(path.string() + ": "));
      return sentence.substr(std::min(sentence.size(), path.string().size() + 2));
    };
    const std::span<const float> block(one);
    CHECK(refusal_of({{{"typeformer.checkpoint", "2"}}, {}}) == "a fact cannot have the name 'typeformer.checkpoint'");
    CHECK(refusal_of({{}, {{"checksums", block}}}) == "a block cannot have the name 'checksums'");
    CHECK(refusal_of({{}, {{"__metadata__", block}}}) == "a tensor cannot have the name '__metadata__'");
    CHECK(refusal_of({{{"step", "\xff"}}, {}}) == "'\\xff' cannot be written: it is not UTF-8");
    CHECK(is_unchanged());
  }
}

TEST_CASE("facts are asked for by name", "[checkpoint]") {
  const temporary_folder folder;
  const auto path = folder.path() / "run";
  const std::string recipe =
      "steps 30000, batch_tokens 2000, schedule linear, peak_rate 0.001, warmup 1000, smoothing "
      "0.1, max_gradient_norm 1, seed ";
  tf::save_checkpoint(path, {{{"step", "18446744073709551615"},
                              {"loss", "1e-3"},
                              {"more", "18446744073709551616"},
                              {"less", "-1"},
                              {"word", "7 steps"},
                              {"none", ""},
                              {"recipe", recipe + "1"}},
                             {}});
  const auto read = tf::checkpoint_file::open(path);
  const auto refusal = [&](auto f) {
    const auto sentence = sentence_of(f);
    return sentence.starts_with(path.string() + ": ") ? sentence.substr(path.string().size() + 2) : sentence;
  };
  CHECK(read.number<std::uint64_t>("step") == 18446744073709551615u);
  CHECK(read.number<double>("loss") == 1e-3);
  CHECK(refusal([&] { read.fact("steps"); }) == "does not say what 'steps' was");
  for (const std::string name : {"more", "less", "word", "none", "loss"})
    CHECK(refusal([&] { read.number<std::uint64_t>(name); }) ==
          "'" + name + "' is '" + read.fact(name) + "', but a whole number below 2^64 was expected");
  CHECK(refusal([&] { read.number<double>("word"); }) == "'word' is '7 steps', but a number was expected");

  read.expect("recipe", recipe + "1");
  CHECK(refusal([&] { read.expect("recipe", recipe + "12"); }) == "its recipe is '…1', but this training's is '…12'");
  CHECK(refusal([&] { read.expect("word", "8 steps"); }) == "its word is '7 steps', but this training's is '8 steps'");
  CHECK(refusal([&] { read.expect("word", ""); }) == "its word is '7 steps', but this training's is ''");
  CHECK(refusal([&] { read.expect("seed", "1"); }) == "does not say what 'seed' was");
}

TEST_CASE("blocks are copied all or not at all", "[checkpoint]") {
  const temporary_folder folder;
  const auto path = folder.path() / "run";
  const std::vector<float> one(3, 1.0f), two(5, 2.0f);
  const std::vector<double> three(4, 3.0);
  tf::save_checkpoint(path, {{},
                             {{"one", std::span<const float>(one)},
                              {"two", std::span<const float>(two)},
                              {"three", std::span<const double>(three)}}});
  const auto read = tf::checkpoint_file::open(path);
  std::vector<float> to(3), other(5), four(4);
  const auto refusal = [&](const std::map<std::string, std::span<float>>& blocks) {
    const auto sentence = sentence_of([&] { read.copy<float>(blocks); });
    CHECK(to == std::vector<float>(3));
    return sentence.starts_with(path.string() + ": ") ? sentence.substr(path.string().size() + 2) : sentence;
  };
  CHECK(refusal({{"one", to}, {"two", four}}) == "block 'two' has 5 numbers, but 4 were expected");
  CHECK(refusal({{"one", to}, {"twice", other}}) == "does not have the block 'twice'");
  CHECK(refusal({{"one", to}, {"three", four}}) == "block 'three' has elements of F64, but F32 was expected");
  CHECK(refusal({{"one", to}, {"checksums", other}}) == "does not have the block 'checksums'");
  read.copy<float>({{"one", to}, {"two", other}});
  CHECK(to == one);
  CHECK(other == two);
}
