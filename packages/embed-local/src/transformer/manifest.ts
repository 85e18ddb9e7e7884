import type { Quantization } from "./quantization.js";

/** What has to be known of a model to run it, beside its files. */
export interface ModelManifest {
  /**
   * Which version of the files this describes: the commit on the hub, or a name of your own for
   * files of your own. It is part of the `id`.
   */
  readonly revision: string;
  /**
   * Most tokens of one input, with the special ones; of a reranker, of question and document
   * together.
   */
  readonly maxTokens: number;
  /**
   * Name of the output that is read.
   * @defaultValue `"last_hidden_state"`; `"sentence_embedding"` where `pooling` is `"none"`;
   *   `"logits"` of a reranker
   */
  readonly output?: string;
  /**
   * Quantizations that there are files of; another one is refused at once.
   * @defaultValue any may be tried
   */
  readonly quantizations?: readonly Quantization[];
  /**
   * Quantizations whose weights lie in a second file, named as the first one with `_data` behind
   * it.
   * @defaultValue none
   */
  readonly externalData?: readonly Quantization[];
  /**
   * SHA-256 of files, in hexadecimal, by their path in the folder of the model: `onnx/model….onnx`
   * or `….json`. A file that is named here and differs is refused.
   * @defaultValue none
   */
  readonly checksums?: Readonly<Record<string, string>>;
}

/** What is put before a text, blank included. */
export interface Prefixes {
  /**
   * Before what is looked for.
   * @defaultValue nothing
   */
  readonly query?: string;
  /**
   * Before what is kept.
   * @defaultValue nothing
   */
  readonly document?: string;
}

/** What has to be known of a model that makes vectors. */
export interface EmbeddingManifest extends ModelManifest {
  /** Width of the vectors that the model makes. */
  readonly dimensions: number;
  /**
   * How the vectors of the tokens become one: their mean, the first (`"cls"`), the last, or
   * `"none"` where the model does that itself. All vectors are brought to length 1 afterwards.
   */
  readonly pooling: "mean" | "cls" | "last" | "none";
  /**
   * What the model wants before texts of each purpose.
   * @defaultValue nothing
   */
  readonly prefixes?: Prefixes;
  /**
   * Whether the pooled vector is brought to mean 0 and variance 1 before it is cut.
   * @defaultValue `false`
   */
  readonly layerNorm?: boolean;
  /**
   * Widths that vectors may be cut to, because the model was trained for it (Matryoshka).
   * @defaultValue none
   */
  readonly widths?: readonly number[];
}

/** A model of which everything is known. */
export interface ListedModel<Manifest extends ModelManifest> {
  /** What the option `model` calls it. */
  readonly name: string;
  /** Where its ONNX files are on the hub. */
  readonly repository: string;
  /** What is needed to run it. */
  readonly manifest: Manifest;
  /** SPDX identifier where there is one. */
  readonly licence: string;
  /** What it was trained on, in words. */
  readonly languages: string;
  /** Where these facts come from. */
  readonly sources: readonly string[];
  /** When they were read, as an ISO date. */
  readonly readAt: string;
}
