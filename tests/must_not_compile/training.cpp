// Batches of examples: the tokens that a Config must name; and what is read of checkpoints.
#include <typeformer/train/checkpoint.hpp>
#include <typeformer/train/initial_weights.hpp>
#include <typeformer/tensor/weights_file.hpp>
#include <typeformer/train/padded_batch.hpp>
#include <typeformer/layers/linear.hpp>

namespace tf = typeformer;

struct Batch : tf::axis<"B", tf::up_to<8>> {};

struct mine : tf::conventions<> {
  struct Source : tf::axis<"M", tf::up_to<16>> {};
  struct Target : tf::axis<"N", tf::up_to<16>> {};
  struct Letters : tf::axis<"letters", 40> {};
  struct Sounds : tf::axis<"sounds", 40> {};
  struct Model : tf::axis<"d_model", 32> {};
  struct Head : tf::axis<"h", 4> {};
  struct Width : tf::quotient<"w", Model, Head> {};
  struct Inner : tf::axis<"d_ff", 64> {};
  using SourceVocabulary = Letters;
  using TargetVocabulary = Sounds;
  using embeddings = tf::tied_output;
  static constexpr std::size_t encoder_layers = 1, decoder_layers = 1;
  static constexpr std::int32_t padding_token = 0, start_token = 1, end_token = 2;
};
struct with_source_end : mine {
  static constexpr std::int32_t source_end_token = 39;
};
struct with_source_end_beyond : mine {
  static constexpr std::int32_t source_end_token = 40;
};

#if RIGHT
template class tf::padded_batch<with_source_end, Batch>;
#elif WRONG_padded_batch_without_source_end
// sentence: padded_batch<Config, Batch>: source and target differ in vocabulary, so Config must name source_end_token
// names: mine
template class tf::padded_batch<mine, Batch>;
#elif WRONG_padded_batch_with_source_end_of_another_vocabulary
// sentence: padded_batch<Config, Batch>: Config's source_end_token must be a token of SourceVocabulary
// names: mine::Letters
template class tf::padded_batch<with_source_end_beyond, Batch>;
#endif

#if RIGHT
std::uint64_t steps_of(const tf::checkpoint_file& saved) { return saved.number<std::uint64_t>("steps"); }
#elif WRONG_fact_of_a_checkpoint_as_an_int
// sentence: checkpoint_file.number<T>(name): T must be std::uint64_t or double
// names: int
int steps_of(const tf::checkpoint_file& saved) { return saved.number<int>("steps"); }
#endif

struct In : tf::axis<"in", 4> {};
struct Out : tf::axis<"out", 8> {};
using map = tf::linear<In, Out>;
#if RIGHT
void keep(const tf::weights<map>& weights) { tf::save("map.safetensors", weights, {{"made", "today"}}); }
#elif WRONG_weights_before_their_path
// sentence: save(path, weights): the path must come first, and weights be a weights<M>, as run.trainer().trained(); packed_weights, sessions and runs are not saved
// names: weights
void keep(const tf::weights<map>& weights) { tf::save(weights, "map.safetensors"); }
#elif WRONG_packed_weights_saved
// sentence: save(path, weights): the path must come first, and weights be a weights<M>, as run.trainer().trained(); packed_weights, sessions and runs are not saved
// names: packed_weights
void keep(const tf::packed_weights<map>& weights) { tf::save("map.safetensors", weights); }
#endif

#if RIGHT
auto back() { return tf::load<map>("map.safetensors"); }
#elif WRONG_load_of_no_model
// sentence: load<M>(path): M, the model, must be named by its type: load<my_model>(path)
// names: left_out
auto back() { return tf::load("map.safetensors"); }
#elif WRONG_load_of_a_checkpoint
// sentence: load<M>(path): it takes a path or a safetensors::file; a checkpoint is neither, and a training_run goes on from it
// names: checkpoint_file
auto back() { return tf::load<map>(tf::checkpoint_file::open("checkpoint")); }
#endif

#if RIGHT
void keep(const tf::checkpoint& seen) { tf::save_checkpoint("checkpoint", seen); }
#elif WRONG_checkpoint_before_its_path
// sentence: save_checkpoint(file, checkpoint): it takes a path and a checkpoint; a training_run saves itself, run.save(file)
// names: checkpoint
void keep(const tf::checkpoint& seen) { tf::save_checkpoint(seen, "checkpoint"); }
#endif

#if RIGHT
auto first_weights() { return tf::initial_weights<map>(1); }
#elif WRONG_first_weights_of_an_instance
// sentence: initial_weights<M>(seed): M, the model, must be named by its type
// names: left_out
auto first_weights() { return tf::initial_weights(map{}); }
#endif

// What is trained does not follow from what a trainer is made with.
#if RIGHT
void resume(tf::kernels::threads& threads) { tf::weights weights{tf::initial_weights<map>(1)}; }
#elif WRONG_trainer_without_template_arguments
// sentence: a trainer's objective and inputs must be named: trainer<my_objective, float, shape<Batch, Pixel>, labels<Digit, Batch>>
// names: left_out
void resume(tf::kernels::threads& threads) { tf::trainer trainer{tf::initial_weights<map>(1), {}, threads}; }
#endif
