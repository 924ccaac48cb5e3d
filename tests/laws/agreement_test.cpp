#include <filesystem>
#include <fstream>
#include <ratio>
#include <regex>
#include <set>
#include <string>

#include <typeformer/operations/activation.hpp>
#include <typeformer/operations/add_positions.hpp>
#include <typeformer/operations/agreement.hpp>
#include <typeformer/operations/alias.hpp>
#include <typeformer/operations/append.hpp>
#include <typeformer/operations/attention.hpp>
#include <typeformer/operations/causal_product.hpp>
#include <typeformer/operations/concatenate.hpp>
#include <typeformer/operations/contraction.hpp>
#include <typeformer/operations/distance_attention.hpp>
#include <typeformer/operations/dropout.hpp>
#include <typeformer/operations/elementwise.hpp>
#include <typeformer/operations/elementwise_chain.hpp>
#include <typeformer/operations/gather.hpp>
#include <typeformer/operations/hardmax.hpp>
#include <typeformer/operations/heads.hpp>
#include <typeformer/operations/layer_norm.hpp>
#include <typeformer/operations/linear.hpp>
#include <typeformer/operations/loss.hpp>
#include <typeformer/operations/lsh_attention.hpp>
#include <typeformer/operations/mask.hpp>
#include <typeformer/operations/permute.hpp>
#include <typeformer/operations/positions_within.hpp>
#include <typeformer/operations/reduce.hpp>
#include <typeformer/operations/rotate.hpp>
#include <typeformer/operations/softmax.hpp>
#include <typeformer/operations/stack_positions.hpp>
#include <typeformer/operations/windows.hpp>
#include <typeformer/operations/zeros.hpp>

#include "../catch.hpp"

