#include "vocabulary.hpp"

#include <algorithm>
#include <array>

#include "../io/sentence.hpp"
#include "../io/split.hpp"

namespace typeformer {

vocabulary::vocabulary(const safetensors::file& from, const std::string& name, std::size_t size) {
  using io::in_quotes, io::refuse;
  const auto found = from.metadata().find(name);
  if (found == from.metadata().end())
    refuse(from.origin(), "its metadata has no {}, the vocabulary of {} entries separated by spaces", in_quotes(name),
           size);
  const auto parts = io::split_at_spaces(found->second);
  entries_.assign(parts.begin(), parts.end());
  if (entries_.size() != size)
    refuse(from.origin(), "the vocabulary {} has {}, but the model has {}", in_quotes(name),
           entries_.size() == 1 ? "1 entry" : fmt::format("{} entries", entries_.size()), size);
  constexpr std::array<std::string_view, markers> first{"<pad>", "<s>", "</s>"};
  for (std::size_t i = 0; i < markers; ++i)
    if (entries_[i] != first[i])
      refuse(from.origin(), "entry {} of the vocabulary {} is {}, but must be {}", i, in_quotes(name),
             in_quotes(entries_[i]), in_quotes(first[i]));
  for (std::size_t i = markers; i < size; ++i)
    if (io::printable(entries_[i]) != entries_[i])
      refuse(from.origin(), "entry {} of the vocabulary {} is {}, but cannot have control characters", i,
             in_quotes(name), in_quotes(entries_[i]));
  auto sorted = entries_;
  std::ranges::sort(sorted);
  if (const auto twice = std::ranges::adjacent_find(sorted); twice != sorted.end())
    refuse(from.origin(), "the vocabulary {} has {} twice", in_quotes(name), in_quotes(*twice));
}

}  // namespace typeformer
