#pragma once
#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <functional>
#include <iostream>
#include <map>
#include <span>
#include <string>
#include <utility>
#include <vector>

/// What every program that bench/compare measures has in common; peers/worker.py is the same for those in Python.
///
///   worker --list                    the kinds of rows it has, one a line
///   worker "KIND SIZE…" THREADS      one row: prints what it computed, and then, for each line it reads, takes a turn
///                                    and prints its milliseconds. Exits with 3 if it does not have that row.
///
/// Models' weights are in the file that the environment variable WEIGHTS names.
namespace bench {

/// The number i of the array `key`, in [−1, 1). The same in every worker, so that all compute the same.
inline std::uint64_t counted(std::uint64_t key, std::uint64_t i) {
  std::uint64_t z = key + (i + 1) * 0x9e3779b97f4a7c15u;
  z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
  z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
  return z ^ (z >> 31);
}
inline float number(std::uint64_t key, std::uint64_t i) {
  return static_cast<float>(counted(key, i) >> 40) * 0x1p-23f - 1;
}
inline void fill(float* x, std::size_t size, std::uint64_t key) {
  for (std::size_t i = 0; i < size; ++i) x[i] = number(key, i);
}

/// A number by which a result is known. Workers' values may differ by a thousandth of the scale.
struct check {
  double value, scale;
};
/// The projection of an array on a fixed random direction: an element in the wrong place shows.
inline check projection(const float* y, std::size_t size) {
  double value = 0, squares = 0;
  for (std::size_t i = 0; i < size; ++i) {
    value += static_cast<double>(y[i]) * static_cast<double>(number(99, i));
    squares += static_cast<double>(y[i]) * static_cast<double>(y[i]);
  }
  return {value, std::sqrt(squares)};
}

/// A row made ready.
struct prepared {
  std::function<void(std::size_t)> run;         // so many times
  std::function<std::vector<check>()> results;  // of a run before any other
  std::string setting = {};
  std::size_t times = 0;  // runs in a sample; 0 until it is sampled
};

/// f as prepared::run wants it: the loop is compiled around f, since a call costs as much as a small product.
template <class F>
std::function<void(std::size_t)> repeated(F f) {
  return [f = std::move(f)](std::size_t times) mutable {
    for (std::size_t i = 0; i < times; ++i) {
      f();
      asm volatile("" ::: "memory");
    }
  };
}

inline double milliseconds(const std::function<void(std::size_t)>& run, std::size_t times) {
  const auto start = std::chrono::steady_clock::now();
  run(times);
  return std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now() - start).count();
}
inline double median(std::vector<double> x) {
  std::ranges::sort(x);
  return x[x.size() / 2];
}

/// How many runs one sample times: those that take a fifth of a millisecond, which a clock can tell; and what a run
/// took in the last of them.
struct sampling {
  std::size_t times;
  double ms;
};
inline sampling runs_a_sample(const std::function<void(std::size_t)>& run) {
  std::size_t times = 1;
  double ms = milliseconds(run, times);
  for (; ms < 0.2; ms = milliseconds(run, times)) times *= 2;
  return {times, ms / static_cast<double>(times)};
}
/// A turn: samples for 50 ms, of which the first wakes threads and fills caches and does not count. Work that takes
/// longer than that is timed once.
inline double turn(const std::function<void(std::size_t)>& run, std::size_t times) {
  std::vector<double> samples;
  double spent = 0;
  do {
    samples.push_back(milliseconds(run, times));
    spent += samples.back();
  } while (spent < 50);
  if (samples.size() > 1) samples.erase(samples.begin());
  return median(samples) / static_cast<double>(times);
}

/// The fastest of several ways to the same result.
inline prepared fastest(std::vector<prepared> ways) {
  std::size_t best = 0;
  double least = 0;
  for (std::size_t i = 0; ways.size() > 1 && i < ways.size(); ++i) {
    auto [times, ms] = runs_a_sample(ways[i].run);
    ways[i].times = times;
    // Of a long run that is enough; of others one turn, where it is far from the least.
    if (ms < 300) {
      ms = turn(ways[i].run, times);
      for (int again = 0; again < 2 && (i == 0 || ms < 1.5 * least); ++again)
        ms = std::min(ms, turn(ways[i].run, times));
    }
    if (i == 0 || ms < least) {
      least = ms;
      best = i;
    }
  }
  return std::move(ways[best]);
}

/// Of a cold product's weights, so many take turns: more than a cache holds.
inline constexpr std::size_t cold_copies = 3;

/// The sizes in a row's name.
using sizes = std::vector<std::size_t>;
struct not_here {};

/// Prepares a row; throws not_here if it has none of these sizes.
using preparation = std::function<prepared(const sizes&, std::size_t threads)>;

inline std::string weights_file() {
  const char* const path = std::getenv("WEIGHTS");
  return path ? path : "";
}

inline int serve(int argc, char** argv, const std::map<std::string, preparation>& kinds) {
  const std::vector<std::string> arguments(argv + 1, argv + argc);
  if (arguments.size() == 1 && arguments[0] == "--list") {
    for (const auto& [kind, prepare] : kinds) std::puts(kind.c_str());
    return 0;
  }
  if (arguments.size() != 2) {
    std::fprintf(stderr, "%s --list, or %s ROW THREADS\n", argv[0], argv[0]);
    return 2;
  }
  std::string kind = arguments[0];
  sizes found;
  if (const std::size_t space = kind.find(' '); space != std::string::npos) {
    for (char* at = kind.data() + space; *at != '\0';) found.push_back(std::strtoul(at, &at, 10));
    kind.resize(space);
  }
  const auto prepare = kinds.find(kind);
  if (prepare == kinds.end()) return 3;
  prepared row;
  try {
    row = prepare->second(found, std::strtoul(arguments[1].c_str(), nullptr, 10));
  } catch (not_here) {
    return 3;
  }
  std::string checks;
  for (const auto& [value, scale] : row.results())
    checks += (checks.empty() ? "[" : ", [") + std::to_string(value) + ", " + std::to_string(scale) + "]";
  if (row.times == 0) row.times = runs_a_sample(row.run).times;
  std::printf("{\"checks\": [%s], \"setting\": \"%s\"}\n", checks.c_str(), row.setting.c_str());
  std::fflush(stdout);
  for (std::string line; std::getline(std::cin, line);) {
    std::printf("%.7f\n", turn(row.run, row.times));
    std::fflush(stdout);
  }
  return 0;
}

}  // namespace bench
