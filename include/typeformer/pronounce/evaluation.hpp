#pragma once
#include <cstddef>
#include <filesystem>
#include <functional>
#include <string>
#include <vector>

#include <typeformer/pronounce/pronouncer.hpp>

namespace typeformer::inline v0_1 {

/// How a pronouncer is evaluated.
struct evaluation_options {
  std::size_t beam = 1;         ///< width of the beam search; 1 is greedy decoding
  bool skip_bad_lines = false;  ///< otherwise they are an error
  /// Called from time to time with how many words are predicted, and of how many; first with none.
  std::function<void(std::size_t predicted, std::size_t words)> progress = {};
};

/// How well a pronouncer predicts words whose pronunciations are known.
struct evaluation {
  /// A word whose hypothesis is wrong.
  struct word_error {
    std::string word;                                  ///< as the file spells it first
    std::vector<std::string> predicted;                ///< phones
    std::vector<std::vector<std::string>> references;  ///< phones, one list for each pronunciation of the file
  };
  /// One phone that was predicted in the place of another.
  struct confusion {
    std::string expected;   ///< the phone of the reference
    std::string predicted;  ///< the phone in its place
    std::size_t times;      ///< how often
  };

  std::size_t words = 0;                ///< that were predicted: words of the same letters are one
  std::vector<word_error> word_errors;  ///< the hypothesis is none of their references
  std::size_t phones = 0;               ///< of the reference that is nearest to each word's hypothesis
  std::size_t substitutions = 0;        ///< from these references to the hypotheses
  std::size_t insertions = 0;           ///< phones that the reference lacks
  std::size_t deletions = 0;            ///< phones of the reference that the hypothesis lacks
  std::vector<confusion> confusions;    ///< the substitutions, the most frequent first

  std::size_t skipped_lines = 0;     ///< lines that are no pronunciation, where they are skipped
  std::vector<std::string> skipped;  ///< the first of them, "FILE, line 3: …"

  double seconds = 0;          ///< that decoding took
  std::size_t parameters = 0;  ///< of the model

  /// From the nearest references to the hypotheses.
  std::size_t phone_errors() const { return substitutions + insertions + deletions; }
  /// The fraction of words whose hypothesis is wrong: 0.22 is 22 %.
  double word_error_rate() const { return static_cast<double>(word_errors.size()) / static_cast<double>(words); }
  /// Phone errors for each phone of the nearest references; may exceed 1.
  double phone_error_rate() const { return static_cast<double>(phone_errors()) / static_cast<double>(phones); }
};

/// Predicts the words of a file, whose lines are a word, a tab and its phones with spaces between them, and compares.
/// Words of the same letters, of either case, are one word with several references: it is right if the hypothesis is
/// any of them, and otherwise its phone errors are the fewest substitutions, insertions and deletions to any of them
/// (Levenshtein 1966); of several as near the longest counts.
///
/// throws   for a file that cannot be read or holds no pronunciations; bad lines, unless they are skipped: no tab or
///          several, letters or phones that the model lacks, more letters or phones than it reads; a beam outside
///          1 … pronouncer::widest_beam
evaluation evaluate(pronouncer& pronounce, const std::filesystem::path& data, const evaluation_options& options = {});

}  // namespace typeformer::inline v0_1
