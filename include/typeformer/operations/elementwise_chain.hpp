#pragma once
#include <array>
#include <cstddef>
#include <string_view>
#include <tuple>
#include <type_traits>

#include <typeformer/axis/algebra.hpp>
#include <typeformer/kernels/reduce.hpp>
#include <typeformer/operations/elementwise.hpp>
#include <typeformer/operations/operand_list.hpp>

/// A chain of elementwise operations as one: a tree whose leaves are its operands. Each operand is read once, and each
/// result written once, in blocks that stay in L1.
namespace typeformer {

/// Operand I of a chain.
template <std::size_t I>
struct leaf {};

/// An operation of a chain, on leaves, numbers and other branches.
template <class Op, class... X>
struct branch {
  Op operation;                 ///< with its numbers, as scale_operation's factor
  operand_list<X...> operands;  ///< leaves, numbers and branches, in the operation's order
};

namespace detail {
using program = kernels::elementwise_program;
using step = program::value;

template <class X>
inline constexpr bool is_branch = false;
template <class Op, class... X>
inline constexpr bool is_branch<branch<Op, X...>> = true;

template <class Tree>
inline constexpr std::size_t branches_of = 0;
template <class Op, class... X>
inline constexpr std::size_t branches_of<branch<Op, X...>> = (1 + ... + branches_of<X>);

// What a tree is for one element. A value that is there already is not computed again: the program finds it.
template <std::size_t I>
constexpr step value_of(program& p, leaf<I>) {
  return p.load(I);
}
constexpr step value_of(program& p, number c) { return p.constant(c.value); }
template <class Op, class... X>
constexpr step value_of(program& p, const branch<Op, X...>& tree) {
  return tree.operands.pass_to([&](const auto&... x) { return tree.operation.value(p, value_of(p, x)...); });
}

/// Calls found(leaf, derivative) for each leaf with a gradient, where dz is the derivative by the tree.
template <std::size_t I, class Found>
constexpr void differentiate(program&, leaf<I> x, step dz, const Found& found) {
  found(x, dz);
}
template <class Found>
constexpr void differentiate(program&, number, step, const Found&) {}
template <class Op, class... X, class Found>
constexpr void differentiate(program& p, const branch<Op, X...>& tree, step dz, const Found& found) {
  tree.operands.pass_to([&](const auto&... x) {
    const auto slopes = tree.operation.gradients(p, dz, value_of(p, x)...);
    std::size_t i = 0;
    const auto one = [&](const auto& operand) {
      const step slope = slopes[i++];
      if (slope.instruction != no_gradient.instruction) differentiate(p, operand, slope, found);
    };
    (one(x), ...);
  });
}

/// "hadamard(function(x), y)": a tree as its operations' names.
class chain_text {
 public:
  template <std::size_t I>
  constexpr void add(leaf<I>) {
    constexpr std::string_view names = "xyzuvwabcdefghij";
    add(names.substr(I % names.size(), 1));
  }
  constexpr void add(number) { add("c"); }
  template <class Op, class... X>
  constexpr void add(const branch<Op, X...>& tree) {
    add(Op::name);
    std::string_view before = "(";
    tree.operands.pass_to([&](const auto&... x) { ((add(before), before = ", ", add(x)), ...); });
    add(")");
  }
  constexpr std::string_view view() const { return {text_.data(), size_}; }

 private:
  constexpr void add(std::string_view s) {
    for (const char c : s)
      if (size_ < text_.size()) text_[size_++] = c;
  }
  std::array<char, 256> text_{};
  std::size_t size_ = 0;
};
template <class Tree>
inline constexpr chain_text text_of_chain = [] {
  chain_text text;
  text.add(Tree{});
  return text;
}();
}  // namespace detail

/// shapes   x [L…], y whose axes are among them, …   →   [L…]
/// cost     one for each element and operation
template <class Tree>
struct elementwise_chain_operation {
  static constexpr std::string_view name = "elementwise";
  static constexpr std::string_view formula = detail::text_of_chain<Tree>.view();
  template <class, class...>
  static constexpr bool mixes = false;

