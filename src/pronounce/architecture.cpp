#include "architecture.hpp"

#include <algorithm>
#include <array>

#include "../io/sentence.hpp"

namespace typeformer {

std::span<const architecture* const> architectures() {
  static constexpr std::array all{
      &transformer_architecture,    &rnn_architecture,         &rnn_attention_architecture, &gru_attention_architecture,
      &lstm_attention_architecture, &convolution_architecture, &linear_architecture};
  return all;
}

const architecture& architecture_named(std::string_view name) {
  const auto all = architectures();
  const auto found = std::ranges::find(all, name, &architecture::name);
  if (found == all.end()) throw error{"there is no architecture " + io::in_quotes(std::string{name})};
  return **found;
}

const std::string& architecture_of(const std::map<std::string, std::string>& facts) {
  static const std::string first{architectures().front()->name};
  const auto found = facts.find(architecture_fact);
  return found == facts.end() ? first : found->second;
}

}  // namespace typeformer
