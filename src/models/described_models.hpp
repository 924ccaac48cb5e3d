#pragma once
#include <span>
#include <string_view>

#include <typeformer/models/description.hpp>

/// In a file each: so they compile side by side.
namespace typeformer {

description describe_pronounce();
description describe_paper_base();

/// A kind of layer at the sizes of a model.
struct described_layer {
  std::string_view kind;
  description (*describe)(std::string name);
  bool is_compared = true;  ///< a row of the table of layers: not what is made of others
};
std::span<const described_layer> layers_of_pronounce();
std::span<const described_layer> layers_of_paper_base();

/// throws   a name that is none of the models
std::span<const described_layer> layers_of(std::string_view model);

}  // namespace typeformer
