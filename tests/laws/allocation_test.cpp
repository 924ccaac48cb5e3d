#include <atomic>
#include <cerrno>
#include <cstdlib>
#include <new>
#include <thread>

#include <typeformer/decode/beam.hpp>
#include <typeformer/decode/greedy.hpp>
#include <typeformer/decode/sampling.hpp>
#include <typeformer/decode/scoring.hpp>
#include <typeformer/decode/transformer_decoding.hpp>
#include <typeformer/expressions/scan.hpp>
#include <typeformer/expressions/session.hpp>
#include <typeformer/models/pronounce.hpp>
#include <typeformer/train/transformer_objective.hpp>

#include "../catch.hpp"
#include "../decode/uncached_greedy.hpp"
#include "../small_model.hpp"
#include "decoded_models.hpp"

// This program counts what is asked of the heap, so it is a program of its own. With glibc it replaces malloc and
// the like, which operator new calls as well; elsewhere, and where a sanitizer replaces these, operator new.

#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
#define TYPEFORMER_TEST_SANITIZED 1
#elif defined(__has_feature)
#if __has_feature(address_sanitizer) || __has_feature(thread_sanitizer) || __has_feature(memory_sanitizer)
#define TYPEFORMER_TEST_SANITIZED 1
#endif
#endif

namespace {
std::atomic<std::size_t> allocations{0};
}

#if defined(__GLIBC__) && !defined(TYPEFORMER_TEST_SANITIZED)

extern "C" {
void* __libc_malloc(std::size_t);
void* __libc_calloc(std::size_t, std::size_t);
void* __libc_realloc(void*, std::size_t);
void* __libc_memalign(std::size_t, std::size_t);

void* malloc(std::size_t size) noexcept {
  ++allocations;
  return __libc_malloc(size);
}
void* calloc(std::size_t count, std::size_t size) noexcept {
  ++allocations;
  return __libc_calloc(count, size);
}
void* realloc(void* p, std::size_t size) noexcept {
  ++allocations;
  return __libc_realloc(p, size);
}
void* aligned_alloc(std::size_t alignment, std::size_t size) noexcept {
  ++allocations;
  return __libc_memalign(alignment, size);
}
void* memalign(std::size_t alignment, std::size_t size) noexcept {
  ++allocations;
  return __libc_memalign(alignment, size);
}
int posix_memalign(void** p, std::size_t alignment, std::size_t size) noexcept {
  ++allocations;
  *p = __libc_memalign(alignment, size);
  return *p ? 0 : ENOMEM;
}
}

#else

namespace {
void* aligned(std::size_t size, std::align_val_t alignment) noexcept {
  const auto n = static_cast<std::size_t>(alignment);
  return std::aligned_alloc(n, (size + n - 1) / n * n);
}
}  // namespace

// The forms that are left out (arrays) call these.
void* operator new(std::size_t size) {
  ++allocations;
  if (void* const p = std::malloc(size ? size : 1)) return p;
  throw std::bad_alloc{};
}
void* operator new(std::size_t size, std::align_val_t alignment) {
  ++allocations;
  if (void* const p = aligned(size, alignment)) return p;
  throw std::bad_alloc{};
}
void* operator new(std::size_t size, const std::nothrow_t&) noexcept {
  ++allocations;
  return std::malloc(size ? size : 1);
}
void* operator new(std::size_t size, std::align_val_t alignment, const std::nothrow_t&) noexcept {
  ++allocations;
  return aligned(size, alignment);
}
void operator delete(void* p) noexcept { std::free(p); }
void operator delete(void* p, const std::nothrow_t&) noexcept { std::free(p); }
void operator delete(void* p, std::size_t) noexcept { std::free(p); }
void operator delete(void* p, std::align_val_t) noexcept { std::free(p); }
void operator delete(void* p, std::size_t, std::align_val_t) noexcept { std::free(p); }
void operator delete(void* p, std::align_val_t, const std::nothrow_t&) noexcept { std::free(p); }

#endif

