// Long, because every refusal of a file has its case here with its exact sentence.
#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <filesystem>
#include <fstream>
#include <limits>
#include <map>
#include <random>
#include <string>
#include <sys/stat.h>
#include <unistd.h>
#include <vector>

#include <typeformer/io/safetensors.hpp>

#include "catch.hpp"
#include "safetensors_bytes.hpp"
#include "temporary_folder.hpp"

namespace sf = typeformer::safetensors;
using sf::test::bytes_of;
using sf::test::sentence_of;
using typeformer::test::temporary_folder;

namespace {

template <class T, std::size_t Count>
std::vector<std::byte> data_of(const T (&values)[Count]) {
  const auto bytes = std::as_bytes(std::span(values));
  return {bytes.begin(), bytes.end()};
}

// Of a file with this header and as many zero bytes.
std::string refusal_of(std::string_view header, std::size_t data_size) {
  const auto bytes = bytes_of(header, std::vector<std::byte>(data_size));
  return sentence_of([&] { sf::file::from_bytes(bytes, "f"); });
}

// The field lists of one tensor 'a' with 4 bytes of data.
std::string refusal_of_fields(std::string_view fields) {
  return refusal_of("{\"a\":{" + std::string(fields) + "}}", 4);
}

// A file of one tensor 'a'.
std::vector<std::byte> one_tensor(std::string_view type, std::size_t count, std::span<const std::byte> data) {
  return bytes_of("{\"a\":{\"dtype\":\"" + std::string(type) + "\",\"shape\":[" + std::to_string(count) +
                      "],\"data_offsets\":[0," + std::to_string(data.size()) + "]}}",
                  data);
}

template <class To, class From, std::size_t Count>
std::vector<To> copied(std::string_view type, const From (&values)[Count]) {
  const auto bytes = one_tensor(type, Count, std::as_bytes(std::span(values)));
  std::vector<To> to(Count);
  const auto read = sf::file::from_bytes(bytes, "f");
  read.copy(read.tensors().front(), std::span(to));
  return to;
}

constexpr std::string_view sample_header =
    R"({"second":{"shape":[],"dtype":"I16","data_offsets":[8,10]},"__metadata__":{"d̃":"\u0078\n","":""},)"
    R"("first":{"dtype":"F32","shape":[1,2],"data_offsets":[0,8]},"none":{"dtype":"F64","shape":[3,0],"data_offsets":[8,8]}} )";

std::vector<std::byte> sample() {
  const float floats[] = {1.5f, -2.0f};
  const std::int16_t integers[] = {-7};
  auto data = data_of(floats);
  const auto rest = data_of(integers);
  data.insert(data.end(), rest.begin(), rest.end());
  return bytes_of(sample_header, data);
}

}  // namespace

TEST_CASE("A safetensors file is read at any address", "[io]") {
  const auto bytes = sample();
  for (std::size_t shift = 0; shift < 8; ++shift) {
    std::vector<std::byte> shifted(shift);
    shifted.insert(shifted.end(), bytes.begin(), bytes.end());
    const auto read = sf::file::from_bytes(std::span(shifted).subspan(shift), "f");

    REQUIRE(read.tensors().size() == 3);
    CHECK(read.tensors()[0].name == "first");
    CHECK(read.tensors()[1].name == "none");
    CHECK(read.tensors()[2].name == "second");
    CHECK(read.metadata() == std::map<std::string, std::string>{{"", ""}, {"d̃", "x\n"}});

    const auto* first = read.find("first");
    REQUIRE(first == &read.tensors()[0]);
    CHECK(first->type == sf::element::f32);
    CHECK(first->extents == std::vector<std::uint64_t>{1, 2});
    CHECK(first->element_count() == 2);
    std::array<float, 2> floats{};
    read.copy(*first, std::span<float>(floats));
    CHECK(floats == std::array{1.5f, -2.0f});

    CHECK(read.find("none")->element_count() == 0);
    CHECK(read.bytes(*read.find("none")).empty());
    read.copy(*read.find("none"), std::span<double>());

    const auto* second = read.find("second");
    CHECK(second->extents.empty());
    CHECK(second->element_count() == 1);
    std::int64_t integer = 0;
    read.copy(*second, std::span(&integer, 1));
    CHECK(integer == -7);

    for (const auto* name : {"", "a", "firs", "first2", "zzz"}) CHECK(read.find(name) == nullptr);
  }
}

