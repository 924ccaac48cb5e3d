#pragma once
#include <cstddef>
#include <limits>
#include <memory>
#include <new>
#include <span>
#include <utility>

#include <typeformer/kernels/ceil_div.hpp>

namespace typeformer {

/// Every tensor, block and arena starts at a multiple of this many bytes: a cache line and a vector of AVX-512.
inline constexpr std::size_t alignment = 64;

constexpr std::size_t aligned_bytes(std::size_t bytes) { return kernels::ceil_div(bytes, alignment) * alignment; }

/// What a buffer holds at first. Unset memory costs nothing until it is used.
enum class contents { zero, unset };

/// What memory is asked for. Huge pages, 2 MiB each, for what is read as a whole again and again: reading a
/// vocabulary's 76 MB took 0.8 of the time. Less than one page gets usual ones.
enum class pages { usual, huge };

namespace detail {
inline constexpr std::size_t huge_page = std::size_t{2} << 20;

void* allocate(std::size_t bytes, pages of);
void release(void* memory, std::size_t bytes, pages of);
}  // namespace detail

/// Elements on the heap, 64-byte aligned.
template <class T>
class buffer {
 public:
  buffer() = default;
  explicit buffer(std::size_t size, contents first = contents::zero, pages of = pages::usual)
      : data_{size ? static_cast<T*>(detail::allocate(bytes_of(size), of)) : nullptr, {size * sizeof(T), of}},
        size_{size} {
    if (first == contents::zero) {
      std::uninitialized_value_construct_n(data_.get(), size);
    } else {
      std::uninitialized_default_construct_n(data_.get(), size);
    }
  }

  /// What was moved from is empty.
  buffer(buffer&& other) noexcept : data_{std::move(other.data_)}, size_{std::exchange(other.size_, 0)} {}
  buffer& operator=(buffer&& other) noexcept {
    data_ = std::move(other.data_);
    size_ = std::exchange(other.size_, 0);
    return *this;
  }

  T* data() const { return data_.get(); }
  std::size_t size() const { return size_; }
  std::span<T> span() const { return {data(), size_}; }

 private:
  static std::size_t bytes_of(std::size_t size) {
    if (size > std::numeric_limits<std::size_t>::max() / 2 / sizeof(T)) throw std::bad_array_new_length{};
    return size * sizeof(T);
  }
  struct release {
    std::size_t bytes = 0;
    pages of = pages::usual;
    void operator()(T* p) const { detail::release(p, bytes, of); }
  };
  std::unique_ptr<T, release> data_;
  std::size_t size_ = 0;
};

}  // namespace typeformer
