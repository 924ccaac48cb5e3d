#pragma once
#include <cstddef>

#include <typeformer/kernels/attention.hpp>

namespace typeformer::kernels::inline v0_1 {

/// y [batch, heads, queries, keys] = x where `mask` lets the query attend to the key, −∞ elsewhere. y may be x.
template <class T>
void mask_scores(std::size_t batch, std::size_t heads, std::size_t queries, std::size_t keys, attention_mask mask,
                 const T* x, T* y);

/// dx += dy where `mask` lets the query attend to the key.
template <class T>
void add_mask_gradient(std::size_t batch, std::size_t heads, std::size_t queries, std::size_t keys, attention_mask mask,
                       const T* dy, T* dx);

}  // namespace typeformer::kernels::inline v0_1
