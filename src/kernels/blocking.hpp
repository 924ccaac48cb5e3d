#pragma once
#include <cstddef>

#include <typeformer/kernels/product.hpp>

/// The sizes of blocks. Names in products are those of BLIS (Van Zee and van de Geijn 2015): a micro-kernel computes a
/// micro-tile of MR × NR sums in registers, over KC steps of the inner dimension, and goes over MC rows.
namespace typeformer::kernels {

/// MR: rows of a micro-tile. NR depends on the processor (micro_kernel.hpp), and is at most panel_columns.
inline constexpr std::size_t mr = 6;
/// MC: rows of x that a block of a product has at most.
inline constexpr std::size_t mc = 144;
/// KC: steps of the inner dimension after which sums are stored. A panel's block of KC rows stays in L2 while all rows
/// of x go over it.
inline constexpr std::size_t kc = 512;

/// Rows of x that a block of a product of quantized numbers has at most, and rounds at once.
inline constexpr std::size_t dot_rows = 96;
/// Rows of a register that holds a matrix, and words or sums of each; and rows that are multiplied at once.
inline constexpr std::size_t matrix_side = 16, matrix_tile_rows = 2 * matrix_side;
/// Registers of matrices multiply faster than panels come from beyond L2, which has 2 MiB where there are such
/// registers: so many bytes of panels stay there for all rows, unless fewer panels fit than pay for rounding x again.
/// Then blocks have the rows that are multiplied at once: rounded, these stay in L1. With an Emerald Rapids
/// 1024 × 2048 × 512 in bf16 takes 2.7 ms so, 2.8 ms with blocks of 96 rows, and 3.2 ms with all panels at once, too.
inline constexpr std::size_t matrix_panel_bytes = 1 << 20, least_matrix_panels = 4;

/// In a weight's gradient in bf16, the rows whose parts of x and dy are rounded at once: 32 KB of a panel of x, which
/// stay in L1; and the outputs of a block at most.
inline constexpr std::size_t bf16_gradient_rows = 256, bf16_gradient_outputs = 256;

/// In a weight's gradient whose operands are packed: the rows of a thread's scratch, the micro-tiles of outputs at
/// most, and the place in a row that one takes.
template <class T>
inline constexpr std::size_t gradient_rows = 512 / sizeof(T);
inline constexpr std::size_t gradient_tiles = 48, gradient_tile_width = 8;

/// What is prefetched at once: a cache line.
inline constexpr std::size_t line_bytes = 64;

/// Up to so many keys, on average, a query is answered by itself. With a Zen 4 that takes from half the time of a block
/// (6 keys) to as long (12 to 16 keys), with AVX-512 and AVX2 alike.
inline constexpr std::size_t attention_few_keys = 12;
/// Heads of such a query that are answered together.
inline constexpr std::size_t attention_heads_together = 4;

/// Queries and keys of a block of attention: their scores, some 200 KB, stay in L2. The more keys, the longer the sums
/// over them, and the less often a row's maximum is looked for: over 2048 keys attention runs at 0.81 of peak with 256
/// floats, 0.835 with 512 and 0.845 with 1024. The gradient keeps two such arrays.
inline constexpr std::size_t attention_block_queries = 48;
template <class T>
inline constexpr std::size_t attention_block_keys = 4096 / sizeof(T);
template <class T>
inline constexpr std::size_t attention_gradient_block_keys = 2048 / sizeof(T);
/// Queries of a block whose products are in bf16; it has the keys of a panel. A multiple of what is multiplied at once:
/// with 48 queries 2048 keys take a tenth longer, with 32 queries 64 keys a twentieth.
inline constexpr std::size_t bf16_attention_block_queries = 64;

}  // namespace typeformer::kernels
