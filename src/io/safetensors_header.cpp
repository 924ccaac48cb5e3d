#include "safetensors_header.hpp"

#include <algorithm>
#include <functional>
#include <limits>
#include <numeric>
#include <optional>
#include <tuple>
#include <utility>

#include <fmt/ranges.h>
#include <nlohmann/json.hpp>

#include "sentence.hpp"

namespace typeformer::safetensors {

using io::counted;
using io::in_quotes;
using io::refuse;

namespace {

constexpr std::string_view metadata_key = "__metadata__";
constexpr std::uint64_t largest_number = std::numeric_limits<std::int64_t>::max();

// Receives the header's tokens one by one. Unlike a parsed document this sees every key, repeated ones too, and it
// nests no deeper than the format does: the parser itself does not recurse.
class token_reader {
 public:
  token_reader(std::size_t size, std::string_view origin) : size_(size), origin_(origin) {}

  header read;

  bool null() { return unexpected("null"); }
  bool boolean(bool) { return unexpected("a truth value"); }
  bool number_integer(std::int64_t) { return unexpected("a negative number"); }
  bool number_float(double, const std::string&) { return unexpected("a number with a fraction or beyond 64 bits"); }
  bool binary(nlohmann::json::binary_t&) { return unexpected("binary data"); }

  bool number_unsigned(std::uint64_t number) {
    if (where_ != where::list) return unexpected("a number");
    if (number > largest_number) return unexpected("a number above 2^63 - 1");
    list_->push_back(number);
    return true;
  }

  bool string(std::string& text) {
    if (where_ == where::metadata) {
      read.metadata[key_] = std::move(text);
    } else if (where_ == where::tensor && key_ == "dtype") {
      type_ = element_named(text);
      if (!type_) refuse(origin_, "tensor {} has elements of the unknown type {}", in_quotes(name_), in_quotes(text));
    } else {
      return unexpected("a string");
    }
    return true;
  }

  bool key(std::string& text) {
    if (where_ == where::top) {
      name_ = std::move(text);
    } else if (where_ == where::metadata) {
      key_ = std::move(text);
      if (!read.metadata.try_emplace(key_).second) refuse(origin_, "the metadata has {} twice", in_quotes(key_));
    } else {
      key_ = std::move(text);
      bool* const seen = key_ == "dtype" ? &has_type_ : key_ == "shape" ? &has_extents_ : &has_offsets_;
      if (seen == &has_offsets_ && key_ != "data_offsets")
        refuse(origin_, "tensor {} has the unknown field {}", in_quotes(name_), in_quotes(key_));
      if (std::exchange(*seen, true)) refuse(origin_, "tensor {} has the field '{}' twice", in_quotes(name_), key_);
    }
    return true;
  }

  bool start_object(std::size_t) {
    if (where_ == where::outside) {
      where_ = where::top;
    } else if (where_ != where::top) {
      return unexpected("an object");
    } else if (name_ != metadata_key) {
      where_ = where::tensor;
      extents_.clear();
      offsets_.clear();
      has_type_ = has_extents_ = has_offsets_ = false;
    } else {
      if (std::exchange(has_metadata_, true)) refuse(origin_, "the header has '{}' twice", metadata_key);
      where_ = where::metadata;
    }
    return true;
  }

  bool end_object() {
    if (where_ == where::tensor) take_tensor();
    where_ = where_ == where::top ? where::outside : where::top;
    return true;
  }

  bool start_array(std::size_t) {
    if (where_ != where::tensor || key_ == "dtype") return unexpected("a list");
    where_ = where::list;
    list_ = key_ == "shape" ? &extents_ : &offsets_;
    return true;
  }

  bool end_array() {
    where_ = where::tensor;
    return true;
  }

  bool parse_error(std::size_t position, const std::string& token, const nlohmann::json::exception&) {
    if (position > size_) refuse(origin_, "the header is not JSON in UTF-8: it breaks off after {}", in_quotes(token));
    refuse(origin_, "the header is not JSON in UTF-8: it goes wrong at byte {} with {}", position, in_quotes(token));
  }

