import type { EmbedderProfile } from "@kioku/core/toolkit";

import type { EmbeddingManifest, ModelManifest } from "./manifest.js";
import type { Quantization } from "./quantization.js";
import type { DownloadProgress } from "./worker/protocol.js";

/** What every transformer model can be told. */
export interface ModelOptions {
  /**
   * A name of the list of models, or any `organisation/name` of the hub with a `manifest` of your
   * own.
   */
  readonly model: string;
  /**
   * Folder with the files of the model as they lie on the hub (`config.json`, `tokenizer.json`,
   * `tokenizer_config.json`, `onnx/model*.onnx`), or one that holds such folders as
   * `organisation/name`. A path or a `file:` URL. It is only read.
   * @defaultValue the folder of the model in `cacheDir`
   */
  readonly modelDir?: string | URL;
  /**
   * Folder that downloads are kept in, each in `organisation/name/revision`. A path or a `file:`
   * URL.
   * @defaultValue `.cache/kioku/models` in the home folder
   */
  readonly cacheDir?: string | URL;
  /**
   * Whether files that are missing in `cacheDir` may be fetched from the hub. Nothing else ever
   * uses the network.
   * @defaultValue `false`
   */
  readonly allowDownload?: boolean;
  /**
   * Told how far a download is, about once a megabyte. What it throws or rejects with is ignored.
   */
  readonly onProgress?: (progress: DownloadProgress) => void;
  /**
   * Where files are fetched from, and nothing else: an address with `http:` or `https:`.
   * @defaultValue `"https://huggingface.co"`
   */
  readonly hubUrl?: string;
  /**
   * Another version of the files than the manifest's: a commit, a tag or a branch. Checksums of the
   * manifest do not hold for it.
   * @defaultValue that of the manifest
   */
  readonly revision?: string;
  /**
   * How the numbers of the model are stored: smaller is faster and less exact. It is part of the
   * `id`.
   * @defaultValue `"fp32"`
   */
  readonly quantization?: Quantization;
  /**
   * Threads that compute, 1 to 256.
   * @defaultValue one for each core, as ONNX Runtime counts them
   */
  readonly threads?: number;
}

/** What `localEmbedder` can be told of a transformer model. */
export interface TransformerEmbedderOptions extends ModelOptions {
  /**
   * What has to be known of a model that is not in the list.
   * @defaultValue that of the list
   */
  readonly manifest?: EmbeddingManifest;
  /**
   * Width that vectors are cut to: one of the `widths` of the manifest.
   * @defaultValue all of the model's
   */
  readonly dimensions?: number;
  /**
   * Texts in one call of `embed`, for core to split longer lists; 1 to 4,096.
   * @defaultValue `16`: as many short texts go into one run of the model, and the time that core
   *   gives a call is for all of them
   */
  readonly maxBatchSize?: number;
  /**
   * Whether a text with more tokens than the model takes is cut at its end. If not, it is an
   * `invalid-input` that names the text.
   * @defaultValue `false`
   */
  readonly truncate?: boolean;
  /**
   * What its cosines mean, and how much meaning counts beside keywords.
   * @defaultValue measured by core, on some fifty short texts
   */
  readonly profile?: EmbedderProfile;
  /** Never here: it is of the static table. */
  readonly assetsDir?: never;
}

/** What `localReranker` can be told of a cross-encoder. */
export interface CrossEncoderOptions extends ModelOptions {
  /**
   * What has to be known of a model that is not in the list.
   * @defaultValue that of the list
   */
  readonly manifest?: ModelManifest;
  /**
   * Whether a document is cut at its end that together with the query has more tokens than the
   * model takes. If not, it is an `invalid-input` that names the document. A query that leaves no
   * room is one in any case.
   * @defaultValue `true`
   */
  readonly truncate?: boolean;
  /**
   * How much its scores count beside those of the recall, 0 to 1.
   * @defaultValue its order stands alone
   */
  readonly weight?: number;
  /** Never here: it is of the static table. */
  readonly assetsDir?: never;
}
