#pragma once
#include <concepts>
#include <cstdint>
#include <map>
#include <string>
#include <type_traits>

#include <typeformer/requires_cxx20.hpp>

namespace typeformer {

/// Where a source is, as numbers by names of its own, which a checkpoint keeps: an epoch, a batch of the epoch.
using batch_position = std::map<std::string, std::uint64_t>;

/// Whether Source names what a batch is: `batch_type`, the inputs of an objective.
template <class Source>
concept has_batch_type = requires { typename Source::batch_type; };
/// Whether Source has `next()`, which yields the next batch.
template <class Source>
concept has_next = has_batch_type<Source> && requires(Source& source) {
  { source.next() } -> std::convertible_to<typename Source::batch_type>;
};
/// Whether Source has `position() const`, the position of the batch that comes next.
template <class Source>
concept has_batch_position = requires(const Source& source) {
  { source.position() } -> std::convertible_to<batch_position>;
};
/// Whether Source has `go_to(position)`, after which that batch comes next.
template <class Source>
concept has_go_to = requires(Source& source, const batch_position& position) { source.go_to(position); };
/// Whether Source has `identity() const`: texts that differ where data or order do.
template <class Source>
concept has_identity = requires(const Source& source) {
  { source.identity() } -> std::convertible_to<std::map<std::string, std::string>>;
};

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
template <class Source>
concept is_batch_source = has_next<Source> && has_batch_position<Source> && has_go_to<Source> && has_identity<Source>;

/// Whether a source yields batches of a type.
template <class Source, class Batch>
inline constexpr bool yields_batches_of = std::is_same_v<typename Source::batch_type, Batch>;

}  // namespace typeformer
