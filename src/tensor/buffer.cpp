#include <new>
#if defined(__linux__)
#include <sys/mman.h>
#endif

#include <typeformer/tensor/buffer.hpp>

namespace typeformer::detail {

void* allocate(std::size_t bytes, pages of) {
  if (of == pages::usual || bytes < huge_page) return ::operator new(bytes, std::align_val_t{alignment});
  void* const memory = ::operator new(bytes, std::align_val_t{huge_page});
#if defined(MADV_HUGEPAGE)
  // A wish: where it is not granted, usual pages do.
  ::madvise(memory, bytes, MADV_HUGEPAGE);
#endif
  return memory;
}

void release(void* memory, std::size_t bytes, pages of) {
  const std::size_t aligned = of == pages::usual || bytes < huge_page ? alignment : huge_page;
  ::operator delete(memory, std::align_val_t{aligned});
}

}  // namespace typeformer::detail
