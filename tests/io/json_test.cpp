#include "../../src/io/json.hpp"

#include <string>
#include <string_view>

#include "catch.hpp"

namespace {

using typeformer::io::parsed_json;

std::string nested(std::size_t depth, std::string_view open, std::string_view close) {
  std::string text;
  for (std::size_t i = 0; i < depth; ++i) text += open;
  text += "1";
  for (std::size_t i = 0; i < depth; ++i) text += close;
  return text;
}

TEST_CASE("a text that is JSON has a value, and no other text has one", "[io]") {
  CHECK(parsed_json(R"({"b":[1,{"a":null}]})")->dump() == R"({"b":[1,{"a":null}]})");
  CHECK(parsed_json("null")->is_null());
  for (const auto text : {"", "{", "[1,]", "{} {}", "\xff"}) CHECK(!parsed_json(text));
}

TEST_CASE("JSON nests as deep as is asked for, and no deeper", "[io]") {
  for (const auto& [open, close] : {std::pair{"[", "]"}, {"{\"a\":", "}"}}) {
    CHECK(parsed_json(nested(64, open, close)));
    CHECK(!parsed_json(nested(65, open, close)));
    CHECK(parsed_json(nested(65, open, close), 65));
    CHECK(!parsed_json(nested(1'000'000, open, close)));
    CHECK(!parsed_json(nested(1'000'000, open, "")));
  }
}

}  // namespace
