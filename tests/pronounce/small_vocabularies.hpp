#pragma once
#include <cstddef>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "../../src/pronounce/phone_names.hpp"
#include "../../src/pronounce/spelling.hpp"
#include "../../src/pronounce/vocabulary.hpp"
#include "../io/safetensors_bytes.hpp"

namespace typeformer::test {

/// Letters A to Z and the apostrophe, from token 3 on, in words of at most 63; phones AA, AE, K, S and T, from token 3
/// on, at most 39 of them.
struct small_vocabularies {
  spelling letters{vocabulary_of("A B C D E F G H I J K L M N O P Q R S T U V W X Y Z '", 30), "letters", 63};
  phone_names phones{vocabulary_of("AA AE K S T", 8), 39};

 private:
  static vocabulary vocabulary_of(std::string_view entries, std::size_t size) {
    const std::string header = R"({"__metadata__":{"v":"<pad> <s> </s> )" + std::string{entries} + "\"}}";
    const auto bytes = safetensors::test::bytes_of(header, {});
    return {safetensors::file::from_bytes(bytes, "bytes"), "v", size};
  }
};

}  // namespace typeformer::test