namespace {
namespace tf = typeformer;
using namespace tf::testing;
using tf::pronounce;

using model_type = tf::transformer<pronounce>;
using source_tokens = tf::tokens<pronounce::Letter, pronounce::Batch, pronounce::Source>;
using target_tokens = tf::tokens<pronounce::Phone, pronounce::Batch, pronounce::Target>;

/// How often f() asked the heap for memory.
template <class F>
std::size_t allocations_of(F&& f) {
  const std::size_t before = allocations;
  f();
  return allocations - before;
}

/// Compilers may leave out what is allocated for nothing.
void allocate_a_vector() {
  std::vector<int> v(100);
  [[maybe_unused]] int* volatile seen = v.data();
}

TEST_CASE("allocations are counted, of other threads too") {
  CHECK(allocations_of(allocate_a_vector) >= 1);
  CHECK(allocations_of([] { tf::tensor<float, pronounce::Model> t; }) >= 1);
  CHECK(allocations_of([] {
          std::thread other{allocate_a_vector};
          other.join();
        }) >= 2);
}

/// A batch of `rows` words of `letters` letters, and their lengths.
struct words {
  source_tokens source;
  std::vector<std::int32_t> lengths;

  words(std::size_t rows, std::size_t letters)
      : source(rows, letters), lengths(rows, static_cast<std::int32_t>(letters)) {
    for (std::size_t i = 0; i < source.size(); ++i) source.data()[i] = static_cast<std::int32_t>(i % 30);
    lengths.back() = 1;
  }
};

TEST_CASE("a forward pass of a session that is ready allocates nothing, with one thread and with two") {
  const tf::packed_weights<model_type> weights{random_weights<model_type, float>(1)};
  for (const std::size_t count : {1, 2}) {
    tf::kernels::threads threads{count};
    tf::session<model_type, float, source_tokens, target_tokens, tf::row_lengths> run{weights, threads};
    for (const auto& [rows, letters, phones] : {std::array{1, 1, 1}, std::array{64, 64, 40}, std::array{3, 20, 17}}) {
      INFO(count << " threads, " << rows << " rows");
      const words x(rows, letters);
      const target_tokens y(rows, phones);
      CHECK(allocations_of([&] { run(x.source, y, tf::row_lengths{x.lengths}); }) == 0);
    }
  }
}

struct Beam : tf::axis<"k", tf::up_to<3>> {};

TEMPLATE_TEST_CASE(
    "decoding allocates nothing once the decoder is ready, with one thread and with two", "",
    (tf::greedy_decoder<tf::transformer_decoding<pronounce, pronounce::Batch>>),
    (uncached_greedy_decoder<pronounce, pronounce::Batch>),
    (tf::sampling_decoder<tf::transformer_decoding<pronounce, pronounce::Batch>>),
    (tf::beam_decoder<tf::transformer_beams<pronounce, pronounce::Batch, Beam>, float, tf::wu_penalty>)) {
  const tf::packed_weights<model_type> weights{random_weights<model_type, float>(1)};
  for (const std::size_t count : {1, 2}) {
    tf::kernels::threads threads{count};
    TestType decode{weights, threads};
    for (const std::size_t rows : {1, 7, 24}) {
      INFO(count << " threads, " << rows << " rows");
      const words x(rows, 20);
      CHECK(allocations_of([&] { decode(x.source, x.lengths); }) == 0);
    }
  }
}

/// Ends where it wants to, so that rows have different lengths.
template <class M>
struct with_an_end : decoded_models::decoded<M, decoded_models::word> {
  static constexpr std::int32_t end_token = 4;
};

TEMPLATE_TEST_CASE("decoding of any module allocates nothing once the decoder is ready", "",
                   tf::language_model<decoded_models::windowed<4>>, decoded_models::convolutions,
                   decoded_models::recurrent) {
  using namespace decoded_models;
  using D = with_an_end<TestType>;
  const tf::packed_weights<TestType> weights{random_weights<TestType, float>(1)};
  for (const std::size_t count : {1, 2}) {
    tf::kernels::threads threads{count};
    tf::greedy_decoder<D> greedy{weights, threads, 9};
    tf::sampling_decoder<D> sample{weights, threads, {.temperature = 0.9, .top_k = 3}, 7, 9};
    tf::beam_decoder<D> search{weights, threads, {.width = 2, .n_best = 2}, {}, 9};
    tf::scorer<D> score{weights, threads};
    tf::decoding_session<D> session{weights, threads};
    for (const std::size_t rows : {1, 3}) {
      INFO(count << " threads, " << rows << " rows");
      const word prompt = random_tokens(word(rows, 3), 11), newest = random_tokens(word(rows, 1), 11);
      const std::vector<std::int32_t> lengths(rows, 3);
      CHECK(allocations_of([&] { greedy(prompt); }) == 0);
      CHECK(allocations_of([&] { sample(prompt); }) == 0);
      CHECK(allocations_of([&] { search(prompt); }) == 0);
      CHECK(allocations_of([&] { score(lengths, prompt); }) == 0);
      CHECK(allocations_of([&] {
              session.prefill(prompt);
              for (int i = 0; i < 5; ++i) session.decode_step(newest);
              session.decode_step(prompt);
            }) == 0);
    }
  }
}

TEST_CASE("scoring allocates nothing once the scorer is ready, with one thread and with two") {
  const tf::packed_weights<model_type> weights{random_weights<model_type, float>(1)};
  for (const std::size_t count : {1, 2}) {
    tf::kernels::threads threads{count};
    tf::scorer<tf::transformer_decoding<pronounce, pronounce::Batch>> score{weights, threads};
    for (const std::size_t rows : {1, 7, 24}) {
      INFO(count << " threads, " << rows << " rows");
      const words x(rows, 20);
      const target_tokens y(rows, 17);
      const std::vector<std::int32_t> phones(rows, 17);
      CHECK(allocations_of([&] { score(phones, x.source, y, x.lengths); }) == 0);
    }
  }
}

struct summed {
  using weight_type = tf::weight<pronounce::Model, pronounce::Inner>;
  BOOST_HANA_DEFINE_STRUCT(summed, (weight_type, w));
  template <tf::expression S, tf::expression X>
  constexpr auto operator()(const S& start, const X& x) const {
    return tf::scan<pronounce::Source>(start, x, [&](const auto& s, const auto& x_t) {
      const auto y = let(x_t * w);
      return tf::step_result{s + y, tanh(y)};
    });
  }
};

TEST_CASE("a scan allocates nothing, with one thread and with two") {
  using start_shape = tf::shape<pronounce::Batch, pronounce::Inner>;
  using input_shape = tf::shape<pronounce::Batch, pronounce::Source, pronounce::Model>;
  const tf::packed_weights<summed> weights{random_weights<summed, float>(1)};
  for (const std::size_t count : {1, 2}) {
    tf::kernels::threads threads{count};
    tf::session<summed, float, start_shape, input_shape> run{weights, threads};
    for (const std::size_t positions : {1, 20}) {
      const tf::tensor<float, pronounce::Batch, pronounce::Inner> start(7);
      const tf::tensor<float, pronounce::Batch, pronounce::Source, pronounce::Model> x(7, positions);
      CHECK(allocations_of([&] { run(start, x); }) == 0);
    }
  }
}

struct training : tf::with_choices<small, tf::dropout_rate<std::ratio<1, 10>>> {};

/// Examples to train on.
struct training_words {
  tf::tokens<training::Letter, training::Batch, training::Source> source;
  tf::tokens<training::Phone, training::Batch, training::Target> target;
  tf::labels<training::Phone, training::Batch, training::Target> next;
  std::vector<std::int32_t> lengths;

