#pragma once
/// The whole library. What a program uses of it alone compiles faster: layers/ for models, expressions/ for formulas,
/// decode/ for decoding, models/ for complete ones.
#include <typeformer/decode/greedy.hpp>
#include <typeformer/expressions/session.hpp>
#include <typeformer/layers/attention.hpp>
#include <typeformer/layers/decoder.hpp>
#include <typeformer/layers/encoder.hpp>
#include <typeformer/layers/transformer.hpp>
#include <typeformer/models/paper_base.hpp>
#include <typeformer/models/pronounce.hpp>
#include <typeformer/models/pronouncer.hpp>
#include <typeformer/tensor/weights_file.hpp>
