// How the time of each attention grows with the sequence, beside what its trace says: build/bench/growth --help.
#include <algorithm>
#include <cmath>
#include <cstdio>
#include <ctime>
#include <fstream>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <typeformer/expressions/lsh_attention.hpp>
#include <typeformer/expressions/session.hpp>
#include <typeformer/expressions/traced.hpp>
#include <typeformer/layers/mechanisms/linear_attention.hpp>
#include <typeformer/layers/mechanisms/linformer_attention.hpp>
#include <typeformer/layers/multi_head_attention.hpp>

#include "../src/cli/svg/line_chart.hpp"
#include "worker.hpp"

namespace {

namespace tf = typeformer;

constexpr std::size_t least_positions = 256, most_positions = 16384;
struct Head : tf::axis<"h", 1> {};
struct Position : tf::axis<"N", tf::up_to<most_positions>> {};
struct Width : tf::axis<"d", 64> {};
struct Projected : tf::axis<"k", 256> {};
using sequence = tf::shape<Head, Position, Width>;

struct measured {
  std::string name;
  tf::growth stated;
  double least, most;                                   // what the exponent must be above and below
  std::vector<std::pair<double, double>> milliseconds;  // of each number of positions

  /// The slope of log t over log N, by least squares. Over all sizes: of the largest alone it would be that of leaving
  /// the caches, too, 1.3 for linear attention, whose sequences are read as often as they are multiplied.
  double exponent() const {
    double x = 0, y = 0, xx = 0, xy = 0;
    for (const auto& [n, ms] : milliseconds) {
      const double log_n = std::log(n), log_t = std::log(ms);
      x += log_n, y += log_t, xx += log_n * log_n, xy += log_n * log_t;
    }
    const double count = static_cast<double>(milliseconds.size());
    return (count * xy - x * y) / (count * xx - x * x);
  }
};

/// The shortest of several runs, at least three, over some tenths of a second. Of the processor's time, so that other
/// programs count little.
template <class Run>
double shortest_milliseconds(const Run& run) {
  const auto seconds = [](std::clock_t time) { return static_cast<double>(time) / CLOCKS_PER_SEC; };
  run();
  double shortest = 1e300;
  const std::clock_t begin = std::clock();
  for (int i = 0; i < 3 || seconds(std::clock() - begin) < 0.3; ++i) {
    const std::clock_t before = std::clock();
    run();
    shortest = std::min(shortest, seconds(std::clock() - before));
  }
  return 1000 * shortest;
}

/// A Mechanism (layers/attention.hpp) along one sequence, one head of width 64 on one thread.
template <class Mechanism, class Mask = tf::no_mask>
measured attention(std::string name, double least, double most) {
  using module = typename Mechanism::template heads<Head, Width, Width>;
  const tf::weights<module> weights;
  const tf::packed_weights<module> packed{weights};
  tf::kernels::threads threads{1};
  tf::session<module, float, sequence, sequence, sequence, Mask> run{packed, threads};
  measured m{std::move(name), tf::growth_of<module, Position, sequence, sequence, sequence, Mask>, least, most, {}};
  for (std::size_t n = least_positions; n <= most_positions; n *= 2) {
    tf::tensor<float, Head, Position, Width> q(n), k(n), v(n);
    bench::fill(q.data(), q.size(), 1);
    bench::fill(k.data(), k.size(), 2);
    bench::fill(v.data(), v.size(), 3);
    m.milliseconds.emplace_back(static_cast<double>(n), shortest_milliseconds([&] { run(q, k, v, Mask{}); }));
  }
  return m;
}

/// LSH attention as a Mechanism: its queries are its keys.
struct lsh_attention {
  struct of_queries {
    BOOST_HANA_DEFINE_STRUCT(of_queries);
    template <tf::expression Q, tf::expression K, tf::expression V, tf::is_mask Mask>
    constexpr auto operator()(const Q& q, const K&, const V& v, const Mask& mask) const {
      return tf::locality_sensitive_attention<2, 64>(q, v, mask);
    }
  };
  template <class, class, class>
  using heads = of_queries;
};

/// A kind of attention is a line here.
std::vector<measured> measure_all() {
  return {
      attention<tf::softmax_attention>("softmax", 1.8, 2.2),
      attention<tf::softmax_attention, tf::causal<Position>>("softmax, causal", 1.8, 2.2),
      attention<tf::softmax_attention, tf::sliding_window<Position, 256>>("window of 256", 0.8, 1.3),
      attention<tf::linear_attention<>>("linear", 0.8, 1.2),
      attention<tf::linear_attention<>, tf::causal<Position>>("linear, causal", 0.8, 1.2),
      attention<tf::linformer_attention<Position, Projected>>("Linformer", 0.8, 1.2),
      attention<lsh_attention>("LSH, 2 rounds", 0.8, 1.3),
  };
}

void print(const std::vector<measured>& all) {
  std::printf("%-16s", "ms");
  for (const auto& [n, ms] : all.front().milliseconds) std::printf("%10.0f", n);
  std::printf("  exponent  stated\n");
  for (const measured& m : all) {
    std::printf("%-16s", m.name.c_str());
    for (const auto& [n, ms] : m.milliseconds) std::printf("%10.3g", ms);
    std::printf("%10.2f  %s\n", m.exponent(), m.stated.text("N").c_str());
  }
}

/// Both axes as powers of 2: a straight line's slope is the exponent.
std::string drawn(const std::vector<measured>& all) {
  tf::cli::chart_panel panel{"log₂ of milliseconds", {}};
  for (const measured& m : all) {
    tf::cli::chart_line line{m.name + ", " + m.stated.text("N"), {}};
    for (const auto& [n, ms] : m.milliseconds) line.points.emplace_back(std::log2(n), std::log2(ms));
    panel.lines.push_back(std::move(line));
  }
  const std::vector panels{panel};
  return tf::cli::line_chart_svg("Attention of one head of width 64", "log₂ of positions", panels);
}

bool all_grow_as_stated(const std::vector<measured>& all) {
  bool do_all = true;
  for (const measured& m : all)
    if (const double e = m.exponent(); !(e > m.least && e < m.most)) {
      std::fprintf(stderr, "growth: %s: the exponent is %.2f, but must be between %.1f and %.1f\n", m.name.c_str(), e,
                   m.least, m.most);
      do_all = false;
    }
  return do_all;
}

constexpr std::string_view help =
    "growth [--check] [--svg FILE]\n"
    "Times each attention for 256 to 16384 positions and prints milliseconds, the exponent of its growth\n"
    "and the growth that its trace states. --check: exits with 1 where an exponent is not near what is stated.\n"
    "--svg: draws the times.\n";

}  // namespace

int main(int argc, char** argv) {
  bool is_checked = false;
  std::optional<std::string> svg;
  for (int i = 1; i < argc; ++i) {
    const std::string_view option = argv[i];
    if (option == "--check") {
      is_checked = true;
    } else if (option == "--svg" && i + 1 < argc) {
      svg = argv[++i];
    } else {
      std::fputs(help.data(), option == "--help" ? stdout : stderr);
      return option == "--help" ? 0 : 2;
    }
  }
  const std::vector<measured> all = measure_all();
  print(all);
  if (svg && !(std::ofstream{*svg} << drawn(all)).flush()) {
    std::fprintf(stderr, "growth: %s cannot be written\n", svg->c_str());
    return 1;
  }
  return is_checked && !all_grow_as_stated(all) ? 1 : 0;
}
