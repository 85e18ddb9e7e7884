/** The shape of a model: all that its speed depends on. */
export interface ModelShape {
  readonly name: string;
  readonly layers: number;
  readonly width: number;
  readonly heads: number;
  /** Width between the halves of a feed-forward layer. */
  readonly inner: number;
  /** Rows of the word table of the real model. Speed does not depend on it; memory does. */
  readonly vocabulary: number;
  readonly tokenTypes: boolean;
  /** Source of the figures. */
  readonly source: string;
}

const hub = "https://huggingface.co";

/**
 * Shapes of well-known models, from their `config.json` (read on 2026-11-22), and a small one to
 * try.
 */
export const MODEL_SHAPES: readonly ModelShape[] = [
  {
    name: "all-MiniLM-L6-v2",
    layers: 6,
    width: 384,
    heads: 12,
    inner: 1536,
    vocabulary: 30_522,
    tokenTypes: true,
    source: `${hub}/sentence-transformers/all-MiniLM-L6-v2/blob/main/config.json`,
  },
  {
    name: "bge-small-zh-v1.5",
    layers: 4,
    width: 512,
    heads: 8,
    inner: 2048,
    vocabulary: 21_128,
    tokenTypes: true,
    source: `${hub}/Xenova/bge-small-zh-v1.5/blob/main/config.json`,
  },
  {
    name: "multilingual-e5-small",
    layers: 12,
    width: 384,
    heads: 12,
    inner: 1536,
    vocabulary: 250_037,
    tokenTypes: true,
    source: `${hub}/intfloat/multilingual-e5-small/blob/main/config.json`,
  },
  {
    name: "multilingual-e5-base",
    layers: 12,
    width: 768,
    heads: 12,
    inner: 3072,
    vocabulary: 250_002,
    tokenTypes: false,
    source: `${hub}/intfloat/multilingual-e5-base/blob/main/config.json`,
  },
  {
    name: "bge-m3",
    layers: 24,
    width: 1024,
    heads: 16,
    inner: 4096,
    vocabulary: 250_002,
    tokenTypes: false,
    source: `${hub}/BAAI/bge-m3/blob/main/config.json`,
  },
  {
    name: "small",
    layers: 2,
    width: 32,
    heads: 4,
    inner: 64,
    vocabulary: 1024,
    tokenTypes: true,
    source: "packages/embed-local/scripts/make-model",
  },
];
