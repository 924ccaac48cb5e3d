#pragma once
#include <typeformer/layers/transformer.hpp>
#include <typeformer/models/description.hpp>

/// In a file each: so they compile side by side.
namespace typeformer {

description describe_pronounce();
description describe_paper_base();

/// A whole run of an encoder-decoder on a batch.
template <class Config, is_axis Batch>
description describe_transformer(std::string name) {
  using source = tokens<typename Config::SourceVocabulary, Batch, typename Config::Source>;
  using target = tokens<typename Config::TargetVocabulary, Batch, typename Config::Target>;
  return describe<transformer<Config>, source, target>(std::move(name));
}

}  // namespace typeformer
