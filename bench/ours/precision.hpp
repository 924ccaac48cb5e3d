#pragma once
#include <utility>
#include <vector>

#include <typeformer/tensor/quantized_weights.hpp>

#include "../worker.hpp"

/// The precisions of rows: in each of them the numbers that a row is tried with, of which the fastest counts. What is
/// added to a list here is measured by bench/compare and judged by bench/quality.
namespace bench::ours {

template <class... Numbers>
struct precision {};
using float32 = precision<float>;
using bf16 = precision<typeformer::bf16_weights, typeformer::bf16_products>;
using int8 = precision<typeformer::int8_weights, typeformer::int8_products>;

template <class Numbers>
inline constexpr const char* name_of = "float32";
template <>
inline constexpr const char* name_of<typeformer::bf16_weights> = "bf16_weights";
template <>
inline constexpr const char* name_of<typeformer::int8_weights> = "int8_weights";
template <>
inline constexpr const char* name_of<typeformer::bf16_products> = "bf16_products";
template <>
inline constexpr const char* name_of<typeformer::int8_products> = "int8_products";

/// prepare.operator()<Numbers>() makes a row ready.
template <class... Numbers, class Prepare>
prepared fastest_in(precision<Numbers...>, const Prepare& prepare) {
  std::vector<prepared> ways;
  const auto add = [&](prepared way, const char* name) {
    if (sizeof...(Numbers) > 1) way.setting = name;
    ways.push_back(std::move(way));
  };
  (add(prepare.template operator()<Numbers>(), name_of<Numbers>), ...);
  return fastest(std::move(ways));
}

}  // namespace bench::ours
