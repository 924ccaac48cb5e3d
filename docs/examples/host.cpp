// A host with its own threads and its own memory that serves pronunciations: all memory is static, nothing is asked of
// the heap after the start, and no exception crosses its border.
#include <algorithm>
#include <array>
#include <atomic>
#include <bit>
#include <chrono>
#include <condition_variable>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <iterator>
#include <memory_resource>
#include <mutex>
#include <new>
#include <optional>
#include <sstream>
#include <string>
#include <thread>
#include <vector>

#include <typeformer/models/pronounce.hpp>
#include <typeformer/typeformer.hpp>
namespace tf = typeformer;

// Every allocation of the program is counted here, the library's too.
static std::atomic<std::size_t> allocations{0};
void* operator new(std::size_t size) {
  ++allocations;
  if (void* const p = std::malloc(size)) return p;
  throw std::bad_alloc{};
}
[[gnu::noinline]] void operator delete(void* p) noexcept { std::free(p); }  // inlined, g++ takes it for another free
[[gnu::noinline]] void operator delete(void* p, std::size_t) noexcept { std::free(p); }

// The host's threads: two, one of which is the caller's.
class host_threads : public tf::kernels::executor {
 public:
  host_threads() : helper_{[this](std::stop_token stop) { help(stop); }} {}
  std::size_t concurrency() const override { return 2; }
  void run(std::size_t tasks, task_function task) override {
    {
      const std::lock_guard lock{mutex_};
      task_.emplace(task);
      next_ = 0;
      tasks_ = tasks;
      is_helping_ = true;
    }
    changed_.notify_all();
    work(0);
    std::unique_lock lock{mutex_};
    changed_.wait(lock, [this] { return !is_helping_; });
  }

 private:
  void work(std::size_t worker) {
    for (std::size_t i; (i = next_++) < tasks_;) (*task_)(i, worker);
  }
  void help(std::stop_token stop) {
    for (;;) {
      {
        std::unique_lock lock{mutex_};
        if (!changed_.wait(lock, stop, [this] { return is_helping_; })) return;
      }
      work(1);
      {
        const std::lock_guard lock{mutex_};
        is_helping_ = false;
      }
      changed_.notify_all();
    }
  }

  std::mutex mutex_;
  std::condition_variable_any changed_;
  std::optional<task_function> task_;
  std::atomic<std::size_t> next_{0};
  std::size_t tasks_ = 0;
  bool is_helping_ = false;
  std::jthread helper_;
};

// The model, and its memory: weights, KV caches and an arena, whose bytes are constants.
struct Word : tf::axis<"B", 1> {};
using model = tf::transformer<tf::pronounce>;
using decoder = tf::greedy_decoder<tf::transformer_decoding<tf::pronounce, Word>>;
constexpr std::size_t weight_bytes = tf::running_block_size<model> * sizeof(float);
constexpr std::size_t own_bytes = weight_bytes + decoder::workspace_bytes + decoder::state_bytes + 4096;
alignas(tf::alignment) static std::byte own_memory[own_bytes];

// What the host has of it, behind a border of C.
class service {
 public:
  explicit service(const char* file)
      : phones_{names(tf::safetensors::file::open(file).metadata().at("target"))},
        scope_{std::in_place, resource_},
        packed_{from_heap(file)},
        decode_{packed_, threads_},
        lengths_(1) {
    scope_.reset();
  }
  // Phones with spaces between them; returns their length, or −1 for what is no word.
  int pronounce(const char* word, char* to, std::size_t size) {
    std::size_t length = 0;
    for (; word[length]; ++length) {
      if (word[length] < 'A' || word[length] > 'Z' || length + 1 == tf::bound<tf::pronounce::Source>) return -1;
      letters_(0, length) = 4 + word[length] - 'A';
    }
    if (length == 0) return -1;
    letters_(0, length) = tf::pronounce::source_end_token;
    lengths_[0] = static_cast<std::int32_t>(length + 1);
    std::size_t used = 0;
    for (const std::int32_t phone : decode_(letters_, lengths_).row(0)) {
      const std::string& name = phones_[static_cast<std::size_t>(phone)];
      if (used + name.size() + 2 > size) return -1;
      if (used > 0) to[used++] = ' ';
      used = static_cast<std::size_t>(std::copy(name.begin(), name.end(), to + used) - to);
    }
    to[used] = 0;
    return static_cast<int>(used);
  }