  Tree tree;  ///< its leaves count the operands from 0

  template <class... X>
  static constexpr auto result(const X&... x) {
    return algebra::broadcast(x...);
  }
  template <class... X>
  static constexpr polynomial cost(const X&... x) {
    return polynomial{detail::branches_of<Tree>} * count_of(result(x...));
  }

  template <class T, class Z, class... X>
  void forward(const resources<T>& with, const Z& z, const X&... x) const {
    detail::program p;
    p.store(0, detail::value_of(p, tree));
    T* const results[] = {z.data};
    run<T>(p, z.shape, results, with.threads, x...);
  }

  /// What is repeated gets the sum along the axes that it does not have: the derivatives are written to scratch first.
  /// An operand of the same axes in another order, too.
  template <class T, class Z, class... X>
  void backward(const resources<T>& with, const Z& z, const X&... x) const {
    constexpr std::size_t count = sizeof...(X);
    const std::size_t size = z.shape.size();
    std::array<T*, count> to{gradient_of<T>(x)...};
    std::array<const T*, count> slopes{};  // of operands that are summed
    constexpr std::array<bool, count> is_summed{!std::is_same_v<typename X::shape_type, typename Z::shape_type>...};
    for (std::size_t i = 0, next = 0; i < count; ++i)
      if (is_summed[i]) slopes[i] = with.scratch + next++ * size;

    detail::program p;
    std::array<T*, count> results{};
    std::size_t written = 0;
    const detail::step dz = p.load(count);
    detail::differentiate(p, tree, dz, [&]<std::size_t I>(leaf<I>, detail::step slope) {
      if (to[I] == nullptr) return;
      if (!is_summed[I]) {
        results[written] = to[I];
        p.add(written++, slope);
      } else if (slope.instruction == dz.instruction) {
        slopes[I] = z.gradient;
      } else {
        results[written] = const_cast<T*>(slopes[I]);
        p.store(written++, slope);
      }
    });
    const view<const T, typename Z::shape_type> last{z.gradient, z.shape};
    run<T>(p.without_unused(), z.shape, {results.data(), written}, with.threads, x..., last);

    std::size_t i = 0;
    const auto sum = [&](const auto& operand) {
      using operand_shape = typename std::remove_cvref_t<decltype(operand)>::shape_type;
      if (is_summed[i] && to[i]) {
        const auto extents = z.shape.extents();
        const auto strides = algebra::strides_along(std::type_identity<typename Z::shape_type>{},
                                                    static_cast<const operand_shape&>(operand.shape));
        kernels::add_sum<T>({extents, strides}, T{1}, slopes[i], to[i], with.threads);
      }
      ++i;
    };
    (sum(x), ...);
  }
  template <class... X>
  static constexpr std::size_t backward_scratch(const X&... x) {
    using result_shape = decltype(result(x...));
    return result(x...).size() * (std::size_t{0} + ... + !std::is_same_v<X, result_shape>);
  }

 private:
  template <class T, class X>
  static T* gradient_of(const X& x) {
    if constexpr (requires { x.gradient; }) {
      return x.gradient;
    } else {
      return nullptr;
    }
  }

  template <class T, class Z, class... X>
  static void run(const detail::program& p, const Z& z, std::span<T* const> results, kernels::threads& threads,
                  const X&... x) {
    const auto extents = z.extents();
    const std::array<std::array<std::size_t, Z::rank>, sizeof...(X)> strides{
        {algebra::strides_along(std::type_identity<Z>{}, x.shape)...}};
    std::size_t i = 0;
    const std::array<kernels::strided_operand<T>, sizeof...(X)> operands{
        {kernels::strided_operand<T>{x.data, strides[i++]}...}};
    kernels::evaluate<T>(p, extents, operands, results, threads);
  }
};

}  // namespace typeformer
