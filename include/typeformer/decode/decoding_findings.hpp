#pragma once
#include <cstddef>
#include <string_view>

#include <typeformer/axis/same_sequence.hpp>

/// Axes of a decoding, and what its trace finds.
namespace typeformer {

/// The positions of a sequence that are there already, and the newest: the axis of a KV cache.
template <is_axis Sequence>
struct past : same_sequence<Sequence, "past", up_to<bound<Sequence>>> {};

/// A batch of sequences that have no batch axis: one.
struct one_sequence : axis<"1", 1> {};

/// A scan along the sequence, as findings name it.
struct scan_along_sequence {
  static constexpr std::string_view name = "scan";  ///< as an operation's, for messages
};

/// What a trace finds of a decoding.
struct decoding_findings {
  std::size_t bytes = 0;               ///< of what is kept
  std::size_t values = 0;              ///< how many are kept
  std::string_view other_positions{};  ///< the first operation that looks at later positions, or may do so
  std::string_view without_batch{};    ///< the first operation of which something is to be kept not by rows
};

}  // namespace typeformer
