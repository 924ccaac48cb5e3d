#include "checksum.hpp"

#include <new>
#include <xxhash.h>

namespace typeformer::io {

std::uint64_t checksum(std::span<const std::byte> bytes) { return XXH3_64bits(bytes.data(), bytes.size()); }

struct running_checksum::state {
  XXH3_state_t* xxh3 = XXH3_createState();
  state() {
    if (xxh3 == nullptr) throw std::bad_alloc();
    XXH3_64bits_reset(xxh3);
  }
  ~state() { XXH3_freeState(xxh3); }
  state(const state&) = delete;
  state& operator=(const state&) = delete;
};

running_checksum::running_checksum() : state_(std::make_unique<state>()) {}
running_checksum::~running_checksum() = default;

void running_checksum::add(std::span<const std::byte> bytes) {
  XXH3_64bits_update(state_->xxh3, bytes.data(), bytes.size());
}

std::uint64_t running_checksum::value() const { return XXH3_64bits_digest(state_->xxh3); }

}  // namespace typeformer::io
