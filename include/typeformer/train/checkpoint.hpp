#pragma once
#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <map>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <variant>

#include <typeformer/io/safetensors.hpp>

/// Checkpoints: what training knows at one moment, in a file from which it goes on as though it had never stopped.
///
/// The file is one of safetensors, so that other tools read it: each block a tensor of one axis, the facts its
/// metadata, and behind the blocks a tensor "checksums" (U64, XXH3): of the header with its length, of each block, and
/// of the checksums before. Together they cover every byte.
namespace typeformer::inline v0_1 {

/// What to save: blocks of numbers (weights, an optimizer's moments), and everything else as text. The views outlive
/// the call that saves them.
struct checkpoint {
  std::map<std::string, std::string> facts;  ///< texts by name, numbers as text among them
  /// By name, each of one type of numbers.
  std::map<std::string, std::variant<std::span<const float>, std::span<const double>>> blocks;
};

/// Where the checkpoint before that in `file` is kept: FILE.previous.
std::filesystem::path previous_of(const std::filesystem::path& file);

/// Writes a checkpoint and keeps the one before as FILE.previous, if that is whole: a damaged one does not take the
/// place of a whole one. Once FILE exists it exists at any moment, and at any moment FILE or FILE.previous is whole,
/// though the program is killed or the power fails. An error leaves both as they were, with one exception: where
/// FILE.previous alone cannot be written in the end, FILE is the new one already.
///
/// Temporary files (".typeformer-*.part") that killed programs have left beside FILE are removed once nobody has
/// changed them for ten minutes.
///
/// cost     a copy on disk, and reading the checkpoint before into memory, to check it
/// throws   a fact named "typeformer.checkpoint"; a block named "checksums"; what is not UTF-8
void save_checkpoint(const std::filesystem::path& file, const checkpoint&);

/// Whether a checkpoint can be saved so.
template <class... X>
inline constexpr bool are_path_and_checkpoint = false;
template <class Path, class Checkpoint>
inline constexpr bool are_path_and_checkpoint<Path, Checkpoint> =
    std::is_convertible_v<const Path&, const std::filesystem::path&> &&
    std::is_convertible_v<const Checkpoint&, const checkpoint&>;
// Of anything else.
template <class... X>
  requires(!are_path_and_checkpoint<X...>)
void save_checkpoint(const X&...) {
  static_assert(are_path_and_checkpoint<X...>,
                "save_checkpoint(file, checkpoint): it takes a path and a checkpoint; a training_run saves itself, "
                "run.save(file)");
}

/// Whether a fact that is a number can be read as a T.
template <class T>
inline constexpr bool is_number_of_fact = std::is_same_v<T, std::uint64_t> || std::is_same_v<T, double>;

/// A checkpoint in memory, every byte of it checked.
///
/// throws   what is not a safetensors file or not a checkpoint; a checkpoint of another format; what does not have its
///          checksum, and says which part that is
class checkpoint_file {
 public:
  /// Reads the whole file into memory.
  static checkpoint_file open(const std::filesystem::path&);
  /// Copies nothing: `bytes` outlive the file. `origin` is what errors call it.
  static checkpoint_file from_bytes(std::span<const std::byte> bytes, std::string origin);

  /// What errors call the file.
  const std::string& origin() const { return file_.origin(); }
  /// All facts, by name.
  const std::map<std::string, std::string>& facts() const { return facts_; }
  /// One fact, as it was saved.
  ///
  /// throws   a fact that the checkpoint does not have
  const std::string& fact(const std::string& name) const;
  /// A fact that is a number, an std::uint64_t or a double.
  ///
  /// throws   a fact that is missing or not such a number
  template <class T>
    requires is_number_of_fact<T>
  T number(const std::string& name) const;
  template <class T>
    requires(!is_number_of_fact<T>)
  T number(const std::string&) const {
    static_assert(is_number_of_fact<T>, "checkpoint_file.number<T>(name): T must be std::uint64_t or double");
    return {};
  }
  /// Checks that a fact has this value, as before a run goes on.
  ///
  /// throws   a fact that is missing or has another value: names both from their first difference on
  void expect(const std::string& name, std::string_view value) const;

  /// Whether there is a block of this name.
  bool has(std::string_view name) const;
  /// Copies the blocks named to where they belong; others may stay in the file. Every name, type and size is checked
  /// before anything is copied.
  ///
  /// throws   a block that is missing, of other numbers than T, or of another size
  template <class T>
  void copy(const std::map<std::string, std::span<T>>& to) const;

 private:
  explicit checkpoint_file(safetensors::file&& file) : file_{std::move(file)} {}

  std::unique_ptr<std::byte[]> storage_;
  safetensors::file file_;
  std::map<std::string, std::string> facts_;
};

extern template std::uint64_t checkpoint_file::number(const std::string&) const;
extern template double checkpoint_file::number(const std::string&) const;
extern template void checkpoint_file::copy(const std::map<std::string, std::span<float>>&) const;
extern template void checkpoint_file::copy(const std::map<std::string, std::span<double>>&) const;

/// Which of FILE and FILE.previous was read.
struct newest_checkpoint {
  checkpoint_file file;     ///< the newest that is whole
  std::string passed_over;  ///< why FILE is not the one, if it is FILE.previous: a sentence that names FILE
};

/// FILE, or FILE.previous where FILE is missing or damaged.
///
/// throws   if neither can be read, with both reasons
newest_checkpoint read_newest(const std::filesystem::path& file);

}  // namespace typeformer::inline v0_1
