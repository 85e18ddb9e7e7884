import type { EmbeddingManifest } from "../manifest.js";
import type { Quantization } from "../quantization.js";

/** Source of missing files. */
export interface DownloadSource {
  /** Without a slash at its end. */
  readonly hubUrl: string;
  readonly folder: string;
}

/** Settings that turn a model's answer for a text into a vector. */
export interface PoolingSettings {
  readonly pooling: EmbeddingManifest["pooling"];
  readonly dimensions: number;
  /** Width of the vector, at most `dimensions`. */
  readonly width: number;
  readonly layerNorm: boolean;
}

/** Settings of the thread; plain data. */
export interface ThreadSettings {
  readonly model: string;
  readonly revision: string;
  readonly quantization: Quantization;
  /** Folders that may hold the files, the likelier first. */
  readonly folders: readonly string[];
  /** Absent if nothing may be fetched. */
  readonly download?: DownloadSource;
  /** Files that a folder must have, by their path in it. */
  readonly files: readonly string[];
  /** SHA-256 of some of them. */
  readonly checksums: Readonly<Record<string, string>>;
  readonly maxTokens: number;
  readonly truncate: boolean;
  readonly threads?: number;
  readonly output: string;
  /** Absent for a model that judges pairs. */
  readonly pooling?: PoolingSettings;
}

/** Data that a thread starts with. */
export interface ThreadData {
  readonly settings: ThreadSettings;
  /** The id of the aborted job. */
  readonly cancelled: Int32Array<SharedArrayBuffer>;
}

/** Texts to embed, or documents to score. */
export type ModelJob =
  | { readonly kind: "embed"; readonly texts: readonly string[] }
  | { readonly kind: "score"; readonly query: string; readonly documents: readonly string[] };

/** A job on its way to the thread; one at a time. */
export interface JobRequest {
  readonly id: number;
  readonly job: ModelJob;
}

/** Result of a job. */
export interface JobAnswer {
  /** A vector a text; for a `score` job a single number a document, the logit. */
  readonly vectors: readonly Float32Array<ArrayBuffer>[];
  /** Tokens of all texts together, without padding. */
  readonly tokens: number;
}

/** Progress of a download. */
export interface DownloadProgress {
  /** Path of the file in the folder of the model. */
  readonly file: string;
  /** Bytes of it that have arrived. */
  readonly loadedBytes: number;
  /** All bytes of it; absent where the server does not say. */
  readonly totalBytes?: number;
}

/** An error as plain data. */
export interface PlainCause {
  readonly message: string;
  readonly stack?: string;
  /** Of a system error, such as `ENOTFOUND`. */
  readonly code?: string;
  readonly cause?: PlainCause;
}

/** The failure of a job as plain data. */
export interface FailureReport {
  readonly message: string;
  readonly isInput: boolean;
  /** Index of the text that is to blame, in the list of the call. */
  readonly textIndex?: number | undefined;
  readonly retryable: boolean;
  readonly cause?: PlainCause;
}

/** A message of the thread about its current job. */
export type ThreadReport =
  | { readonly kind: "done"; readonly answer: JobAnswer }
  | { readonly kind: "cancelled" }
  | {
      readonly kind: "failed";
      readonly failure: FailureReport;
      /** True if the model could not be loaded: the thread is useless. */
      readonly isFatal: boolean;
    }
  | { readonly kind: "progress"; readonly progress: DownloadProgress };
