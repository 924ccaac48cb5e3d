#pragma once
#include <filesystem>
#include <memory>

#include <typeformer/models/pronounce.hpp>
#include <typeformer/pronounce/pronouncer.hpp>

#include "../../src/pronounce/embedded_weights.hpp"
#include "../../src/pronounce/pronouncer_parts.hpp"
#include "../../src/pronounce/pronouncing_model_of.hpp"

namespace bench::ours {

/// A pronouncer that computes with these numbers; the library's own has floats. Without a file it has the embedded
/// weights.
template <class Numbers>
typeformer::pronouncer make_pronouncer(const std::string& file, std::size_t threads) {
  namespace tf = typeformer;
  const auto from = file.empty() ? tf::safetensors::file::from_bytes(tf::embedded_pronounce(), "the embedded weights")
                                 : tf::safetensors::file::open(std::filesystem::path{file});
  return tf::pronouncer_parts::make(from, std::make_unique<tf::pronouncing_model_of<tf::pronounce, Numbers>>(from),
                                    threads);
}

}  // namespace bench::ours