TEST_CASE("A safetensors file without tensors is one", "[io]") {
  const auto read = sf::file::from_bytes(bytes_of("{}", {}), "f");
  CHECK(read.tensors().empty());
  CHECK(read.metadata().empty());
  CHECK(read.find("a") == nullptr);
}

TEST_CASE("Every element type of the format is known by its name and size", "[io]") {
  const std::pair<std::string_view, unsigned> types[] = {
      {"BOOL", 8},    {"F4", 4},      {"F6_E2M3", 6},     {"F6_E3M2", 6},    {"U8", 8},   {"I8", 8},
      {"F8_E5M2", 8}, {"F8_E4M3", 8}, {"F8_E8M0", 8},     {"I16", 16},       {"U16", 16}, {"F16", 16},
      {"BF16", 16},   {"I32", 32},    {"U32", 32},        {"F32", 32},       {"C64", 64}, {"F64", 64},
      {"I64", 64},    {"U64", 64},    {"F8_E4M3FNUZ", 8}, {"F8_E5M2FNUZ", 8}};
  for (const auto& [name, bits] : types) {
    const auto bytes = one_tensor(name, 8, std::vector<std::byte>(bits));
    const auto read = sf::file::from_bytes(bytes, "f");
    CHECK(name_of(read.tensors()[0].type) == name);
    CHECK(bits_of(read.tensors()[0].type) == bits);
  }
}

TEST_CASE("Floating-point tensors convert to float and double", "[io]") {
  const double inf = std::numeric_limits<double>::infinity();
  const double doubles[] = {1 + 0x1p-24, 1 + 0x1.8p-23, 1e300, -0.0, -inf, std::nan("")};
  const auto floats = copied<float>("F64", doubles);
  CHECK(floats[0] == 1.0f);
  CHECK(floats[1] == 1 + 0x1p-22f);
  CHECK(floats[2] == std::numeric_limits<float>::infinity());
  CHECK(std::signbit(floats[3]));
  CHECK(floats[4] == -std::numeric_limits<float>::infinity());
  CHECK(std::isnan(floats[5]));
  CHECK(copied<double>("F64", {0.1, -1e300}) == std::vector{0.1, -1e300});
  CHECK(copied<double>("F32", {0.1f}) == std::vector{static_cast<double>(0.1f)});
  CHECK(copied<float>("F16", {std::uint16_t{0x3555}, std::uint16_t{0x8001}}) == std::vector{0x1.554p-2f, -0x1p-24f});
  CHECK(copied<double>("BF16", {std::uint16_t{0x4049}, std::uint16_t{0x0001}}) == std::vector{3.140625, 0x1p-133});
}

TEST_CASE("Integer tensors convert to integers that can hold them", "[io]") {
  using limits64 = std::numeric_limits<std::int64_t>;
  CHECK(copied<std::int32_t>("I8", {std::int8_t{-128}}) == std::vector{-128});
  CHECK(copied<std::int32_t>("U8", {std::uint8_t{255}}) == std::vector{255});
  CHECK(copied<std::int32_t>("U16", {std::uint16_t{65535}}) == std::vector{65535});
  CHECK(copied<std::int32_t>("I32", {-5}) == std::vector{-5});
  CHECK(copied<std::int64_t>("U32", {0xffffffffu}) == std::vector<std::int64_t>{0xffffffff});
  CHECK(copied<std::int64_t>("I64", {limits64::min()}) == std::vector{limits64::min()});
  CHECK(copied<std::int32_t>("I64", {std::int64_t{-2147483648}}) == std::vector{-2147483647 - 1});
  CHECK(copied<std::int64_t>("U64", {std::uint64_t{limits64::max()}}) == std::vector{limits64::max()});

  CHECK(sentence_of([] { copied<std::int32_t>("I64", {std::int64_t{2147483648}}); }) ==
        "f: tensor 'a' has the element 2147483648, which int32 cannot hold");
  CHECK(sentence_of([] { copied<std::int32_t>("U32", {1u, 0xffffffffu}); }) ==
        "f: tensor 'a' has the element 4294967295, which int32 cannot hold");
  CHECK(sentence_of([] { copied<std::int64_t>("U64", {std::uint64_t{1} << 63}); }) ==
        "f: tensor 'a' has the element 9223372036854775808, which int64 cannot hold");
}

