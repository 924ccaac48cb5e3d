#pragma once
#include <cstddef>
#include <memory>
#include <new>
#include <span>

namespace typeformer {

/// Every tensor, block and arena starts at a multiple of this many bytes: a cache line and a vector of AVX-512.
inline constexpr std::size_t alignment = 64;

constexpr std::size_t aligned_bytes(std::size_t bytes) { return (bytes + alignment - 1) / alignment * alignment; }

/// What a buffer holds at first. Unset memory costs nothing until it is used.
enum class contents { zero, unset };

/// Elements on the heap, 64-byte aligned.
template <class T>
class buffer {
 public:
  buffer() = default;
  explicit buffer(std::size_t size, contents first = contents::zero)
      : data_{size ? static_cast<T*>(::operator new(size * sizeof(T), std::align_val_t{alignment})) : nullptr},
        size_{size} {
    if (first == contents::zero) {
      std::uninitialized_value_construct_n(data_.get(), size);
    } else {
      std::uninitialized_default_construct_n(data_.get(), size);
    }
  }

  T* data() const { return data_.get(); }
  std::size_t size() const { return size_; }
  std::span<T> span() const { return {data(), size_}; }

 private:
  struct release {
    void operator()(T* p) const { ::operator delete(p, std::align_val_t{alignment}); }
  };
  std::unique_ptr<T, release> data_;
  std::size_t size_ = 0;
};

}  // namespace typeformer