  training_words(std::size_t rows, std::size_t letters, std::size_t phones)
      : source(rows, letters), target(rows, phones), next(rows, phones), lengths(rows, 2) {
    std::ranges::fill(next.elements(), 3);
    next.elements().back() = -1;
  }
  tf::transformer_trainer<training, training::Batch>::batch_type batch() const {
    return {source, target, tf::row_lengths{lengths}, next, {.amount = 0.1}};
  }
};

TEST_CASE("a trainer allocates nothing after its first step, with one thread and with two") {
  for (const std::size_t count : {1, 2}) {
    INFO(count << " threads");
    tf::kernels::threads threads{count};
    tf::transformer_trainer<training, training::Batch> t{random_weights<tf::transformer<training>, float>(1),
                                                         {.max_gradient_norm = 0.01, .average_decay = 0.9},
                                                         threads};
    const training_words small_batch{1, 2, 2}, batch{3, 5, 7}, large_batch{5, 9, 12};
    t.accumulate(small_batch.batch());
    t.step(1e-3);
    for (const auto* words : {&batch, &large_batch, &small_batch}) {
      double norm = 0;
      CHECK(allocations_of([&] {
              t.accumulate(words->batch());
              t.accumulate(large_batch.batch());
              t.accumulate(words->batch());
              norm = t.step(1e-3).gradient_norm;
            }) == 0);
      CHECK(norm > 0.01);  // it was clipped
    }
  }
}

}  // namespace