TEST_CASE("Copying throws for another kind and another number of elements", "[io]") {
  CHECK(sentence_of([] { copied<float>("I32", {1}); }) ==
        "f: tensor 'a' has elements of type I32, which do not convert to float");
  CHECK(sentence_of([] { copied<double>("BOOL", {true}); }) ==
        "f: tensor 'a' has elements of type BOOL, which do not convert to double");
  CHECK(sentence_of([] { copied<std::int32_t>("F32", {1.0f}); }) ==
        "f: tensor 'a' has elements of type F32, which do not convert to int32");
  const auto bytes = sample();
  const auto read = sf::file::from_bytes(bytes, "f");
  std::vector<float> three(3);
  CHECK(sentence_of([&] { read.copy(*read.find("first"), std::span(three)); }) ==
        "f: tensor 'first' has 2 elements, but there is room for 3");
}

TEST_CASE("The frame of a safetensors file is checked", "[io]") {
  const auto refusal = [](std::vector<std::byte> bytes) {
    return sentence_of([&] { sf::file::from_bytes(bytes, "f"); });
  };
  const auto with_length = [](std::uint64_t length) {
    auto bytes = bytes_of("{}", {});
    std::memcpy(bytes.data(), &length, 8);
    return bytes;
  };
  CHECK(refusal({}) == "f: is not a safetensors file: it has 0 bytes, and the header's length alone takes 8");
  CHECK(refusal(std::vector<std::byte>(7)) ==
        "f: is not a safetensors file: it has 7 bytes, and the header's length alone takes 8");
  CHECK(refusal(std::vector<std::byte>(8)) == "f: the header does not begin with '{', but with ''");
  CHECK(refusal(with_length(3)) == "f: the header has 3 bytes, but the file ends after 2 of them");
  CHECK(refusal(with_length(100'000'000)) == "f: the header has 100000000 bytes, but the file ends after 2 of them");
  CHECK(refusal(with_length(100'000'001)) ==
        "f: is not a safetensors file: its header would have 100000001 bytes, and at most 100000000 are accepted");
  CHECK(refusal(with_length(~std::uint64_t{0})) ==
        "f: is not a safetensors file: its header would have 18446744073709551615 bytes, and at most 100000000 are "
        "accepted");
}

TEST_CASE("A safetensors header must be JSON in UTF-8", "[io]") {
  CHECK(refusal_of(" {}", 0) == "f: the header does not begin with '{', but with ' '");
  CHECK(refusal_of("[]", 0) == "f: the header does not begin with '{', but with '['");
  CHECK(refusal_of("\xef\xbb\xbf{}", 0) == "f: the header does not begin with '{', but with '\\xef'");
  CHECK(refusal_of("{", 0) == "f: the header is not JSON in UTF-8: it breaks off after '{'");
  CHECK(refusal_of("{\"ab", 0) == "f: the header is not JSON in UTF-8: it breaks off after '\"ab'");
  CHECK(refusal_of("{}x", 0) == "f: the header is not JSON in UTF-8: it goes wrong at byte 3 with '{}x'");
  CHECK(refusal_of("{/**/}", 0) == "f: the header is not JSON in UTF-8: it goes wrong at byte 2 with '{/'");
  CHECK(refusal_of(std::string_view("{}\0\0", 4), 0) ==
        "f: the header is not JSON in UTF-8: it goes wrong at byte 3 with '\\x00'");
  CHECK(refusal_of("{\"\xff\":{}}", 0) == "f: the header is not JSON in UTF-8: it goes wrong at byte 3 with '\"\\xff'");
  CHECK(refusal_of(R"({"\ud800":{}})", 0)
            .starts_with("f: the header is not JSON in UTF-8: it goes wrong at byte 9 with "));
  CHECK(refusal_of(R"({"a":1e999})", 0).starts_with("f: the header is not JSON in UTF-8: it goes wrong at byte "));
}

