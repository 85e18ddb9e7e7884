import type { EmbedderProfile } from "@kioku/core/toolkit";

import type { EmbeddingManifest, ModelManifest } from "./manifest.js";
import type { Quantization } from "./quantization.js";
import type { DownloadProgress } from "./worker/protocol.js";

/** Options of every transformer model. */
export interface ModelOptions {
  /** A name of the list of models, or any `organisation/name` of the hub with a `manifest`. */
  readonly model: string;
  /**
   * Folder with the files of the model as they lie on the hub (`config.json`, `tokenizer.json`,
   * `tokenizer_config.json`, `onnx/model*.onnx`), or one that holds such folders as
   * `organisation/name`. A path or a `file:` URL. It is only read.
   * @defaultValue the folder of the model in `cacheDir`
   */
  readonly modelDir?: string | URL;
  /**
   * Folder of downloads, each in `organisation/name/revision`. A path or a `file:` URL.
   * @defaultValue `.cache/kioku/models` in the home folder
   */
  readonly cacheDir?: string | URL;
  /** Allows fetching missing files, the only use of the network. @defaultValue `false` */
  readonly allowDownload?: boolean;
  /** Called about once a megabyte of a download. Errors that it throws are ignored. */
  readonly onProgress?: (progress: DownloadProgress) => void;
  /** `http:` or `https:` address of the files. @defaultValue `"https://huggingface.co"` */
  readonly hubUrl?: string;
  /** Another commit, tag or branch, without checksums. @defaultValue that of the manifest */
  readonly revision?: string;
  /** Storage of numbers, part of the `id`: smaller is faster, less exact. @defaultValue `"fp32"` */
  readonly quantization?: Quantization;
  /** Threads that compute, 1 to 256. @defaultValue one a core, as ONNX Runtime counts them */
  readonly threads?: number;
}

/** Options of `localEmbedder` for a transformer model. */
export interface TransformerEmbedderOptions extends ModelOptions {
  /** Facts about a model that is not in the list. @defaultValue that of the list */
  readonly manifest?: EmbeddingManifest;
  /** Width to cut vectors to: one of the `widths` of the manifest. @defaultValue the model's */
  readonly dimensions?: number;
  /**
   * Most texts of one call of `embed`, by which core splits longer lists; 1 to 4,096.
   * @defaultValue `16`: as many short texts fit into one run, and core limits the time of a call
   */
  readonly maxBatchSize?: number;
  /**
   * True to cut a text with more tokens than the model takes at its end. Otherwise it is an
   * `invalid-input` that names the text.
   * @defaultValue `false`
   */
  readonly truncate?: boolean;
  /** Meaning of its cosines, and the weight of meaning. @defaultValue measured by core */
  readonly profile?: EmbedderProfile;
  /** Absent: it is of the static table. */
  readonly assetsDir?: never;
}

/** Options of `localReranker` for a cross-encoder. */
export interface CrossEncoderOptions extends ModelOptions {
  /** Facts about a model that is not in the list. @defaultValue that of the list */
  readonly manifest?: ModelManifest;
  /**
   * True to cut a document that has, together with the query, more tokens than the model takes.
   * Otherwise it is an `invalid-input` that names the document. A query that leaves no room is
   * refused in any case.
   * @defaultValue `true`
   */
  readonly truncate?: boolean;
  /** Weight of its scores beside the recall's, 0 to 1. @defaultValue its order replaces it */
  readonly weight?: number;
  /** Absent: it is of the static table. */
  readonly assetsDir?: never;
}
