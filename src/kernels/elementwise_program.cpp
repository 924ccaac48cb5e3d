#include <algorithm>
#include <cstring>

#include <typeformer/kernels/elementwise_program.hpp>

#include "ranges.hpp"
#include "strides.hpp"
#include "table.hpp"

// The interpreter is compiled once: what it calls for each block is of the chosen instruction set.
namespace typeformer::kernels::inline v0_1 {
namespace {

using kind = elementwise_program::kind;

/// Elements of a block: all blocks fill half of an L1 cache of 32 KiB, or all of it where there are more than eight. A
/// few long blocks cost less than many short ones, which for a sum of two arrays took a third more time.
template <class T>
std::size_t block_elements(std::size_t blocks) {
  return std::max<std::size_t>(2048, 16384 / std::max<std::size_t>(1, blocks)) / sizeof(T) / 64 * 64;
}

/// Of results this large, programs that compute this much prefetch the next block of each operand, since the processor
/// prefetches nothing while they compute: a·x + b, exp and · z of 2²² floats took 8 % longer without. A program of one
/// instruction would take 1.4 times as long with it.
constexpr std::size_t prefetched_bytes = 1 << 20, prefetching_functions = 3;

template <class T>
void prefetch(const T* data, std::size_t count) {
  constexpr std::size_t line = 64 / sizeof(T);
  for (std::size_t i = 0; i < count; i += line) __builtin_prefetch(data + i, 0, 2);
}

std::size_t functions_of(const elementwise_program& program) {
  std::size_t count = 0;
  for (std::size_t i = 0; i < program.size(); ++i) {
    const kind what = program[i].what;
    count += what == kind::unary || what == kind::derivative || what == kind::binary || what == kind::select;
  }
  return count;
}

/// Reads an operand in the order of the results.
template <class T>
struct reader {
  const T* data;
  dimensions read;
  bool is_copied;      // a result is the same array
  bool is_prefetched;  // the next block of it, into L2

  /// Elements [first, first + count) of the results' order: where they are, if they are contiguous, and else in
  /// `block`.
  const T* operator()(std::size_t first, std::size_t count, T* block) const {
    std::size_t index[max_rank], offset = 0, rest = first;
    for (std::size_t d = read.rank; d-- > 1;) {
      index[d] = rest % read.all[d].extent;
      rest /= read.all[d].extent;
      offset += index[d] * read.all[d].stride;
    }
    index[0] = rest;
    offset += rest * read.all[0].stride;

    const std::size_t last = read.rank - 1;
    const auto [extent, stride] = read.all[last];
    const bool is_contiguous = stride == 1 && count <= extent - index[last];
    if (is_contiguous && !is_copied) {
      if (is_prefetched && count * 2 <= extent - index[last]) prefetch(data + offset + count, count);
      return data + offset;
    }
    T* to = block;
    while (true) {
      const std::size_t piece = std::min(count, extent - index[last]);
      const T* const from = data + offset;
      if (stride == 1) {
        std::copy_n(from, piece, to);
      } else if (stride == 0) {
        std::fill_n(to, piece, *from);
      } else {
        for (std::size_t i = 0; i < piece; ++i) to[i] = from[i * stride];
      }
      count -= piece;
      if (count == 0) return block;
      to += piece;
      offset -= index[last] * stride;
      index[last] = 0;
      for (std::size_t d = last; d-- > 0;) {
        offset += read.all[d].stride;
        if (++index[d] < read.all[d].extent) break;
        offset -= index[d] * read.all[d].stride;
        index[d] = 0;
      }
    }
  }
};

/// A program with its operands and results.
template <class T>
struct evaluation {
  const elementwise_program& program;
  std::span<T* const> results;
  const program_functions<T>& functions = chosen_table<T>().program;
  elementwise_program::blocks blocks = program.assign_blocks();
  std::size_t block_size = block_elements<T>(blocks.count);
  reader<T> readers[elementwise_program::max_operands];
  T* written[elementwise_program::max_instructions];  // the result where a value is computed, or null

  evaluation(const elementwise_program& p, std::span<T* const> r) : program(p), results(r) {}

