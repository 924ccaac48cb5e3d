#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <memory_resource>
#include <new>
#include <optional>
#include <utility>

#include <typeformer/expressions/session.hpp>
#include <typeformer/layers/feed_forward.hpp>
#include <typeformer/tensor/memory_scope.hpp>
#include <typeformer/tensor/quantized_weights.hpp>

#include "../catch.hpp"

// Numbers in the memory of a program.
namespace {
namespace tf = typeformer;

struct Batch : tf::axis<"B", tf::up_to<4>> {};
struct Model : tf::axis<"d_model", 4> {};
struct Inner : tf::axis<"d_ff", 6> {};
using model_type = tf::feed_forward<Model, Inner>;
using matrix = tf::tensor<float, Batch, Model>;
using session_type = tf::session<model_type, float, tf::shape<Batch, Model>>;

/// A static array, and what is in use of it.
class counted_memory : public std::pmr::memory_resource {
 public:
  std::size_t in_use = 0, pieces = 0;
  bool is_own(const void* p) const { return p >= memory_.data() && p < memory_.data() + memory_.size(); }

 private:
  void* do_allocate(std::size_t bytes, std::size_t alignment) override {
    void* const p = resource_.allocate(bytes, alignment);
    in_use += bytes;
    ++pieces;
    return p;
  }
  void do_deallocate(void* p, std::size_t bytes, std::size_t) override {
    REQUIRE(is_own(p));
    in_use -= bytes;
    --pieces;
  }
  bool do_is_equal(const memory_resource& other) const noexcept override { return this == &other; }

  alignas(64) std::array<std::byte, 1 << 14> memory_;
  std::pmr::monotonic_buffer_resource resource_{memory_.data(), memory_.size(), std::pmr::null_memory_resource()};
};

TEST_CASE("what is made in a scope has its numbers in the program's memory, and gives them back", "[memory]") {
  counted_memory memory;
  {
    std::optional<tf::memory_scope> scope{std::in_place, memory};
    matrix x(3);
    CHECK(memory.in_use == 3 * 4 * sizeof(float));
    CHECK(memory.is_own(x.data()));
    CHECK(reinterpret_cast<std::uintptr_t>(x.data()) % tf::alignment == 0);
    const matrix copied = x;
    CHECK(memory.is_own(copied.data()));
    CHECK(memory.pieces == 2);
    const matrix moved = std::move(x);
    CHECK(memory.pieces == 2);
    scope.reset();
    const matrix behind = copied;
    CHECK_FALSE(memory.is_own(behind.data()));
    CHECK(memory.pieces == 2);
    matrix on_heap(2);
    on_heap = matrix{copied};
    CHECK_FALSE(memory.is_own(on_heap.data()));
  }
  CHECK(memory.in_use == 0);
  CHECK(memory.pieces == 0);
}

TEST_CASE("the innermost scope counts", "[memory]") {
  counted_memory outer, inner;
  const tf::memory_scope scope{outer};
  {
    const tf::memory_scope nested{inner};
    CHECK(inner.is_own(matrix(1).data()));
  }
  CHECK(outer.is_own(matrix(1).data()));
}

TEST_CASE("a session in the program's memory takes what its constants say, and yields the same bits", "[memory]") {
  const tf::weights<model_type> w = [] {
    tf::weights<model_type> some;
    float next = -1;
    for (float& e : some.block()) e = next += 0.125f;
    return some;
  }();
  matrix x(3);
  for (std::size_t i = 0; i < x.size(); ++i) x.data()[i] = 0.5f * static_cast<float>(i);
  tf::kernels::threads threads{2};
  const tf::packed_weights<model_type> packed{w};
  session_type run{packed, threads};
  const auto y = run(x);

  counted_memory memory;
  std::optional<tf::memory_scope> scope{std::in_place, memory};
  const tf::packed_weights<model_type> own_packed{w};
  CHECK(memory.in_use == tf::running_block_size<model_type> * sizeof(float));
  const std::size_t before = memory.in_use;
  session_type own_run{own_packed, threads};
  CHECK(memory.in_use - before == session_type::workspace_bytes);
  scope.reset();
  const auto own_y = own_run(x);
  CHECK(memory.is_own(own_y.data));
  REQUIRE(own_y.size() == y.size());
  CHECK(std::equal(y.data, y.data + y.size(), own_y.data));
}

TEST_CASE("memory that is too small is said by the resource, and nothing is lost", "[memory]") {
  alignas(64) std::array<std::byte, 256> little;
  std::pmr::monotonic_buffer_resource resource{little.data(), little.size(), std::pmr::null_memory_resource()};
  const tf::memory_scope scope{resource};
  const matrix fits(4);
  CHECK_THROWS_AS((tf::tensor<float, Inner, Model, Inner>{}), std::bad_alloc);
  CHECK(fits.size() == 16);
}

}  // namespace
