import type { ModelSettings } from "./model-settings.ts";

/** Content of `config.json`, with the names that Hugging Face gives these settings. */
export function configFile(settings: ModelSettings): object {
  const scores = settings.kind === "cross-encoder";
  const family = settings.tokenTypes ? "Bert" : "XLMRoberta";
  return {
    architectures: [`${family}${scores ? "ForSequenceClassification" : "Model"}`],
    model_type: settings.tokenTypes ? "bert" : "xlm-roberta",
    hidden_act: "gelu",
    hidden_size: settings.width,
    intermediate_size: settings.inner,
    layer_norm_eps: LAYER_NORM_EPSILON,
    max_position_embeddings: settings.positions,
    num_attention_heads: settings.heads,
    num_hidden_layers: settings.layers,
    pad_token_id: 0,
    position_embedding_type: "absolute",
    type_vocab_size: 2,
    vocab_size: settings.vocabulary,
    ...(scores ? { id2label: { 0: "LABEL_0" }, label2id: { LABEL_0: 0 } } : {}),
  };
}

/** Added to the variance before its root is taken. */
export const LAYER_NORM_EPSILON = 1e-12;
