#pragma once
#include <concepts>
#include <cstdint>
#include <map>
#include <string>
#include <type_traits>

#include <typeformer/requires_cxx20.hpp>

namespace typeformer {

/// Where batches come from: `next()` yields the inputs of the objective, views that hold until the next call. What
/// `position()` says, `go_to()` takes back: then the batches are those that came after it. `identity()` names the data
/// and the order, so that a run does not go on with other data.
///
///   struct my_batches {
///     using batch_type = inputs_of<float, shape<Batch, Pixel>, labels<Digit, Batch>>;
///     batch_type next();
///     batch_position position() const;
///     void go_to(const batch_position&);
///     std::map<std::string, std::string> identity() const;
///   };
using batch_position = std::map<std::string, std::uint64_t>;

template <class Source>
concept is_batch_source = requires(Source& source, const Source& same, const batch_position& position) {
  typename Source::batch_type;
  { source.next() } -> std::convertible_to<typename Source::batch_type>;
  { same.position() } -> std::convertible_to<batch_position>;
  source.go_to(position);
  { same.identity() } -> std::convertible_to<std::map<std::string, std::string>>;
};

/// Whether a source yields batches of a type.
template <class Source, class Batch>
inline constexpr bool yields_batches_of = std::is_same_v<typename Source::batch_type, Batch>;

}  // namespace typeformer