 private:
  enum class where { outside, top, metadata, tensor, list };

  [[noreturn]] bool unexpected(std::string_view found) const {
    switch (where_) {
      case where::outside:
        refuse(origin_, "the header is {}, not an object", found);
      case where::top:
        refuse(origin_, "the header gives {} for {}, not an object", found, in_quotes(name_));
      case where::metadata:
        refuse(origin_, "the metadata gives {} for {}, not a string", found, in_quotes(key_));
      case where::tensor:
        refuse(origin_, "tensor {} has {} as its '{}', not {}", in_quotes(name_), found, key_,
               key_ == "dtype" ? "a string" : "a list of whole numbers");
      case where::list:
        break;
    }
    refuse(origin_, "tensor {} has {} in its '{}', not a whole number from 0 to 2^63 - 1", in_quotes(name_), found,
           key_);
  }

  void take_tensor() {
    for (const auto& [has, field] :
         {std::pair(has_type_, "dtype"), {has_extents_, "shape"}, {has_offsets_, "data_offsets"}})
      if (!has) refuse(origin_, "tensor {} has no field '{}'", in_quotes(name_), field);
    if (offsets_.size() != 2)
      refuse(origin_, "tensor {} has {} in its 'data_offsets', not 2", in_quotes(name_),
             counted(offsets_.size(), "number"));
    read.tensors.push_back({std::move(name_), *type_, std::move(extents_), offsets_[0], offsets_[1]});
  }

