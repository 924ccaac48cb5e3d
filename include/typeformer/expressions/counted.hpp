#pragma once
#include <type_traits>

#include <typeformer/expressions/let.hpp>
#include <typeformer/operations/loss.hpp>

namespace typeformer {

/// A sum and how many things it is of: an objective of several batches is the sum of all divided by the count of all.
template <class Sum, class Count>
struct counted {
  Sum sum;      ///< of all things, a value of rank 0
  Count count;  ///< of the things, a value of rank 0
};

/// Whether a value is no count, and so may be what is divided by one.
template <class E>
inline constexpr bool is_no_count = true;
template <class Y>
inline constexpr bool is_no_count<node<count_operation, Y>> = false;

/// `return per(sum(cross_entropy(logits, labels)), count(labels));`
///
/// requires values of rank 0; the count has no gradient
template <sound_expression Sum, sound_expression Count>
constexpr auto per(const Sum& sum, const Count& count) {
  static_assert(has_rank<shape_t<Sum>, 0> && has_rank<shape_t<Count>, 0>,
                "per(sum, count): both must be of rank 0, as sum(x) and count(labels) are");
  static_assert(is_no_count<Sum>, "per(sum, count): the count must be the second, as in per(sum(x), count(labels))");
  if constexpr (has_rank<shape_t<Sum>, 0> && has_rank<shape_t<Count>, 0> && is_no_count<Sum>) {
    return counted<Sum, Count>{sum, count};
  } else {
    return any_formula{};
  }
}

/// Whether a formula yields a sum with its count.
template <class E>
inline constexpr bool is_counted = false;
template <class Sum, class Count>
inline constexpr bool is_counted<counted<Sum, Count>> = true;

/// Values of both.
template <class Sum, class Count>
constexpr auto let(const counted<Sum, Count>& e) {
  const auto sum = let(e.sum);
  const auto count = let(e.count);
  return counted<std::remove_const_t<decltype(sum)>, std::remove_const_t<decltype(count)>>{sum, count};
}

}  // namespace typeformer
