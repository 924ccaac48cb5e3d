#pragma once
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include <boost/hana/front.hpp>

#include <typeformer/layers/config.hpp>
#include <typeformer/tensor/tokens.hpp>

namespace typeformer {

/// The decoder's inputs in teacher forcing: the start token, then the target. Everything is allocated at construction.
///
/// shapes   target [Batch, Target], without start and end   →   [Batch, 1 + the longest length]
/// throws   different numbers of rows; lengths outside 0 … the target's extent, or not below Target's bound, since the
///          start comes first
template <class Config, is_axis Batch>
class teacher_forcing_inputs {
 public:
  using Target = typename Config::Target;
  using target_view = token_view<typename Config::TargetVocabulary, shape<Batch, Target>>;

  teacher_forcing_inputs() : read_(bound<Batch> * bound<Target>) {}

  /// For a source of `rows`; an error's sentence begins with `reader`. After a row's end come start tokens, which no
  /// position before them sees. The view holds until the next call.
  target_view operator()(std::string_view reader, std::size_t rows, target_view target,
                         std::span<const std::int32_t> lengths) {
    check(reader, rows, target.shape, lengths);
    std::int32_t longest = 0;
    for (const std::int32_t n : lengths) longest = std::max(longest, n);
    const dimension<Target> positions{static_cast<std::size_t>(longest) + 1};
    const shape<Batch, Target> read{{hana::front(target.shape.dimensions), positions}};
    std::fill_n(read_.begin(), read.size(), checked_decoding_config<Config>::start_token);
    for (std::size_t b = 0; b < lengths.size(); ++b) {
      const std::int32_t* const row = target.data + b * target.shape.last();
      const auto length = static_cast<std::size_t>(lengths[b]);
      std::copy_n(row, length, read_.data() + b * positions.extent() + 1);
    }
    return {read_.data(), read};
  }

 private:
  static void check(std::string_view reader, std::size_t rows, shape<Batch, Target> target,
                    std::span<const std::int32_t> lengths) {
    if (target.template extent<0>() != rows || lengths.size() != rows)
      throw error{std::string{reader} + ": there are " + std::to_string(rows) + " sources, but " +
                  std::to_string(lengths.size()) + " lengths for targets of " + text_of(target)};
    for (const std::int32_t n : lengths)
      if (n < 0 || static_cast<std::size_t>(n) > target.last() || static_cast<std::size_t>(n) >= bound<Target>)
        throw error{std::string{reader} + ": a target's length is " + std::to_string(n) + " in targets of " +
                    text_of(target) + ", and with the start at most " + std::to_string(bound<Target>) +
                    " tokens are read"};
  }

  std::vector<std::int32_t> read_;
};

}  // namespace typeformer