/// In every operation an axis has one extent, but where the operation excepts it.
namespace {
namespace tf = typeformer;

struct B : tf::axis<"B", tf::up_to<8>> {};
struct N : tf::axis<"N", tf::up_to<8>> {};
struct M : tf::same_sequence<N, "M"> {};
struct H : tf::axis<"h", 2> {};
struct G : tf::axis<"g", 2> {};
struct W : tf::axis<"w", 3> {};
struct C : tf::axis<"c", 5> {};
struct V : tf::axis<"v", 7> {};
using Joined = tf::product<H, W>;
template <class... A>
using x = tf::shape<A...>;
using none = tf::absent;

/// A shape whose run-time extents are 4, but 3 for the axis of this number among all axes of all operands.
template <class... A>
x<A...> with_other(std::type_identity<x<A...>>, std::size_t other, std::size_t& number) {
  const auto one = [&]<class D>(std::type_identity<D>) {
    const std::size_t extent = number++ == other ? 3 : 4;
    return tf::dimension<D>{extent};
  };
  return x<A...>{boost::hana::tuple<tf::dimension<A>...>{one(std::type_identity<A>{})...}};
}
none with_other(std::type_identity<none>, std::size_t, std::size_t&) { return {}; }

template <class... A>
std::vector<std::string> names_of(std::type_identity<x<A...>>) {
  return {(tf::has_static_extent<A> ? "" : tf::name_of<A>())...};
}
std::vector<std::string> names_of(std::type_identity<none>) { return {}; }

/// The operations that were checked.
std::set<std::string> checked;

/// The axes of the operands which may not differ from others, each with its operand's number: "B0 B1".
template <class... X, class Op>
std::string compared(const std::string& name, const Op& operation) {
  checked.insert(name);
  const auto refused_with = [&](std::size_t other) {
    std::size_t number = 0;
    const std::tuple<X...> operands{with_other(std::type_identity<X>{}, other, number)...};
    try {
      std::apply([&](const auto&... x) { tf::result_of(operation, x...); }, operands);
    } catch (const tf::error& e) {
      return std::string{e.what()};
    }
    return std::string{};
  };
  CHECK(refused_with(static_cast<std::size_t>(-1)).empty());
  std::string found;
  std::size_t operand = 0, number = 0;
  const auto look = [&](const std::vector<std::string>& names) {
    for (const std::string& axis : names) {
      const std::string sentence = refused_with(number++);
      if (sentence.starts_with(std::string{Op::name} + ": axis " + axis + " has extent "))
        found += (found.empty() ? "" : " ") + axis + std::to_string(operand);
    }
    ++operand;
  };
  (look(names_of(std::type_identity<X>{})), ...);
  return found;
}

TEST_CASE("in every operation an axis has one extent, but for a cache's positions and a table's") {
  const std::string square = "N0 N0", alike = "B0 N0 B1 N1";
  CHECK(compared<x<N, N>>("activation_operation", tf::activation_operation{}) == square);
  CHECK(compared<x<N, N>>("scale_operation", tf::scale_operation{{}, 2}) == square);
  CHECK(compared<x<N, N>>("transpose_operation", tf::transpose_operation{}) == square);
  CHECK(compared<x<N, N>>("dropout_operation", tf::dropout_operation<std::ratio<1, 2>>{}) == square);
  CHECK(compared<x<N, N>>("softmax_operation", tf::softmax_operation<1>{}) == square);
  CHECK(compared<x<N, N>>("hardmax_operation", tf::hardmax_operation{}) == square);
  CHECK(compared<x<N, N>>("mask_operation", tf::mask_operation<tf::causal<N>>{}) == square);
  CHECK(compared<x<N, N, Joined>>("split_heads_operation", tf::split_heads_operation<H, W>{}) == square);
  CHECK(compared<x<N, H, N, W>>("repeat_heads_operation", tf::repeat_heads_operation<G>{}) == square);
  CHECK(compared<x<N, H, N, W>>("join_heads_operation", tf::join_heads_operation{}) == square);
  CHECK(compared<x<N, N, W>, x<W>>("add_bias_operation", tf::add_bias_operation{}) == square);
  CHECK(compared<x<N, N>, x<V, W>>("gather_operation", tf::gather_operation{}) == square);
  CHECK(compared<x<B, N, W>, x<B, N, W>>("add_operation", tf::add_operation{}) == alike);
  CHECK(compared<x<B, N, W>, x<B, N, C>>("concatenate_operation", tf::concatenate_operation<W, C>{}) == alike);
  CHECK(compared<x<B, N, W>, x<B, N, W>>("stack_operation", tf::stack_operation<H>{}) == alike);
  CHECK(compared<x<B, N, W>, x<N, B>>("subtract_operation", tf::subtract_operation{}) == "B0 N0 N1 B1");
  CHECK(compared<x<B, N, W>, x<B, N, W>>("hadamard_operation", tf::hadamard_operation{}) == alike);
  CHECK(compared<x<B, N, W>, x<B, N, W>>("divide_operation", tf::divide_operation{}) == alike);
  CHECK(compared<x<B, N, W>, x<B, N, W>>("extremum_operation", tf::maximum_operation{}) == alike);
  CHECK(compared<x<B, N, W>, x<B, N, W>>("maximum_operation", tf::maximum_operation{}) == alike);
  CHECK(compared<x<B, N, W>, x<B, N, W>>("minimum_operation", tf::minimum_operation{}) == alike);
  CHECK(compared<x<B, N, W>, x<B, N, W>>("comparison_operation", tf::equal_operation{}) == alike);
  CHECK(compared<x<B, N, W>, x<B, N, W>>("greater_operation", tf::greater_operation{}) == alike);
  CHECK(compared<x<B, N, W>, x<B, N, W>>("equal_operation", tf::equal_operation{}) == alike);
  CHECK(compared<x<B, N>, x<B, N>>("equal_tokens_operation", tf::equal_tokens_operation{}) == alike);
  CHECK(compared<x<B>, x<B>, x<B>>("select_operation", tf::select_operation{}) == "B0 B1 B2");
  CHECK(compared<x<N, N>>("function_operation", tf::function_operation{}) == square);
  using chain = tf::elementwise_chain_operation<tf::branch<tf::add_operation, tf::leaf<0>, tf::leaf<1>>>;
  CHECK(compared<x<B, N, W>, x<B, N>>("elementwise_chain_operation", chain{}) == alike);
  CHECK(compared<x<N, N, W>>("sum_operation", tf::sum_operation<false, W>{}) == square);
  CHECK(compared<x<N, N, W>>("masked_sum_operation", tf::masked_sum_operation<true, W, tf::padding<N, W>>{}) == square);
  CHECK(compared<x<N, N, W>>("max_operation", tf::max_operation<W>{}) == square);
  CHECK(compared<x<N, N, W>>("argmax_operation", tf::argmax_operation<W>{}) == square);
  CHECK(compared<x<N, N, H, W>>("merge_operation", tf::merge_operation<H, W>{}) == square);
  CHECK(compared<x<N, N, Joined>>("split_operation", tf::split_operation<H, W>{}) == square);
  CHECK(compared<x<N, N, H>>("rename_operation", tf::rename_operation<H, G>{}) == square);
  CHECK(compared<x<N, N, H>>("matrices_operation", tf::matrices_operation<x<H>, x<N>, x<N>>{}) == square);
  CHECK(compared<x<N, N>>("reshape_operation", tf::reshape_operation<x<N, N>>{}) == square);
  CHECK(compared<x<N, N>>("copy_operation", tf::copy_operation{}) == square);
  CHECK(compared<x<N, N, C>>("slice_operation", tf::slice_operation<C, H>{1, 2}) == square);
  CHECK(compared<x<N, N, C>>("permute_operation", tf::permute_operation<C, N, N>{}) == square);
  CHECK(compared<x<N, N, W>>("windows_operation", tf::windows_operation<N, W>{0}) == square);
  CHECK(compared<x<B, N, W>, x<B, N, W>, none, none>("layer_norm_operation",
                                                     tf::layer_norm_operation<tf::inside_root<>>{}) == alike);
  CHECK(compared<x<B, N, W>, x<W, C>, x<C>, x<B, N, C>>("linear_operation", tf::linear_operation{}) == "B0 N0 B3 N3");
  CHECK(compared<x<B, N, M>, x<B, M, W>>("contraction_operation", tf::contraction_operation{}) == "B0 M0 B1 M1");
  CHECK(compared<x<B, N, W>, x<B, M, W>>("contraction_of_transposed_operation",
                                         tf::contraction_of_transposed_operation{}) == "B0 B1");
  CHECK(compared<x<B, H, N, W>, x<B, H, M, W>, x<B, H, M, C>>(
            "attention_operation", tf::attention_operation<tf::no_mask>{}) == "B0 B1 M1 B2 M2");
  CHECK(compared<x<B, H, N, W>, x<B, H, N, C>>("lsh_attention_operation",
                                               tf::lsh_attention_operation<1, 4, tf::no_mask>{}) == "B0 N0 B1 N1");
  CHECK(compared<x<B, N, Joined>, x<B, M, Joined>, x<B, M, Joined>>(
            "multi_head_attention_operation", tf::multi_head_attention_operation<H, H, W, W, tf::no_mask>{}) ==
        "B0 B1 M1 B2 M2");
  using biased = tf::biased_attention_operation<tf::no_mask, tf::linear_distances>;
  CHECK(compared<x<B, H, N, W>, x<B, H, M, W>, x<B, H, M, C>, none>("biased_attention_operation", biased{}) ==
        "B0 B1 M1 B2 M2");
  using relative = tf::relative_attention_operation<tf::no_mask>;
  CHECK(compared<x<B, H, N, W>, x<B, H, M, W>, x<B, H, M, C>, x<B, H, N, V>>("relative_attention_operation",
                                                                             relative{}) == "B0 N0 B1 M1 B2 M2 B3 N3");
  CHECK(compared<x<B, N, W>, x<B, N, W>, x<B, N, C>>("causal_product_operation", tf::causal_product_operation{}) ==
        "B0 N0 B1 N1 B2 N2");
  CHECK(compared<x<B, N, W>, x<B, N, W>, x<B, N, C>, x<B, W, C>>("causal_product_from_state_operation",
                                                                 tf::causal_product_from_state_operation{}) ==
        "B0 N0 B1 N1 B2 N2 B3");
  CHECK(compared<x<M, N, N>>("positions_within_operation", tf::positions_within_operation<tf::padding<M, N>>{}) ==
        "N0 N0");
  CHECK(compared<x<B, M, W>, x<B, N, W>>("append_operation", tf::append_operation{}) == "B0 B1");
  CHECK(compared<x<B, N, W>, x<B, N, W>>("append_operation", tf::append_operation{}) == "B0 B1");
  CHECK(compared<x<B, N, W>, x<B, N, W>>("append_to_ring_operation", tf::append_to_ring_operation{}) == "B0 B1");
  CHECK(compared<x<B, B, N, W>, x<N, W>>("add_positions_operation", tf::add_positions_operation{}) == "B0 B0");
  CHECK(compared<x<B, B, N, W>, x<N, W>>("add_learned_positions_operation", tf::add_learned_positions_operation{}) ==
        "B0 B0");
  using rotate = tf::rotate_operation<tf::kernels::rotary_layout::halves, 10000, 4>;
  CHECK(compared<x<N, N, C>>("rotate_operation", rotate{}) == square);
  CHECK(compared<x<N, N, W>>("zeros_operation", tf::zeros_operation<N>{}) == square);
  CHECK(compared<x<N, N>>("stack_positions_operation", tf::stack_positions_operation<M, 1>{}) == square);
  CHECK(compared<x<B, N, W>, x<B, M, W>>("windows_with_history_operation",
                                         tf::windows_with_history_operation<N, V, M>{}) == "B0 B1");

  CHECK(compared<x<B, N, V>, x<B, N>>("cross_entropy_operation", tf::cross_entropy_operation{}) == alike);
  CHECK(compared<x<N, N>>("count_operation", tf::count_operation{}) == square);

  std::set<std::string> all;
  const std::filesystem::path headers =
      std::filesystem::path{TYPEFORMER_REFERENCE_DIR} / "../../include/typeformer/operations";
  for (const auto& entry : std::filesystem::directory_iterator{headers}) {
    std::ifstream file{entry.path()};
    const std::regex operation{"^(?:struct|using) (\\w+_operation)\\b.*"};
    for (std::string line; std::getline(file, line);)
      if (std::smatch match; std::regex_match(line, match, operation)) all.insert(match[1]);
  }
  CHECK(all.size() > 20);
  CHECK(checked == all);
}

TEST_CASE("the sentence names the operation, the axis and both shapes") {
  const auto sentence = [](const auto& operation, const auto&... x) {
    try {
      tf::result_of(operation, x...);
    } catch (const tf::error& e) {
      return std::string{e.what()};
    }
    return std::string{};
  };
  CHECK(sentence(tf::concatenate_operation<W, C>{}, x<B, N, W>::of({2, 5}), x<B, N, C>::of({2, 4})) ==
        "concatenate: axis N has extent 5 in [B 2, N 5, w 3], but 4 in [B 2, N 4, c 5]");
  CHECK(sentence(tf::transpose_operation{}, x<N, N>::of({5, 4})) ==
        "transpose: axis N has extent 5 in [N 5, N 4], but 4 in [N 5, N 4]");
}

// The same in a constant expression: what agrees is traced.
static_assert(tf::result_of(tf::add_operation{}, x<B, N>::of({2, 5}), x<B, N>::of({2, 5})).size() == 10);

TEST_CASE("a padding mask has a length for each row, and none beyond the keys") {
  using mask = tf::padding<B, N, M>;
  const auto sentence = [](std::span<const std::int32_t> lengths) {
    const auto q = x<B, H, N, W>::of({3, 5});
    const auto k = x<B, H, M, W>::of({3, 6});
    std::string all;
    const auto add = [&](const auto& operation, const auto&... x) {
      try {
        tf::result_of(operation, x...);
      } catch (const tf::error& e) {
        all += e.what() + std::string{"\n"};
      }
    };
    add(tf::attention_operation<mask>{1, {lengths}}, q, k, k);
    add(tf::mask_operation<tf::causal_padding<B, N, M>>{{0, lengths}}, x<B, H, N, M>::of({3, 5, 6}));
    add(tf::positions_within_operation<tf::padding<B, M>>{{lengths}}, k);
    return all;
  };
  CHECK(sentence({}).empty());
  CHECK(sentence(std::vector<std::int32_t>{0, 6, 3}).empty());
  CHECK(sentence(std::vector<std::int32_t>{6, 6}) ==
        "attention: the mask has 2 lengths, but axis B has extent 3\n"
        "mask: the mask has 2 lengths, but axis B has extent 3\n"
        "positions within: the mask has 2 lengths, but axis B has extent 3\n");
  for (const std::int32_t wrong : {7, 99, -1, -3}) {
    const std::string rest = ": the mask's length of row 1 is " + std::to_string(wrong) +
                             ", but it must lie between 0 and the extent of axis M, 6\n";
    CHECK(sentence(std::vector<std::int32_t>{1, wrong, 6}) ==
          "attention" + rest + "mask" + rest + "positions within" + rest);
  }
}

}  // namespace
