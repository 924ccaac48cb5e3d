#pragma once
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include <typeformer/decode/decoded_tokens.hpp>
#include <typeformer/layers/config.hpp>

namespace typeformer {

/// What a model reads in teacher forcing: the start token, where a decoding D has one, then the tokens that it is to
/// predict. Everything is allocated at construction.
///
/// shapes   tokens [Batch, Sequence], without start and end   →   [Batch, the longest length, and 1 for the start]
/// throws   a number of lengths that is not that of the rows; lengths outside 0 … the tokens' extent, or, with a start
///          token, not below the bound of Sequence, since it comes first
template <class D>
class teacher_forcing_inputs {
  using tokens = decoded_tokens<D>;
  static constexpr bool begins_with_start = has_start_token<D>;

 public:
  using view = typename tokens::view;  ///< tokens as the model reads them

  teacher_forcing_inputs()
      : read_(begins_with_start ? tokens::shape_of(bound<typename tokens::batch>, bound<typename D::sequence>).size()
                                : 0) {}

  /// An error's sentence begins with `reader`. After a row's end come start tokens, which no position before them sees;
  /// without a start token the tokens are read as they are. The view holds until the next call.
  view operator()(std::string_view reader, view given, std::span<const std::int32_t> lengths) {
    check(reader, given.shape, lengths);
    if constexpr (begins_with_start) {
      std::int32_t longest = 0;
      for (const std::int32_t n : lengths) longest = std::max(longest, n);
      const std::size_t positions = static_cast<std::size_t>(longest) + 1;
      const auto read = tokens::shape_of(lengths.size(), positions);
      std::fill_n(read_.begin(), read.size(), D::start_token);
      for (std::size_t b = 0; b < lengths.size(); ++b)
        std::copy_n(given.data + b * given.shape.last(), lengths[b], read_.data() + b * positions + 1);
      return {read_.data(), read};
    } else {
      return given;
    }
  }

 private:
  static void check(std::string_view reader, const typename tokens::shape_type& given,
                    std::span<const std::int32_t> lengths) {
    if (lengths.size() != tokens::rows(given))
      throw error{std::string{reader} + ": there are " + std::to_string(lengths.size()) + " lengths for tokens of " +
                  text_of(given)};
    constexpr std::size_t most = bound<typename D::sequence> - begins_with_start;
    for (const std::int32_t n : lengths)
      if (n < 0 || static_cast<std::size_t>(n) > given.last() || static_cast<std::size_t>(n) > most)
        throw error{std::string{reader} + ": a row's length is " + std::to_string(n) + " in tokens of " +
                    text_of(given) + ", of which at most " + std::to_string(most) + " are read" +
                    (begins_with_start ? " behind the start" : "")};
  }

  std::vector<std::int32_t> read_;
};

}  // namespace typeformer
