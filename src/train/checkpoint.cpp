#include <algorithm>
#include <charconv>
#include <chrono>
#include <cstring>
#include <new>
#include <optional>
#include <utility>
#include <vector>

#include <typeformer/error.hpp>
#include <typeformer/train/checkpoint.hpp>

#include "../io/checksum.hpp"
#include "../io/held_file.hpp"
#include "../io/safetensors_header.hpp"
#include "../io/sentence.hpp"
#include "../io/system_file.hpp"

namespace typeformer {

using io::counted;
using io::in_quotes;
using io::refuse;

namespace {

constexpr std::string_view format_fact = "typeformer.checkpoint", format = "1", checksums_name = "checksums";
constexpr std::chrono::minutes abandoned_after{10};

template <class T>
constexpr safetensors::element element_of = safetensors::element::f32;
template <>
constexpr safetensors::element element_of<double> = safetensors::element::f64;

// As safetensors::write() will begin the file.
std::uint64_t header_checksum(std::span<const safetensors::tensor> tensors,
                              const std::map<std::string, std::string>& facts, const std::string& origin) {
  const auto text = safetensors::header_text(tensors, facts, origin);
  const std::uint64_t length = text.size();
  io::running_checksum sum;
  sum.add(std::as_bytes(std::span(&length, 1)));
  sum.add(std::as_bytes(std::span(text)));
  return sum.value();
}

void check(const safetensors::file& file, std::span<const std::byte> bytes) {
  const auto& tensors = file.tensors();
  const auto expected = tensors.size() + 1;
  if (tensors.empty() || tensors.back().name != checksums_name || tensors.back().type != safetensors::element::u64 ||
      tensors.back().element_count() != expected)
    refuse(file.origin(), "is not a checkpoint, or its header is damaged: it does not end with {}",
           counted(expected, "checksum"));
  std::vector<std::uint64_t> sums(expected);
  const auto sum_bytes = file.bytes(tensors.back());
  std::memcpy(sums.data(), sum_bytes.data(), sum_bytes.size());
  const auto check_part = [&](std::span<const std::byte> part, std::uint64_t sum, const std::string& name) {
    const auto found = io::checksum(part);
    if (found != sum)
      refuse(file.origin(), "{} damaged: the checksum is {:016x}, but it was {:016x} when written", name, found, sum);
  };
  check_part(sum_bytes.first(sum_bytes.size() - sizeof(std::uint64_t)), sums.back(), "its checksums are");
  const auto data_size = static_cast<std::size_t>(tensors.back().end);
  check_part(bytes.first(bytes.size() - data_size), sums.front(), "its header with the facts is");
  for (std::size_t i = 0; i + 1 < tensors.size(); ++i)
    check_part(file.bytes(tensors[i]), sums[i + 1], "its block " + in_quotes(tensors[i].name) + " is");
}

bool is_whole(const std::filesystem::path& file) {
  try {
    checkpoint_file::open(file);
    return true;
  } catch (const error&) {
    return false;
  }
}

// Texts that differ are shown from the beginning of the word in which they do, since only some 100 bytes are shown.
std::string from_word(std::string_view text, std::size_t difference) {
  const auto space = text.substr(0, difference).rfind(' ');
  return space == text.npos ? in_quotes(text) : "'…" + in_quotes(text.substr(space + 1)).substr(1);
}

}  // namespace

std::filesystem::path v0_1::previous_of(const std::filesystem::path& file) {
  auto previous = file;
  return previous += ".previous";
}

void v0_1::save_checkpoint(const std::filesystem::path& file, const checkpoint& c) {
  const auto origin = file.string();
  auto facts = c.facts;
  if (!facts.emplace(format_fact, format).second)
    refuse(origin, "a fact cannot have the name {}", in_quotes(format_fact));
  if (c.blocks.contains(std::string(checksums_name)))
    refuse(origin, "a block cannot have the name {}", in_quotes(checksums_name));

  std::vector<safetensors::tensor> tensors;
  std::vector<std::uint64_t> sums(c.blocks.size() + 2);
  for (const auto& [name, values] : c.blocks)
    std::visit(
        [&]<class T>(std::span<const T> block) {
          tensors.push_back({name, element_of<T>, {block.size()}, block});
          sums[tensors.size()] = io::checksum(std::as_bytes(block));
        },
        values);
  const auto sum_bytes = std::as_bytes(std::span(sums));
  tensors.push_back({std::string(checksums_name), safetensors::element::u64, {sums.size()}, sum_bytes});
  sums.front() = header_checksum(tensors, facts, origin);
  sums.back() = io::checksum(sum_bytes.first(sum_bytes.size() - sizeof(std::uint64_t)));

  // In this order, FILE.previous is whole as it was until FILE is the new one.
  std::optional<io::held_file> before;
  if (is_whole(file)) before.emplace(file, previous_of(file));
  safetensors::write(file, tensors, facts);
  if (before) before->commit();
  io::remove_abandoned_parts(file.has_parent_path() ? file.parent_path() : ".", abandoned_after);
}

checkpoint_file checkpoint_file::from_bytes(std::span<const std::byte> bytes, std::string origin) {
  checkpoint_file read{safetensors::file::from_bytes(bytes, std::move(origin))};
  check(read.file_, bytes);
  read.facts_ = read.file_.metadata();
  const auto found = read.facts_.extract(std::string(format_fact));
  if (found.empty()) refuse(read.origin(), "is not a checkpoint: it does not have {}", in_quotes(format_fact));
  if (found.mapped() != format)
    refuse(read.origin(), "is a checkpoint of format {}, but only format {} is known", in_quotes(found.mapped()),
           in_quotes(format));
  return read;
}

checkpoint_file checkpoint_file::open(const std::filesystem::path& path) {
  io::input_file input(path);
  const auto size = static_cast<std::size_t>(input.size());
  std::unique_ptr<std::byte[]> storage;
  try {
    storage = std::make_unique_for_overwrite<std::byte[]>(size);
  } catch (const std::bad_alloc&) {
    refuse(path.string(), "there is no memory for its {}", counted(size, "byte"));
  }
  const std::span bytes(storage.get(), size);
  input.read(bytes);
  auto read = from_bytes(bytes, path.string());
  read.storage_ = std::move(storage);
  return read;
}

const std::string& checkpoint_file::fact(const std::string& name) const {
  const auto found = facts_.find(name);
  if (found == facts_.end()) refuse(origin(), "does not say what {} was", in_quotes(name));
  return found->second;
}

template <class T>
  requires is_number_of_fact<T>
T checkpoint_file::number(const std::string& name) const {
  const auto& text = fact(name);
  T value;
  const auto [end, failure] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (failure != std::errc{} || end != text.data() + text.size())
    refuse(origin(), "{} is {}, but a {} was expected", in_quotes(name), in_quotes(text),
           std::is_integral_v<T> ? "whole number below 2^64" : "number");
  return value;
}

void checkpoint_file::expect(const std::string& name, std::string_view value) const {
  const std::string_view found = fact(name);
  if (found == value) return;
  const auto difference = static_cast<std::size_t>(std::ranges::mismatch(found, value).in1 - found.begin());
  refuse(origin(), "its {} is {}, but this training's is {}", io::printable(name), from_word(found, difference),
         from_word(value, difference));
}

bool checkpoint_file::has(std::string_view name) const { return name != checksums_name && file_.find(name) != nullptr; }

template <class T>
void checkpoint_file::copy(const std::map<std::string, std::span<T>>& to) const {
  for (const auto& [name, values] : to) {
    if (!has(name)) refuse(origin(), "does not have the block {}", in_quotes(name));
    const auto& block = *file_.find(name);
    if (block.type != element_of<T>)
      refuse(origin(), "block {} has elements of {}, but {} was expected", in_quotes(name), name_of(block.type),
             name_of(element_of<T>));
    if (block.element_count() != values.size())
      refuse(origin(), "block {} has {}, but {} were expected", in_quotes(name),
             counted(block.element_count(), "number"), values.size());
  }
  for (const auto& [name, values] : to) file_.copy(*file_.find(name), values);
}

template std::uint64_t checkpoint_file::number(const std::string&) const;
template double checkpoint_file::number(const std::string&) const;
template void checkpoint_file::copy(const std::map<std::string, std::span<float>>&) const;
template void checkpoint_file::copy(const std::map<std::string, std::span<double>>&) const;

newest_checkpoint v0_1::read_newest(const std::filesystem::path& file) {
  std::string reason;
  try {
    return {checkpoint_file::open(file), ""};
  } catch (const error& failure) {
    reason = failure.what();
  }
  try {
    return {checkpoint_file::open(previous_of(file)), reason};
  } catch (const error& failure) {
    throw error(reason + "; " + failure.what());
  }
}

}  // namespace typeformer
