#pragma once
#include <memory_resource>
#include <type_traits>

#include <typeformer/requires_cxx20.hpp>

namespace typeformer {
/// Whether a memory_scope is made with one resource, which is no temporary.
template <class... X>
inline constexpr bool is_memory_resource = false;
template <class X>
inline constexpr bool is_memory_resource<X> = std::is_convertible_v<X, std::pmr::memory_resource&>;
}  // namespace typeformer

namespace typeformer::inline v0_1 {

/// While it lives, what its thread makes has its numbers in the memory of `resource`, in place of the heap: weights,
/// arenas of sessions and decoders, KV caches, tensors. A program with memory of its own makes all that it needs once:
///
///   alignas(64) static std::byte memory[...];
///   std::pmr::monotonic_buffer_resource resource{memory, sizeof memory, std::pmr::null_memory_resource()};
///   const tf::memory_scope scope{resource};
///   tf::greedy_decoder<my_decoding> decode{weights, threads};   // decode.workspace_bytes + decode.state_bytes of it
///
/// Numbers begin at multiples of 64 bytes. A few short lists, of axes and of lengths, are on the heap all the same;
/// they are made where their owner is made, too. Scopes nest, the innermost counts. The resource outlives all that was
/// made with it, and is asked by one thread at a time, if these are moved to other threads.
///
/// throws   what the resource throws, where something is made
class [[nodiscard]] memory_scope {
 public:
  /// Until its end, what this thread makes is in `resource`.
  explicit memory_scope(std::pmr::memory_resource& resource);
  template <class... X>
    requires(!is_memory_resource<X...>)
  explicit memory_scope(X&&...) : memory_scope{*std::pmr::get_default_resource()} {
    static_assert(
        is_memory_resource<X...>,
        "memory_scope scope{resource}: it takes a std::pmr::memory_resource by reference, which outlives it; of "
        "a pointer, *pointer");
  }
  ~memory_scope();
  memory_scope(const memory_scope&) = delete;
  memory_scope& operator=(const memory_scope&) = delete;

 private:
  std::pmr::memory_resource* outer_;
};

}  // namespace typeformer::inline v0_1