TEST_CASE("A safetensors header must have the format's structure", "[io]") {
  CHECK(refusal_of(R"({"a":1})", 0) == "f: the header gives a number for 'a', not an object");
  CHECK(refusal_of(R"({"a":[]})", 0) == "f: the header gives a list for 'a', not an object");
  CHECK(refusal_of(R"({"a":null})", 0) == "f: the header gives null for 'a', not an object");
  CHECK(refusal_of(R"({"__metadata__":"x"})", 0) == "f: the header gives a string for '__metadata__', not an object");
  CHECK(refusal_of(R"({"__metadata__":{"k":1}})", 0) == "f: the metadata gives a number for 'k', not a string");
  CHECK(refusal_of(R"({"__metadata__":{"k":{}}})", 0) == "f: the metadata gives an object for 'k', not a string");
  CHECK(refusal_of(R"({"__metadata__":{"k":"","k":""}})", 0) == "f: the metadata has 'k' twice");
  CHECK(refusal_of(R"({"__metadata__":{},"__metadata__":{}})", 0) == "f: the header has '__metadata__' twice");
  CHECK(refusal_of(R"({"b":{"dtype":"U8","shape":[0],"data_offsets":[0,0]},"a":{"dtype":"U8","shape":[1],)"
                   R"("data_offsets":[0,1]},"b":{"dtype":"U8","shape":[1],"data_offsets":[1,2]}})",
                   2) == "f: two tensors have the name 'b'");

  CHECK(refusal_of_fields(R"("dtype":"F32","shape":[1],"data_offsets":[0,4],"x":0)") ==
        "f: tensor 'a' has the unknown field 'x'");
  CHECK(refusal_of_fields(R"("dtype":"F32","dtype":"F32","shape":[1],"data_offsets":[0,4])") ==
        "f: tensor 'a' has the field 'dtype' twice");
  CHECK(refusal_of_fields(R"("dtype":"F32","shape":[1],"shape":[1],"data_offsets":[0,4])") ==
        "f: tensor 'a' has the field 'shape' twice");
  CHECK(refusal_of_fields(R"("shape":[1],"data_offsets":[0,4])") == "f: tensor 'a' has no field 'dtype'");
  CHECK(refusal_of_fields(R"("dtype":"F32","data_offsets":[0,4])") == "f: tensor 'a' has no field 'shape'");
  CHECK(refusal_of_fields(R"("dtype":"F32","shape":[1])") == "f: tensor 'a' has no field 'data_offsets'");
  CHECK(refusal_of_fields(R"("dtype":"F31","shape":[1],"data_offsets":[0,4])") ==
        "f: tensor 'a' has elements of the unknown type 'F31'");
  CHECK(refusal_of_fields(R"("dtype":32)") == "f: tensor 'a' has a number as its 'dtype', not a string");
  CHECK(refusal_of_fields(R"("dtype":["F32"])") == "f: tensor 'a' has a list as its 'dtype', not a string");
  CHECK(refusal_of_fields(R"("shape":true)") ==
        "f: tensor 'a' has a truth value as its 'shape', not a list of whole numbers");
  CHECK(refusal_of_fields(R"("data_offsets":{})") ==
        "f: tensor 'a' has an object as its 'data_offsets', not a list of whole numbers");
}

TEST_CASE("A safetensors header's numbers must be whole numbers below 2^63", "[io]") {
  const auto refusal = [](std::string number) { return refusal_of_fields("\"shape\":[" + number + "]"); };
  const std::string not_whole = " in its 'shape', not a whole number from 0 to 2^63 - 1";
  CHECK(refusal("-1") == "f: tensor 'a' has a negative number" + not_whole);
  CHECK(refusal("-0") == "f: tensor 'a' has a negative number" + not_whole);
  CHECK(refusal("1.0") == "f: tensor 'a' has a number with a fraction or beyond 64 bits" + not_whole);
  CHECK(refusal("1e0") == "f: tensor 'a' has a number with a fraction or beyond 64 bits" + not_whole);
  CHECK(refusal("9223372036854775808") == "f: tensor 'a' has a number above 2^63 - 1" + not_whole);
  CHECK(refusal("18446744073709551616") == "f: tensor 'a' has a number with a fraction or beyond 64 bits" + not_whole);
  CHECK(refusal("\"1\"") == "f: tensor 'a' has a string" + not_whole);
  CHECK(refusal("[1]") == "f: tensor 'a' has a list" + not_whole);
  CHECK(refusal("{}") == "f: tensor 'a' has an object" + not_whole);
  CHECK(refusal("null") == "f: tensor 'a' has null" + not_whole);
}

