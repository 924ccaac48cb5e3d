#pragma once
#include <cstddef>
#include <limits>
#include <memory>
#include <memory_resource>
#include <new>
#include <span>
#include <utility>

#include <typeformer/kernels/ceil_div.hpp>

namespace typeformer {

/// Every tensor, block and arena starts at a multiple of this many bytes: a cache line and a vector of AVX-512.
inline constexpr std::size_t alignment = 64;

/// Bytes rounded up to a multiple of `alignment`: what a result takes of an arena.
constexpr std::size_t aligned_bytes(std::size_t bytes) { return kernels::ceil_div(bytes, alignment) * alignment; }

/// What a buffer holds at first. Unset memory costs nothing until it is used.
enum class contents { zero, unset };

/// What memory is asked for. Huge pages, 2 MiB each, for what is read as a whole again and again: reading a
/// vocabulary's 76 MB took 0.8 of the time. Less than one page gets usual ones.
enum class pages { usual, huge };

namespace detail {
inline constexpr std::size_t huge_page = std::size_t{2} << 20;

/// Memory, and the resource that it is from: null for the heap.
struct memory_piece {
  void* data = nullptr;
  std::pmr::memory_resource* from = nullptr;
};
inline namespace v0_1 {
memory_piece allocate(std::size_t bytes, pages of);
void release(memory_piece memory, std::size_t bytes, pages of);
}  // namespace v0_1
}  // namespace detail

/// Elements on the heap, or in the memory of a program (memory_scope.hpp), 64-byte aligned.
template <class T>
class buffer {
 public:
  constexpr buffer() = default;
  /// `size` elements from the heap, or from the innermost memory_scope of this thread.
  ///
  /// throws   when there is no such memory
  explicit buffer(std::size_t size, contents first = contents::zero, pages of = pages::usual)
      : size_{size}, pages_{of} {
    if (size == 0) return;
    const detail::memory_piece memory = detail::allocate(bytes_of(size), of);
    data_ = static_cast<T*>(memory.data);
    from_ = memory.from;
    if (first == contents::zero) {
      std::uninitialized_value_construct_n(data_, size);
    } else {
      std::uninitialized_default_construct_n(data_, size);
    }
  }
  /// What was moved from is empty.
  constexpr buffer(buffer&& other) noexcept
      : data_{std::exchange(other.data_, nullptr)},
        size_{std::exchange(other.size_, 0)},
        pages_{other.pages_},
        from_{other.from_} {}
  /// Releases its own elements; what was moved from is empty.
  constexpr buffer& operator=(buffer&& other) noexcept {
    buffer taken{std::move(other)};
    std::swap(data_, taken.data_);
    std::swap(size_, taken.size_);
    std::swap(pages_, taken.pages_);
    std::swap(from_, taken.from_);
    return *this;
  }
  constexpr ~buffer() {
    if (data_) detail::release({data_, from_}, size_ * sizeof(T), pages_);
  }

  constexpr T* data() const { return data_; }            ///< null where it is empty
  constexpr std::size_t size() const { return size_; }   ///< elements
  std::span<T> span() const { return {data(), size_}; }  ///< all elements

 private:
  static std::size_t bytes_of(std::size_t size) {
    if (size > std::numeric_limits<std::size_t>::max() / 2 / sizeof(T)) throw std::bad_array_new_length{};
    return size * sizeof(T);
  }
  T* data_ = nullptr;
  std::size_t size_ = 0;
  pages pages_ = pages::usual;
  std::pmr::memory_resource* from_ = nullptr;
};

}  // namespace typeformer