  std::size_t size_;
  std::string_view origin_;
  where where_ = where::outside;
  std::string name_, key_;
  std::optional<element> type_;
  std::vector<std::uint64_t> extents_, offsets_;
  std::vector<std::uint64_t>* list_ = nullptr;
  bool has_type_ = false, has_extents_ = false, has_offsets_ = false, has_metadata_ = false;
};

// "F32 [2, 3]"
std::string described(element type, std::span<const std::uint64_t> extents) {
  return fmt::format("{} {}", name_of(type), io::shape_text(extents));
}

std::vector<std::size_t> sorted_by_name(std::span<const tensor_info> tensors, std::string_view origin) {
  std::vector<std::size_t> order(tensors.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  const auto name = [&](std::size_t i) -> const std::string& { return tensors[i].name; };
  std::ranges::sort(order, {}, name);
  if (const auto twice = std::ranges::adjacent_find(order, {}, name); twice != order.end())
    refuse(origin, "two tensors have the name {}", in_quotes(name(*twice)));
  return order;
}

void check_offsets(const tensor_info& t, std::uint64_t data_size, std::string_view origin) {
  if (t.begin > t.end)
    refuse(origin, "tensor {} begins at byte {}, after its end at byte {}", in_quotes(t.name), t.begin, t.end);
  if (t.end > data_size)
    refuse(origin, "tensor {} ends at byte {}, but the data has {}", in_quotes(t.name), t.end,
           counted(data_size, "byte"));
  const auto bytes = byte_count(t.name, t.type, t.extents, origin);
  if (bytes != t.end - t.begin)
    refuse(origin, "tensor {} of {} takes {}, but its offsets span {}", in_quotes(t.name), described(t.type, t.extents),
           counted(bytes, "byte"), t.end - t.begin);
}

// The tensors must cover the data, each byte once.
void check_coverage(std::span<const tensor_info> in_order, std::uint64_t data_size, std::string_view origin) {
  std::uint64_t covered = 0;
  const tensor_info* previous = nullptr;
  for (const auto& t : in_order) {
    if (t.begin > covered)
      refuse(origin, "bytes {} to {} of the data, before tensor {}, belong to no tensor", covered, t.begin,
             in_quotes(t.name));
    if (t.begin < covered)
      refuse(origin, "tensor {} begins at byte {}, inside tensor {}, which ends at byte {}", in_quotes(t.name), t.begin,
             in_quotes(previous->name), covered);
    covered = t.end;
    previous = &t;
  }
  if (covered != data_size)
    refuse(origin, "the tensors end at byte {}, but the data has {}", covered, counted(data_size, "byte"));
}

}  // namespace

std::uint64_t tensor_info::element_count() const {
  return std::accumulate(extents.begin(), extents.end(), std::uint64_t{1}, std::multiplies<>());
}

std::uint64_t byte_count(const std::string& name, element type, std::span<const std::uint64_t> extents,
                         std::string_view origin) {
  // Zeros are left out, so that [2^40, 2^40, 0] is refused too: whoever computes its strides would overflow.
  std::uint64_t bits = bits_of(type);
  bool empty = false;
  for (const auto extent : extents) {
    empty |= extent == 0;
    if (extent == 0) continue;
    if (bits > std::numeric_limits<std::uint64_t>::max() / extent)
      refuse(origin, "tensor {} of {} has more bits than 64-bit numbers can count", in_quotes(name),
             described(type, extents));
    bits *= extent;
  }
  if (empty) return 0;
  if (bits % 8 != 0)
    refuse(origin, "tensor {} of {} takes {}, not a whole number of bytes", in_quotes(name), described(type, extents),
           counted(bits, "bit"));
  return bits / 8;
}

header parsed_header(std::string_view text, std::uint64_t data_size, std::string_view origin) {
  if (!text.starts_with('{'))
    refuse(origin, "the header does not begin with '{{', but with {}", in_quotes(text.substr(0, 1)));
  // The parser takes a zero byte for the end of its input and would not look at what follows.
  if (const auto zero = text.find('\0'); zero != text.npos)
    refuse(origin, "the header is not JSON in UTF-8: it goes wrong at byte {} with '\\x00'", zero + 1);
  token_reader tokens(text.size(), origin);
  nlohmann::json::sax_parse(text.begin(), text.end(), &tokens);

  header read = std::move(tokens.read);
  for (const auto& t : read.tensors) check_offsets(t, data_size, origin);
  std::ranges::sort(read.tensors, {}, [](const tensor_info& t) { return std::tie(t.begin, t.end, t.name); });
  read.by_name = sorted_by_name(read.tensors, origin);
  check_coverage(read.tensors, data_size, origin);
  return read;
}

std::string header_text(std::span<const tensor> tensors, const std::map<std::string, std::string>& metadata,
                        std::string_view origin) {
  const auto json = [&](const std::string& text) {
    try {
      return nlohmann::json(text).dump();
    } catch (const nlohmann::json::type_error&) {
      refuse(origin, "{} cannot be written: it is not UTF-8", in_quotes(text));
    }
  };
  std::vector<tensor_info> infos;
  std::uint64_t end = 0;
  std::string text = "{";
  if (!metadata.empty()) {
    text += fmt::format("{}:{{", json(std::string(metadata_key)));
    for (const auto& [key, value] : metadata)
      text += fmt::format("{}{}:{}", text.ends_with('{') ? "" : ",", json(key), json(value));
    text += '}';
  }
  for (const auto& t : tensors) {
    if (t.name == metadata_key) refuse(origin, "a tensor cannot have the name {}", in_quotes(t.name));
    const auto begin = end;
    const auto bytes = byte_count(t.name, t.type, t.extents, origin);
    if (bytes > largest_number - end)
      refuse(origin, "the tensors up to {} take more than 2^63 - 1 bytes", in_quotes(t.name));
    end += bytes;
    text += fmt::format(R"({}{}:{{"dtype":"{}","shape":[{}],"data_offsets":[{},{}]}})", text.size() == 1 ? "" : ",",
                        json(t.name), name_of(t.type), fmt::join(t.extents, ","), begin, end);
    infos.push_back({t.name, t.type, t.extents, begin, end});
  }
  text += '}';
  sorted_by_name(infos, origin);
  text.append((64 - (8 + text.size()) % 64) % 64, ' ');
  if (text.size() > longest_header)
    refuse(origin, "the header would have {}, and readers accept at most {}", counted(text.size(), "byte"),
           longest_header);
  return text;
}

}  // namespace typeformer::safetensors
