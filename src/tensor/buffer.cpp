#include <new>
#include <utility>
#if defined(__linux__)
#include <sys/mman.h>
#endif

#include <typeformer/tensor/buffer.hpp>
#include <typeformer/tensor/memory_scope.hpp>

namespace typeformer {

namespace {
thread_local std::pmr::memory_resource* innermost = nullptr;  // of the scopes; null for the heap
}

memory_scope::memory_scope(std::pmr::memory_resource& resource) : outer_{std::exchange(innermost, &resource)} {}
memory_scope::~memory_scope() { innermost = outer_; }

namespace detail {

memory_piece v0_1::allocate(std::size_t bytes, pages of) {
  if (innermost) return {innermost->allocate(bytes, alignment), innermost};
  if (of == pages::usual || bytes < huge_page) return {::operator new(bytes, std::align_val_t{alignment})};
  void* const memory = ::operator new(bytes, std::align_val_t{huge_page});
#if defined(MADV_HUGEPAGE)
  // A wish: where it is not granted, usual pages do.
  ::madvise(memory, bytes, MADV_HUGEPAGE);
#endif
  return {memory};
}

void v0_1::release(memory_piece memory, std::size_t bytes, pages of) {
  if (memory.from) {
    memory.from->deallocate(memory.data, bytes, alignment);
  } else {
    const std::size_t aligned = of == pages::usual || bytes < huge_page ? alignment : huge_page;
    ::operator delete(memory.data, std::align_val_t{aligned});
  }
}

}  // namespace detail

}  // namespace typeformer
