#pragma once
#include <cstddef>
#include <cstdint>
#include <map>
#include <span>
#include <utility>
#include <vector>

namespace typeformer {

/// The fewest edits from predicted phones to expected ones.
struct phone_edits {
  std::size_t substitutions = 0;  ///< another phone was predicted
  std::size_t insertions = 0;     ///< a phone was predicted that is not expected
  std::size_t deletions = 0;      ///< a phone is expected that was not predicted
  std::size_t total() const { return substitutions + insertions + deletions; }
};

/// How often one phone was predicted for another.
struct phone_confusion {
  std::int32_t expected, predicted;
  std::size_t times;
};

/// Counts word errors and phone errors. A word is right if the hypothesis is one of its references. Its
/// phone errors are the edits to the nearest reference (Levenshtein 1966), whose phones are counted as well; of several
/// as near that is the longest, which has the least errors a phone, and of these the first.
///
/// Several ways may lead to a reference with as few edits. Read from the ends, a substitution is chosen before a
/// deletion, and that before an insertion, so sums do not depend on the choice, but the three kinds do.
class phone_errors {
 public:
  /// The hypothesis of one word, which has at least one reference.
  ///
  /// cost     predicted · reference steps for each reference
  /// throws   when there are no references
  void add(std::span<const std::int32_t> predicted, std::span<const std::vector<std::int32_t>> references);

  std::size_t words() const { return words_; }
  std::size_t word_errors() const { return word_errors_; }
  /// Of the nearest references.
  std::size_t phones() const { return phones_; }
  const phone_edits& edits() const { return edits_; }

  /// Wrong words of all; not a number before there is any.
  double word_error_rate() const { return static_cast<double>(word_errors_) / static_cast<double>(words_); }
  /// Edits for each phone, which may be more than 1; not a number before there is any.
  double phone_error_rate() const { return static_cast<double>(edits_.total()) / static_cast<double>(phones_); }

  /// The pairs of phones most often substituted, the most frequent first, those as frequent by expected phone and by
  /// predicted one.
  std::vector<phone_confusion> confusions(std::size_t most) const;

 private:
  std::size_t words_ = 0, word_errors_ = 0, phones_ = 0;
  phone_edits edits_;
  std::map<std::pair<std::int32_t, std::int32_t>, std::size_t> substituted_;  // expected and predicted, how often
};

}  // namespace typeformer
