/** Settings of a made model. */
export interface ModelSettings {
  /** An encoder answers a vector for each token, a cross-encoder one score for a pair of texts. */
  readonly kind: "encoder" | "cross-encoder";
  readonly layers: number;
  /** Values per token; a multiple of `heads`, even. */
  readonly width: number;
  readonly heads: number;
  /** Width between the two halves of a feed-forward layer. */
  readonly inner: number;
  /** Tokens in the vocabulary. */
  readonly vocabulary: number;
  /** Most tokens of one input. */
  readonly positions: number;
  /** True if the graph takes `token_type_ids`, as BERT does and XLM-RoBERTa does not. */
  readonly tokenTypes: boolean;
  /**
   * True if an encoder also answers `sentence_embedding`: the mean over the tokens, at length 1.
   */
  readonly sentenceEmbedding: boolean;
  /** Which model files are written to `onnx/`. */
  readonly files: readonly ModelFile[];
  readonly seed: number;
}

/** Weights of 32 bits, or those of linear layers in 8 bits. */
type ModelFile = "model.onnx" | "model_quantized.onnx";

const ENCODER: ModelSettings = {
  kind: "encoder",
  layers: 2,
  width: 32,
  heads: 4,
  inner: 64,
  vocabulary: 1024,
  positions: 128,
  tokenTypes: true,
  sentenceEmbedding: false,
  files: ["model.onnx"],
  seed: 1,
};

/** Wide heads: they tell words apart by a slice of each (see `matching-weights.ts`). */
const CROSS_ENCODER: ModelSettings = {
  ...ENCODER,
  kind: "cross-encoder",
  width: 64,
  heads: 2,
  inner: 128,
};

/**
 * The settings with what was not given filled in. Throws a `RangeError` where they fit no network.
 */
export function modelSettings(given: Partial<ModelSettings> = {}): ModelSettings {
  const settings = { ...(given.kind === "cross-encoder" ? CROSS_ENCODER : ENCODER), ...given };
  const { kind, layers, width, heads, inner, vocabulary, positions, tokenTypes } = settings;
  for (const [name, value] of Object.entries({
    layers,
    width,
    heads,
    inner,
    vocabulary,
    positions,
  })) {
    if (!Number.isSafeInteger(value) || value < 1)
      throw new RangeError(`${name} is no whole number above 0`);
  }
  if (width % heads !== 0 || width % 2 !== 0) {
    throw new RangeError(`width ${width} is odd or no multiple of ${heads} heads`);
  }
  if (kind === "cross-encoder" && (layers < 2 || width / heads < 16 || !tokenTypes)) {
    throw new RangeError("a cross-encoder needs 2 layers, 16 values a head, and token types");
  }
  return settings;
}
