#pragma once
#include <concepts>
#include <cstdint>
#include <functional>
#include <map>
#include <string>
#include <type_traits>
#include <utility>

#include <typeformer/expressions/arguments.hpp>
#include <typeformer/train/batch_source.hpp>

namespace typeformer {

namespace detail {
template <class F, class Batch>
inline constexpr bool makes_batches = std::is_convertible_v<F, std::function<Batch(std::uint64_t)>>;
template <class X>
inline constexpr bool is_name = std::is_convertible_v<X, std::string>;
}  // namespace detail

/// Batches that a function makes, as a batch_source: `make(n)` yields batch n, counted from 0, the same each time it is
/// asked for; its views hold until the next call. `name` tells runs on other data apart.
template <class Batch>
class generator_source {
 public:
  using batch_type = Batch;  ///< what `make` yields

  /// `make` is called by next() alone, on the thread that calls it.
  generator_source(std::function<Batch(std::uint64_t)> make, std::string name)
      : make_{std::move(make)}, name_{std::move(name)} {}
  template <class F, class... X>
    requires(!std::derived_from<std::remove_cvref_t<F>, generator_source> &&
             !(detail::makes_batches<F, Batch> && sizeof...(X) == 1 && (detail::is_name<X> && ...)))
  explicit(sizeof...(X) == 0) generator_source(F&&, X&&...) {
    static_assert(detail::makes_batches<F, Batch>,
                  "generator_source<Batch>(make, name): make(n) must yield a Batch, n an std::uint64_t");
    if constexpr (detail::makes_batches<F, Batch>)
      static_assert(detail::is_name<detail::given_t<0, X...>>,
                    "generator_source<Batch>(make, name): it needs a name, which tells runs on other data apart");
  }

  /// Batch n of `make`, n one more than the last time.
  batch_type next() { return make_(batches_++); }
  /// The number of the batch that comes next.
  batch_position position() const { return {{"batches of the source", batches_}}; }
  /// The next batch is the one of this number: nothing in between is made.
  void go_to(const batch_position& position) { batches_ = position.at("batches of the source"); }
  /// The name.
  std::map<std::string, std::string> identity() const { return {{"generator", name_}}; }

 private:
  std::function<Batch(std::uint64_t)> make_;
  std::string name_;
  std::uint64_t batches_ = 0;
};

}  // namespace typeformer
