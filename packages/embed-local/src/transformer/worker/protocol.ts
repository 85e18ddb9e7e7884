import type { EmbeddingManifest } from "../manifest.js";
import type { Quantization } from "../quantization.js";
import type { PlainCause } from "./plain-cause.js";

/** Where the bytes of a file come from that is not there. */
export interface DownloadSource {
  /** Address of the hub, without a slash at its end. */
  readonly hubUrl: string;
  /** Folder that the files are put into. */
  readonly folder: string;
}

/** How one vector is made of what a model answers for one text. */
export interface PoolingSettings {
  readonly pooling: EmbeddingManifest["pooling"];
  /** Width that the model makes. */
  readonly dimensions: number;
  /** Width of the vector, at most `dimensions`. */
  readonly width: number;
  readonly layerNorm: boolean;
}

/** What the thread has to know before its first job; plain data. */
export interface ThreadSettings {
  readonly model: string;
  readonly revision: string;
  readonly quantization: Quantization;
  /** Folders that may hold the files, the likelier first. */
  readonly folders: readonly string[];
  /** Absent: nothing is fetched. */
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

/** What is handed to the thread when it starts. */
export interface ThreadData {
  readonly settings: ThreadSettings;
  /** One number: the job that nobody waits for any more. */
  readonly cancelled: Int32Array<SharedArrayBuffer>;
}

/** Texts, each of which becomes a vector. */
interface EmbedJob {
  readonly kind: "embed";
  readonly texts: readonly string[];
}

/** Documents, each of which gets a score. */
interface ScoreJob {
  readonly kind: "score";
  readonly query: string;
  readonly documents: readonly string[];
}

/** One thing to do. */
export type ModelJob = EmbedJob | ScoreJob;

/** A job on its way to the thread; one at a time. */
export interface JobRequest {
  readonly id: number;
  readonly job: ModelJob;
}

/** What became of a job. */
export interface JobAnswer {
  /**
   * A vector for each text; for a `score` job one of a single number, the logit, for each document.
   */
  readonly vectors: readonly Float32Array<ArrayBuffer>[];
  /** Tokens of all texts together, without padding. */
  readonly tokens: number;
}

/** How far a download is. */
export interface DownloadProgress {
  /** Path of the file in the folder of the model. */
  readonly file: string;
  /** Bytes of it that are here. */
  readonly loadedBytes: number;
  /** All bytes of it; absent where the server does not say. */
  readonly totalBytes?: number;
}

/** Why a job failed, as it crosses threads. */
export interface FailureReport {
  readonly message: string;
  readonly isInput: boolean;
  /** The place of the text that is to blame, in the list of the call. */
  readonly textIndex?: number | undefined;
  readonly retryable: boolean;
  readonly cause?: PlainCause;
}

/** What the thread says; of jobs it has one at a time. */
export type ThreadReport =
  | { readonly kind: "done"; readonly answer: JobAnswer }
  | { readonly kind: "cancelled" }
  | {
      readonly kind: "failed";
      readonly failure: FailureReport;
      /** Whether the model could not be loaded, so that this thread is of no more use. */
      readonly isFatal: boolean;
    }
  | { readonly kind: "progress"; readonly progress: DownloadProgress };