TEST_CASE("A tensor's offsets must fit its extents and the data", "[io]") {
  const auto refusal = [](std::string type, std::string extents, std::string offsets) {
    return refusal_of_fields("\"dtype\":\"" + type + "\",\"shape\":[" + extents + "],\"data_offsets\":[" + offsets +
                             "]");
  };
  CHECK(refusal("F32", "1", "0,4") == "");
  CHECK(refusal("F32", "1", "0") == "f: tensor 'a' has 1 number in its 'data_offsets', not 2");
  CHECK(refusal("F32", "1", "0,4,4") == "f: tensor 'a' has 3 numbers in its 'data_offsets', not 2");
  CHECK(refusal("F32", "1", "4,0") == "f: tensor 'a' begins at byte 4, after its end at byte 0");
  CHECK(refusal("F32", "2", "0,8") == "f: tensor 'a' ends at byte 8, but the data has 4 bytes");
  CHECK(refusal("F32", "0", "5,5") == "f: tensor 'a' ends at byte 5, but the data has 4 bytes");
  CHECK(refusal("F32", "2,3", "0,4") == "f: tensor 'a' of F32 [2, 3] takes 24 bytes, but its offsets span 4");
  CHECK(refusal("F16", "", "0,4") == "f: tensor 'a' of F16 [] takes 2 bytes, but its offsets span 4");
  CHECK(refusal("F32", "1,1,1,1,1,1,1,1,2", "0,4") ==
        "f: tensor 'a' of F32 [1, 1, 1, 1, 1, 1, 1, 1, …] takes 8 bytes, but its offsets span 4");
  CHECK(refusal("F4", "3", "0,2") == "f: tensor 'a' of F4 [3] takes 12 bits, not a whole number of bytes");
  CHECK(refusal("F32", "4294967296,4294967296", "0,0") ==
        "f: tensor 'a' of F32 [4294967296, 4294967296] has more bits than 64-bit numbers can count");
  CHECK(refusal("F64", "4611686018427387905,4", "0,4") ==
        "f: tensor 'a' of F64 [4611686018427387905, 4] has more bits than 64-bit numbers can count");
  CHECK(refusal("F32", "0,4294967296,4294967296", "0,0") ==
        "f: tensor 'a' of F32 [0, 4294967296, 4294967296] has more bits than 64-bit numbers can count");
}

TEST_CASE("The tensors must cover the data, each byte once", "[io]") {
  const auto refusal = [](std::string first, std::string second, std::size_t data_size) {
    const auto tensor = [](std::string name, std::string range) {
      const auto comma = range.find(',');
      const auto count = std::stoul(range.substr(comma + 1)) - std::stoul(range.substr(0, comma));
      return "\"" + name + "\":{\"dtype\":\"U8\",\"shape\":[" + std::to_string(count) + "],\"data_offsets\":[" + range +
             "]}";
    };
    return refusal_of("{" + tensor("a", first) + "," + tensor("b", second) + "}", data_size);
  };
  CHECK(refusal("0,4", "4,8", 8) == "");
  CHECK(refusal("4,8", "0,4", 8) == "");
  CHECK(refusal("4,8", "4,4", 8) == "f: bytes 0 to 4 of the data, before tensor 'b', belong to no tensor");
  CHECK(refusal("0,3", "4,8", 8) == "f: bytes 3 to 4 of the data, before tensor 'b', belong to no tensor");
  CHECK(refusal("0,5", "4,8", 8) == "f: tensor 'b' begins at byte 4, inside tensor 'a', which ends at byte 5");
  CHECK(refusal("0,8", "0,8", 8) == "f: tensor 'b' begins at byte 0, inside tensor 'a', which ends at byte 8");
  CHECK(refusal("0,8", "4,4", 8) == "f: tensor 'b' begins at byte 4, inside tensor 'a', which ends at byte 8");
  CHECK(refusal("0,4", "4,8", 9) == "f: the tensors end at byte 8, but the data has 9 bytes");
  CHECK(refusal_of("{}", 1) == "f: the tensors end at byte 0, but the data has 1 byte");
}

