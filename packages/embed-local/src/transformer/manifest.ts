import { checkText, invalidInput } from "@kioku/core/toolkit";

import type { Quantization } from "./quantization.js";

/** Facts that are needed to run a model, beside its files. */
export interface ModelManifest {
  /** Version of the files: the commit on the hub, or a name of your own. It is part of the `id`. */
  readonly revision: string;
  /**
   * Most tokens of one input with the special ones; a reranker's is query and document together.
   */
  readonly maxTokens: number;
  /**
   * Name of the output that is read.
   * @defaultValue `"last_hidden_state"`; `"sentence_embedding"` where `pooling` is `"none"`;
   *   `"logits"` of a reranker
   */
  readonly output?: string;
  /** Quantizations that have files; others are refused at once. @defaultValue any may be tried */
  readonly quantizations?: readonly Quantization[];
  /** Quantizations with their weights in a second file, named with `_data`. @defaultValue none */
  readonly externalData?: readonly Quantization[];
  /**
   * SHA-256 of files, in hexadecimal, by their path in the folder of the model: `onnx/model….onnx`
   * or `….json`. Other content is refused.
   * @defaultValue none
   */
  readonly checksums?: Readonly<Record<string, string>>;
}

/** Text in front of inputs, with its blank. */
export interface Prefixes {
  /** In front of queries. @defaultValue nothing */
  readonly query?: string;
  /** In front of documents. @defaultValue nothing */
  readonly document?: string;
}

/** Facts that are needed to run a model that makes vectors. */
export interface EmbeddingManifest extends ModelManifest {
  /** Width of the vectors that the model makes. */
  readonly dimensions: number;
  /**
   * Pooling of the tokens' vectors: their mean, the first (`"cls"`), the last, or `"none"` where
   * the model does that itself. All vectors are brought to length 1 afterwards.
   */
  readonly pooling: "mean" | "cls" | "last" | "none";
  /** Text that the model wants in front of inputs of each purpose. @defaultValue nothing */
  readonly prefixes?: Prefixes;
  /** True to bring pooled vectors to mean 0 and variance 1 before the cut. @defaultValue `false` */
  readonly layerNorm?: boolean;
  /** Widths that vectors may be cut to, by training (Matryoshka). @defaultValue none */
  readonly widths?: readonly number[];
}

/** A model whose facts are known. */
export interface ListedModel<Manifest extends ModelManifest> {
  /** Its name in the option `model`. */
  readonly name: string;
  /** Repository of its ONNX files on the hub. */
  readonly repository: string;
  /** Facts for running it. */
  readonly manifest: Manifest;
  /** SPDX identifier where there is one. */
  readonly licence: string;
  /** Languages of its training, in words. */
  readonly languages: string;
  /** Sources of these facts. */
  readonly sources: readonly string[];
  /** Day of reading them, as an ISO date. */
  readonly readAt: string;
}

/** A model with its facts. */
export interface FoundModel<Manifest extends ModelManifest> {
  readonly repository: string;
  readonly manifest: Manifest;
}

/** The hub's rule for a repository with its organisation. */
const REPOSITORY = /^[\w-][\w.-]{0,95}\/[\w-][\w.-]{0,95}$/u;

/**
 * Finds the model of the option `model`.
 * @throws `invalid-input` for a name that is not in the list and has no manifest.
 */
export function findModel<Manifest extends ModelManifest>(
  options: { readonly model: unknown; readonly manifest?: Manifest },
  list: readonly ListedModel<Manifest>[],
): FoundModel<Manifest> {
  const model = checkText(options.model, "model", 200);
  const { manifest } = options;
  if (manifest) {
    if (REPOSITORY.test(model) && !model.includes("..")) return { repository: model, manifest };
    throw invalidInput("model", "`organisation/name` where a `manifest` is given", model);
  }
  const listed = list.find(({ name, repository }) => name === model || repository === model);
  if (listed) return listed;
  const names = list.map(({ name }) => name).join(", ");
  throw invalidInput("model", `one of ${names}, or come with a \`manifest\``, model);
}