  bool is_written_after(std::size_t instruction, std::size_t result) const {
    for (std::size_t i = instruction + 1; i < program.size(); ++i) {
      const bool writes = program[i].what == kind::store || program[i].what == kind::add;
      if (writes && program[i].which == result) return true;
    }
    return false;
  }

  void find_written() {
    for (std::size_t i = 0; i < program.size(); ++i) {
      written[i] = nullptr;
      if (i + 1 == program.size()) break;
      const auto &one = program[i], &next = program[i + 1];
      const bool is_computed = one.what != kind::load && one.what != kind::constant && one.what != kind::store;
      if (!is_computed || next.what != kind::store || next.of[0] != i || is_written_after(i + 1, next.which)) continue;
      written[i] = results[next.which];
    }
  }

  void fill_constants(T* scratch) const {
    for (std::size_t i = 0; i < program.size(); ++i) {
      if (program[i].what != kind::constant) continue;
      std::fill_n(scratch + blocks.of[i] * block_size, block_size, static_cast<T>(program[i].number));
    }
  }

  void run_block(std::size_t first, std::size_t count, T* scratch) const {
    const T* values[elementwise_program::max_instructions];
    for (std::size_t i = 0; i < program.size(); ++i) {
      const auto& one = program[i];
      T* const to = written[i] ? written[i] + first : scratch + blocks.of[i] * block_size;
      const auto of = [&](std::size_t k) { return values[one.of[k]]; };
      values[i] = to;
      switch (one.what) {
        case kind::load:
          values[i] = readers[one.which](first, count, to);
          break;
        case kind::constant:
          break;
        case kind::unary:
          functions.unary[one.which](count, of(0), to);
          break;
        case kind::derivative:
          functions.derivative[one.which](count, of(0), to);
          break;
        case kind::binary:
          functions.binary[one.which](count, of(0), of(1), to);
          break;
        case kind::select:
          functions.select(count, of(0), of(1), of(2), to);
          break;
        case kind::store: {
          T* const result = results[one.which] + first;
          if (of(0) != result) std::memcpy(result, of(0), count * sizeof(T));
          break;
        }
        case kind::add: {
          T* const result = results[one.which] + first;
          functions.binary[static_cast<std::size_t>(binary_function::add)](count, result, of(0), result);
          break;
        }
      }
    }
  }
};

}  // namespace

template <class T>
void evaluate(const elementwise_program& program, std::span<const std::size_t> extents,
              std::span<const strided_operand<T>> operands, std::span<T* const> results, threads& threads) {
  if (operands.size() < program.operands() || results.size() < program.results()) {
    throw error("an elementwise program is evaluated with fewer operands or results than it has");
  }
  if (extents.size() > max_rank) throw error("an elementwise program is evaluated on more than 8 extents");
  const std::size_t size = product_of(extents), grain = task_elements;
  const bool is_prefetched = size * sizeof(T) >= prefetched_bytes && functions_of(program) >= prefetching_functions;
  evaluation<T> run(program, results.first(program.results()));
  for (std::size_t i = 0; i < program.operands(); ++i) {
    if (operands[i].strides.size() != extents.size()) {
      throw error("an operand of an elementwise program has another number of strides than there are extents");
    }
    auto& reader = run.readers[i];
    reader.data = operands[i].data;
    reader.is_prefetched = is_prefetched;
    reader.read = merged(extents, operands[i].strides);
    if (reader.read.rank == 0) reader.read.all[reader.read.rank++] = {1, 1};
    reader.is_copied = std::find(run.results.begin(), run.results.end(), operands[i].data) != run.results.end();
  }
  run.find_written();

  threads.for_each(ceil_div(size, grain), [&](std::size_t task, void* memory) {
    T* const scratch = static_cast<T*>(memory);
    run.fill_constants(scratch);
    const std::size_t end = std::min(size, (task + 1) * grain);
    for (std::size_t first = task * grain; first < end; first += run.block_size) {
      run.run_block(first, std::min(run.block_size, end - first), scratch);
    }
  });
}

template void evaluate(const elementwise_program&, std::span<const std::size_t>,
                       std::span<const strided_operand<float>>, std::span<float* const>, threads&);
template void evaluate(const elementwise_program&, std::span<const std::size_t>,
                       std::span<const strided_operand<double>>, std::span<double* const>, threads&);

}  // namespace typeformer::kernels::inline v0_1