TEST_CASE("A deeply nested header is refused without deep recursion", "[io]") {
  const std::string deep(4'000'000, '[');
  CHECK(refusal_of("{\"a\":" + deep, 0) == "f: the header gives a list for 'a', not an object");
  CHECK(refusal_of("{\"a\":{\"shape\":" + deep, 0).starts_with("f: tensor 'a' has a list in its 'shape'"));
  CHECK(refusal_of("{\"a\":{\"x\":" + deep, 0) == "f: tensor 'a' has the unknown field 'x'");
}

TEST_CASE("Errors about a safetensors file are safe to print", "[io]") {
  CHECK(refusal_of("{\"\\u001b[31m\\u0000\\n\\u007f\":1}", 0) ==
        "f: the header gives a number for '\\x1b[31m\\x00\\x0a\\x7f', not an object");
  CHECK(refusal_of("{\"\\u009b\\u202e\\u2066\":1}", 0) ==
        "f: the header gives a number for '\\u009b\\u202e\\u2066', not an object");
  CHECK(refusal_of("{\"d̃ ∂ 😀\":1}", 0) == "f: the header gives a number for 'd̃ ∂ 😀', not an object");
  CHECK(refusal_of("{\"" + std::string(1'000'000, 'x') + "\":1}", 0) ==
        "f: the header gives a number for '" + std::string(100, 'x') + "…', not an object");

  const auto origin_shown = [](std::string_view origin) {
    const auto sentence = sentence_of([&] { sf::file::from_bytes({}, std::string(origin)); });
    return sentence.substr(0, sentence.find(": is not a safetensors file"));
  };
  CHECK(origin_shown("\x1b") == "\\x1b");
  CHECK(origin_shown("\x9b\x9b") == "\\x9b\\x9b");                    // continuations without a beginning
  CHECK(origin_shown("\xc0\xaf") == "\\xc0\\xaf");                    // overlong
  CHECK(origin_shown("\xe0\x82\x9b") == "\\xe0\\x82\\x9b");           // overlong
  CHECK(origin_shown("\xed\xa0\x80") == "\\xed\\xa0\\x80");           // a surrogate
  CHECK(origin_shown("\xf4\x90\x80\x80") == "\\xf4\\x90\\x80\\x80");  // beyond U+10FFFF
  CHECK(origin_shown("\xe2\x80") == "\\xe2\\x80");                    // broken off
  CHECK(origin_shown("é∂😀") == "é∂😀");
}

TEST_CASE("A safetensors file is opened from disk, or the error gives the system's reason", "[io]") {
  const temporary_folder folder;
  const auto path = folder.path() / "sample.safetensors";
  const auto bytes = sample();
  const auto store = [&](std::size_t size) {
    std::ofstream(path, std::ios::binary)
        .write(reinterpret_cast<const char*>(bytes.data()), static_cast<std::streamsize>(size));
  };
  const auto refusal = [&] { return sentence_of([&] { sf::file::open(path); }); };
  store(bytes.size());
  const auto read = sf::file::open(path);
  std::array<double, 2> values{};
  read.copy(*read.find("first"), std::span<double>(values));
  CHECK(values == std::array{1.5, -2.0});
  std::array<float, 2> copied{};
  const auto room = std::as_writable_bytes(std::span(copied));
  read.copy(*read.find("first"), std::span<std::byte>(room));
  CHECK(copied == std::array{1.5f, -2.0f});
  CHECK(sentence_of([&] { read.copy(*read.find("first"), std::span<std::byte>(room.first(7))); }) ==
        path.string() + ": tensor 'first' has 8 bytes, but there is room for 7");
  CHECK(sentence_of([&] { read.bytes(*read.find("first")); }) ==
        path.string() + ": the bytes of tensor 'first' are on disk: copy them");

  store(bytes.size() - 1);
  CHECK(refusal() == path.string() + ": tensor 'second' ends at byte 10, but the data has 9 bytes");
  store(20);
  CHECK(refusal() == path.string() + ": the header has " + std::to_string(sample_header.size()) +
                         " bytes, but the file ends after 12 of them");
  store(0);
  CHECK(refusal() ==
        path.string() + ": is not a safetensors file: it has 0 bytes, and the header's length alone takes 8");

  std::filesystem::permissions(path, std::filesystem::perms::none);
  if (::geteuid() != 0) CHECK(refusal() == path.string() + ": cannot be opened: Permission denied");
  std::filesystem::remove(path);
  CHECK(refusal() == path.string() + ": cannot be opened: No such file or directory");
  std::filesystem::create_directory(path);
  CHECK(refusal() == path.string() + ": is a directory, not a file");
  std::filesystem::remove(path);
  REQUIRE(::mkfifo(path.c_str(), 0600) == 0);
  CHECK(refusal() == path.string() + ": is not a regular file");
}

