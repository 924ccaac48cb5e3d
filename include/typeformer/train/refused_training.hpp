#pragma once
#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <map>
#include <string>
#include <tuple>

#include <typeformer/expressions/arguments.hpp>
#include <typeformer/tensor/weights.hpp>

/// What stands in the place of trainers, runs and sources of which a rule has said that they are wrong: it takes what
/// they take, so that nothing else is said.
namespace typeformer {

namespace detail {
/// What the constructor takes that a constructor of wrong arguments calls.
struct refused_arguments {};

class refused_training {
 public:
  using refused = void;
  using batch_type = std::tuple<>;

  template <class... X>
  refused_training(X&&...) {}

  template <class... X>
  double accumulate(const X&...) {
    return 0;
  }
  template <class... X>
  auto step(const X&...) {
    struct {
      double loss, gradient_norm;
      std::size_t count;
    } seen{};
    return seen;
  }
  template <class... X>
  void save(const X&...) {}
  template <class... X>
  void go_on_from(const X&...) {}
  std::size_t steps() const { return 0; }
  std::size_t accumulated() const { return 0; }
  const refused_weights& trained() const { return no_value<const refused_weights&>(); }
  const refused_weights& averaged() const { return no_value<const refused_weights&>(); }
  const refused_weights& packed() const { return no_value<const refused_weights&>(); }
  const refused_training& trainer() const { return *this; }
  double epochs() const { return 0; }

  // Of a source.
  template <class... X>
  void add(const X&...) {}
  batch_type next() { return {}; }
};
}  // namespace detail

}  // namespace typeformer