 private:
  static std::vector<std::string> names(const std::string& text) {
    std::istringstream in{text};
    return {std::istream_iterator<std::string>{in}, {}};
  }
  // A file's numbers are on the heap until they are packed.
  tf::weights<model> from_heap(const char* file) {
    const tf::memory_scope heap{*std::pmr::new_delete_resource()};
    return tf::load<model>(file);
  }

  std::vector<std::string> phones_;
  std::pmr::monotonic_buffer_resource resource_{own_memory, sizeof own_memory, std::pmr::null_memory_resource()};
  host_threads pool_;
  tf::kernels::threads threads_{pool_};
  std::optional<tf::memory_scope> scope_;
  tf::packed_weights<model> packed_;
  decoder decode_;
  tf::tokens<tf::pronounce::Letter, Word, tf::pronounce::Source> letters_{tf::bound<tf::pronounce::Source>};
  std::vector<std::int32_t> lengths_;
};
static std::optional<service> served;

extern "C" int host_start(const char* file) noexcept try {
  served.emplace(file);
  return 0;
} catch (const std::exception& problem) {
  std::fprintf(stderr, "host: %s\n", problem.what());
  return -1;
}
extern "C" int host_pronounce(const char* word, char* to, std::size_t size) noexcept try {
  return served ? served->pronounce(word, to, size) : -1;
} catch (const std::exception& problem) {
  std::fprintf(stderr, "host: %s\n", problem.what());
  return -1;
}

int main(int count, char** arguments) {
  if (count != 2) {
    std::fprintf(stderr, "usage: host WEIGHTS.safetensors\n");
    return 2;
  }
  if (host_start(arguments[1]) != 0) return 1;
  constexpr std::array words{"TRANSFORMER", "TYPE", "SHAPE", "AXIS", "ATTENTION", "PRONUNCIATION", "A"};
  std::array<std::size_t, 24> histogram{};  // by powers of two, in microseconds
  char phones[256];
  host_pronounce(words[0], phones, sizeof phones);  // the first call wakes threads
  const std::size_t before = allocations;
  for (int i = 0; i < 200; ++i) {
    const auto start = std::chrono::steady_clock::now();
    if (host_pronounce(words[static_cast<std::size_t>(i) % words.size()], phones, sizeof phones) < 0) return 1;
    const auto took = std::chrono::duration_cast<std::chrono::microseconds>(std::chrono::steady_clock::now() - start);
    ++histogram[std::min<std::size_t>(histogram.size() - 1, std::bit_width(static_cast<std::size_t>(took.count())))];
  }
  const std::size_t asked = allocations - before;
  std::printf("static memory %zu bytes, of which the weights %zu\n", sizeof own_memory, weight_bytes);
  for (std::size_t i = 0; i < histogram.size(); ++i)
    if (histogram[i])
      std::printf("below %7zu us %4zu %s\n", std::size_t{1} << i, histogram[i],
                  std::string((histogram[i] + 3) / 4, '#').c_str());
  std::printf("asked of the heap after the start: %zu times\n", asked);
  host_pronounce("TRANSFORMER", phones, sizeof phones);
  std::printf("TRANSFORMER %s\n", phones);
  const bool refused = host_pronounce("NOT A WORD", phones, 4) < 0 && host_pronounce("", phones, sizeof phones) < 0;
  return asked == 0 && refused && std::strcmp(phones, "T R AE N S F AO R M ER") == 0 ? 0 : 1;
}
