#include "../../src/svg/svg.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <vector>

#include <typeformer/error.hpp>
#include <typeformer/layers/encoder.hpp>
#include <typeformer/models/description.hpp>

#include "../../src/cli/svg/heat_map.hpp"
#include "../../src/cli/svg/line_chart.hpp"
#include "../../src/cli/svg/round_ticks.hpp"
#include "../../src/models/latex.hpp"
#include "../catch.hpp"

namespace {
using namespace typeformer::cli;
namespace svg = typeformer::svg;
using labels = std::vector<std::string>;

std::size_t count(std::string_view text, std::string_view part) {
  std::size_t n = 0;
  for (std::size_t at = text.find(part); at != text.npos; at = text.find(part, at + part.size())) ++n;
  return n;
}

/// Whether a text is well-formed XML of the kind that these pictures are: elements that close in order, attributes in
/// quotes, and no < or & beside them; and whether all its numbers are finite.
bool is_well_formed(std::string_view text) {
  if (text.find("nan\"") != text.npos || text.find("inf\"") != text.npos) return false;
  std::vector<std::string> open;
  const auto are_entities = [](std::string_view content) {
    for (std::size_t at = content.find('&'); at != content.npos; at = content.find('&', at + 1)) {
      const std::string_view rest = content.substr(at);
      if (!std::ranges::any_of(std::vector<std::string_view>{"&lt;", "&gt;", "&amp;", "&quot;", "&apos;"},
                               [&](std::string_view entity) { return rest.starts_with(entity); }))
        return false;
    }
    return true;
  };
  while (!text.empty()) {
    const std::size_t tag = std::min(text.find('<'), text.size());
    const std::string_view content = text.substr(0, tag);
    if (content.find('>') != content.npos || !are_entities(content)) return false;
    if (open.empty() && content.find_first_not_of("\n") != content.npos) return false;
    if (tag == text.size()) break;
    const std::size_t end = text.find('>', tag);
    if (end == text.npos) return false;
    std::string_view inside = text.substr(tag + 1, end - tag - 1);
    text.remove_prefix(end + 1);
    if (inside.find('<') != inside.npos || !are_entities(inside) || count(inside, "\"") % 2) return false;
    if (inside.starts_with('/')) {
      if (open.empty() || open.back() != inside.substr(1)) return false;
      open.pop_back();
    } else if (!inside.ends_with('/')) {
      open.emplace_back(inside.substr(0, inside.find(' ')));
    }
  }
  return open.empty();
}

TEST_CASE("well-formed and ill-formed texts are recognized") {
  CHECK(is_well_formed("<a b=\"c\"><d/>&lt;</a>\n"));
  for (const char* const wrong :
       {"<a>", "<a></b>", "</a>", "<a>&</a>", "<a>></a>", "<a b=\"></a>", "<a b=\"nan\"/>", "a"})
    CHECK(!is_well_formed(wrong));
}

TEST_CASE("texts are escaped, whatever their bytes") {
  CHECK(svg::escaped("a<b> & \"c\" 'd' ɑː") == "a&lt;b&gt; &amp; &quot;c&quot; &apos;d&apos; ɑː");
  CHECK(svg::escaped("\x1b[0m\xff\xef\xbf\xbf\xef\xbf\xbe\xef\xbf\xbd") == "\\x1b[0m\\xff\\uffff\\ufffe\xef\xbf\xbd");
  const labels odd{"<script>&\"", "\x01\xfe"};
  CHECK(is_well_formed(heat_map_svg("</svg>\"", odd, odd, std::vector<float>{0, 0.5f, 1, 0.25f})));
  const std::vector<chart_panel> panels{{"<y> & \"y\"", {{odd[0], {{0, 1}, {1, 2}}}, {odd[1], {{0, 3}}}}}};
  CHECK(is_well_formed(line_chart_svg("</svg>", "'x' & <x>", panels)));
}

TEST_CASE("a heat map has a square with its number for each value, and its labels") {
  const labels rows{"T", "AE", "</s>"}, columns{"T", "A"};
  const std::vector<float> values{0, 1, 0.5f, 0.125f, std::nanf(""), 7};
  const std::string map = heat_map_svg("TA", rows, columns, values);
  CHECK(is_well_formed(map));
  CHECK(count(map, "<title>") == 6);
  for (const char* const tip : {"<title>T, T: 0.000<", "<title>T, A: 1.000<", "<title>AE, T: 0.500<",
                                "<title>AE, A: 0.125<", "<title>&lt;/s&gt;, T: nan<", "<title>&lt;/s&gt;, A: 7.000<"})
    CHECK(count(map, tip) == 1);
  CHECK(count(map, ">TA</text>") == 1);
  CHECK(count(map, ">T</text>") == 2);
  CHECK(count(map, ">AE</text>") == 1);

  // The colour of a value: lighter for smaller, and beyond 0 … 1 that of the end.
  const auto colour = [](float value) {
    const std::string one = heat_map_svg("", labels{"r"}, labels{"c"}, std::vector{value});
    const std::size_t tip = one.find("><title>");
    return one.substr(one.rfind('#', tip), 7);
  };
  const auto lightness = [&](float value) {
    const std::string hex = colour(value);
    const auto channel = [&](std::size_t i) { return std::stoi(hex.substr(1 + 2 * i, 2), nullptr, 16); };
    return 0.2126 * channel(0) + 0.7152 * channel(1) + 0.0722 * channel(2);
  };
  for (int i = 0; i < 20; ++i)
    CHECK(lightness(static_cast<float>(i) / 20) > lightness(static_cast<float>(i + 1) / 20) + 5);
  CHECK(colour(7) == colour(1));
  CHECK(colour(-std::numeric_limits<float>::infinity()) == colour(0));
  CHECK(colour(std::nanf("")) == "#b8b8b8");

  CHECK(is_well_formed(heat_map_svg("", {}, {}, {})));
  try {
    heat_map_svg("", rows, columns, std::vector<float>(5));
    CHECK(false);
  } catch (const typeformer::error& e) {
    CHECK(std::string{e.what()} == "heat_map_svg: there are 5 values for 3 rows and 2 columns");
  }
}

labels ticks(double low, double high, double wanted) {
  const round_ticks all{round_step(high - low, wanted), low, high};
  labels written;
  for (const double place : all.positions) written.push_back(all.label(place));
  return written;
}

TEST_CASE("ticks stand at round numbers, and are written shortly") {
  CHECK(ticks(0, 5, 5) == labels{"0", "1", "2", "3", "4", "5"});
  CHECK(ticks(100, 47'300, 8) ==
        labels{"5,000", "10,000", "15,000", "20,000", "25,000", "30,000", "35,000", "40,000", "45,000"});
  CHECK(ticks(-0.3, 0.3, 6) == labels{"−0.3", "−0.2", "−0.1", "0.0", "0.1", "0.2", "0.3"});
  CHECK(ticks(0.21, 0.33, 5) == labels{"0.22", "0.24", "0.26", "0.28", "0.30", "0.32"});
  CHECK(ticks(0, 3'000'000, 3) == labels{"0", "1,000,000", "2,000,000", "3,000,000"});
  CHECK(ticks(0, 4e-8, 4) == labels{"0", "1e-08", "2e-08", "3e-08", "4e-08"});
  for (double span = 1e-200; span < 1e301; span *= 7.3)
    for (const double wanted : {2, 5, 8}) {
      INFO(span << " " << wanted);
      const double step = round_step(span, wanted);
      CHECK(span / step >= wanted / 1.7);
      CHECK(span / step <= wanted * 1.7);
      const double power = std::pow(10, std::floor(std::log10(step) + 1e-9)), factor = step / power;
      CHECK(std::min({std::abs(factor - 1), std::abs(factor - 2), std::abs(factor - 5)}) < 1e-9);
    }
}

TEST_CASE("a chart draws each line in its panel, with a legend, and lines of one name in one colour") {
  const std::vector<chart_panel> panels{
      {"loss", {{"training", {{0, 4}, {100, 2}, {200, 1}}}, {"dev", {{100, 3}, {200, 2}}}}},
      {"errors (%)", {{"dev", {{100, 60}, {200, 30}}}}}};
  const std::string chart = line_chart_svg("Training", "step", panels);
  CHECK(is_well_formed(chart));
  CHECK(count(chart, "<title>training</title>") == 1);
  CHECK(count(chart, "<title>dev</title>") == 2);
  CHECK(count(chart, ">dev</text>") == 2);
  for (const char* const label :
       {">Training</text>", ">step</text>", ">loss</text>", ">errors (%)</text>", ">200</text>"})
    CHECK(count(chart, label) == 1);
  CHECK(count(chart, "#0072b2") == 2);  // the line and its place in the legend
  CHECK(count(chart, "#d55e00") == 4);
}

TEST_CASE("a chart leaves out what is not finite, and shows what is left of it") {
  const double nan = std::nan(""), infinity = std::numeric_limits<double>::infinity();
  const auto of = [](std::vector<std::pair<double, double>> points) {
    return line_chart_svg("t", "x", std::vector<chart_panel>{{"y", {{"line", std::move(points)}}}});
  };
  CHECK(of({{0, 1}, {1, nan}, {2, infinity}, {nan, 5}, {-infinity, 5}, {3, 2}, {4, 1e305}}) == of({{0, 1}, {3, 2}}));
  CHECK(of({{nan, nan}}) == of({}));
  CHECK(count(of({}), "nothing to show yet") == 1);
  CHECK(count(of({}), "<title>") == 0);
  CHECK(count(of({}), ">line</text>") == 1);
  CHECK(count(of({{5, 5}}), "<circle") == 1);
  CHECK(count(of({{5, 5}}), "nothing to show yet") == 0);
  // A straight line in the middle where all y are the same; points that coincide are one.
  const std::string level = of({{1, 5}, {2, 5}});
  const std::string y = level.substr(level.find("\"M68 ") + 5, 3);
  CHECK(count(level, "\"M68 " + y + "L708 " + y + "\"") == 1);
  CHECK(of({{0, 1}, {1e-9, 1}, {3, 2}}) == of({{0, 1}, {3, 2}}));
  for (const auto& extreme : std::vector<std::vector<std::pair<double, double>>>{{{0, -1e300}, {1, 1e300}},
                                                                                 {{-1e300, 0}, {1e300, 5e-324}},
                                                                                 {{5e-324, 5e-324}, {1e-323, 0}},
                                                                                 {{1e15, 1}, {1e15 + 1, 1}}}) {
    const std::string chart = of(extreme);
    CHECK(is_well_formed(chart));
    CHECK(chart.size() < 20'000);
  }
  CHECK(is_well_formed(line_chart_svg("none", "", {})));
}

struct Batch : typeformer::axis<"B", 2> {};
struct Strange : typeformer::axis<"<&>\"'", typeformer::up_to<8>> {};
struct config : typeformer::conventions<typeformer::norm_before> {
  struct Model : typeformer::axis<"d", 16> {};
  struct Head : typeformer::axis<"h", 2> {};
  struct Width : typeformer::quotient<"w", Model, Head> {};
  struct Inner : typeformer::axis<"f", 24> {};
  static constexpr std::size_t encoder_layers = 3;
};

TEST_CASE("a model of one's own is drawn from its description") {
  const auto described = typeformer::describe<typeformer::encoder<config>, Batch, Strange>("a <model>");
  const std::string picture = typeformer::svg_of(described);
  CHECK(is_well_formed(picture));
  CHECK(count(picture, "a &lt;model&gt;") == 2);
  CHECK(count(picture, ">layers × 3<") == 1);
  CHECK(count(picture, ">feed forward<") == 1);
  CHECK(count(picture, "B × &lt;&amp;&gt;&quot;&apos; × d<") > 4);
  CHECK(count(picture, "class=\"residual\"") == 2);

  using layer = typeformer::encoder_layer<config>;
  CHECK(is_well_formed(typeformer::svg_of(typeformer::describe<layer, Strange>("layer"))));
  // Without a sequence axis there is one column.
  using alone = typeformer::shape<config::Model>;
  CHECK(is_well_formed(typeformer::svg_of(typeformer::describe<typeformer::layer_norm<config::Model>, alone>("norm"))));
}

TEST_CASE("formulas and words are written as LaTeX, whatever they have in them") {
  using namespace typeformer;
  CHECK(latex::math("2·N²·d̃_v + d_model") == "2\\cdot N^{2}\\cdot\\tilde{d}_{v} + d_{\\mathrm{model}}");
  CHECK(latex::math("softmax(q kᵀ / √d̃) v") == "\\mathrm{softmax}(q k^{\\top} / \\sqrt{\\tilde{d}}) v");
  CHECK(latex::math("(z − μ) / √(σ² + (ε))") == "(z - \\mu) / \\sqrt{\\sigma^{2} + (\\varepsilon)}");
  CHECK(latex::math("x_{i+k+first}") == "x_{i+k+\\mathrm{first}}");
  CHECK(latex::math("x_") == "x_{}");
  CHECK(latex::math("a_{b") == "a_{b}");
  CHECK(latex::math("}{\\%") == "\\}\\{\\backslash\\%");
  CHECK(latex::math("\xff漢") == "??");
  CHECK(latex::words("a_b & 3% {x} \\ ≤") == "a\\_b \\& 3\\% \\{x\\} \\textbackslash{} $\\le$");
}
}  // namespace