TEST_CASE("An opened safetensors file costs its header, and each tensor is read when it is copied", "[io]") {
  const temporary_folder folder;
  const auto path = folder.path() / "large.safetensors";
  // More than there is memory for, most of it a hole.
  constexpr std::uint64_t elements = std::uint64_t{1} << 38;
  const std::vector<float> numbers{1.5f, -2};
  const auto header = R"({"large":{"dtype":"U8","shape":[274877906944],"data_offsets":[8,274877906952]},)"
                      R"("small":{"dtype":"F32","shape":[2],"data_offsets":[0,8]}})";
  const auto bytes = bytes_of(header, std::as_bytes(std::span(numbers)));
  std::ofstream(path, std::ios::binary)
      .write(reinterpret_cast<const char*>(bytes.data()), static_cast<std::streamsize>(bytes.size()));
  std::error_code failure;
  std::filesystem::resize_file(path, bytes.size() + elements, failure);
  if (failure) {
    WARN("no file of 256 GiB can be made here: " << failure.message());
    return;
  }
  const auto read = sf::file::open(path);
  CHECK(read.find("large")->element_count() == elements);
  std::vector<float> found(2);
  read.copy(*read.find("small"), std::span(found));
  CHECK(found == numbers);

  std::filesystem::resize_file(path, bytes.size() - 1);
  CHECK(sentence_of([&] { read.copy(*read.find("small"), std::span(found)); }) ==
        path.string() + ": became shorter while it was read: it had " + std::to_string(bytes.size() + elements) +
            " bytes");
}

TEST_CASE("A damaged safetensors file is read or refused, never more", "[io]") {
  const auto original = sample();
  REQUIRE(sf::test::flaw_of(original) == "");
  std::mt19937 random(20'240'607);  // its sequence is the same everywhere, which distributions' are not
  const auto below = [&](std::size_t limit) { return random() % limit; };
  constexpr std::string_view telling = "{}[]\",:0123456789-.eE\\u \x00\x7f\xff";
  int refused = 0;
  for (int i = 0; i < 20'000; ++i) {
    auto bytes = original;
    for (auto changes = 1 + below(3); changes > 0 && !bytes.empty(); --changes) {
      const auto place = bytes.begin() + static_cast<std::ptrdiff_t>(below(bytes.size()));
      switch (below(5)) {
        case 0:
          *place ^= static_cast<std::byte>(1u << below(8));
          break;
        case 1:
          *place = static_cast<std::byte>(telling[below(telling.size())]);
          break;
        case 2:
          bytes.insert(place, static_cast<std::byte>(telling[below(telling.size())]));
          break;
        case 3:
          bytes.erase(place, place + std::min<std::ptrdiff_t>(bytes.end() - place, 1 + below(4)));
          break;
        case 4:
          bytes.erase(place, bytes.end());
          break;
      }
    }
    // Half of them keep a right length, so that the damage reaches the contents of the header.
    if (bytes.size() > 8 && below(2) == 0) {
      const std::uint64_t length = std::min(bytes.size() - 8, sample_header.size() + bytes.size() - original.size());
      std::memcpy(bytes.data(), &length, 8);
    }
    try {
      const auto flaw = sf::test::flaw_of(bytes);
      if (!flaw.empty()) FAIL("damaged file " << i << ": " << flaw);
    } catch (const typeformer::error&) {
      ++refused;
    }
  }
  CHECK(refused > 15'000);
  CHECK(refused < 20'000);
}
