import type { Scope } from "@kioku/core";

/** Configuration after all sources were merged and checked. */
export interface Settings {
  /** Path of an SQLite file, absolute, or a `postgres://` URL. */
  readonly database: string;
  /** Schema of the tables in PostgreSQL. */
  readonly databaseSchema: string;
  /** Scope of commands. */
  readonly scope: Scope;
  /** Embedder. */
  readonly embedding: EmbeddingSettings;
  /** Defaults of recalls. */
  readonly search: SearchSettings;
  /** Chat model for `ask` and `consolidate`; none: `ask` prints the context. */
  readonly model: ModelSettings | undefined;
  /** Backups. */
  readonly backup: BackupSettings;
  /** Milliseconds that records are kept, by kind; `*` for all others. */
  readonly retention: Readonly<Record<string, number>>;
}

/** Settings of the embedder. */
export interface EmbeddingSettings {
  /** `local`: built in, or the transformer `localModel`; `remote`: a server; `none`: words only. */
  readonly model: "local" | "remote" | "none";
  /** Width of vectors. @defaultValue the model's */
  readonly dimension: number | undefined;
  /** Transformer model, such as `multilingual-e5-small`. @defaultValue the built-in model */
  readonly localModel: string | undefined;
  /** Folder of its files. */
  readonly localModelPath: string | undefined;
  /** Server, for `remote`. */
  readonly remote:
    | {
        readonly provider: string | undefined;
        readonly baseUrl: string | undefined;
        readonly apiKey: string | undefined;
        readonly model: string;
      }
    | undefined;
}

interface SearchSettings {
  /** Most memories of a recall. */
  readonly defaultLimit: number;
  /** Least relevance, 0 to 1. */
  readonly similarityThreshold: number;
}

/** Settings of a chat model behind an OpenAI-compatible endpoint. */
export interface ModelSettings {
  /** Base URL, up to `/v1`. */
  readonly baseUrl: string;
  /** Key, if the server wants one. */
  readonly apiKey: string | undefined;
  /** Name of the model. */
  readonly model: string;
}

interface BackupSettings {
  /** Folder, absolute, or `s3://bucket/prefix`; none: only `--to`. */
  readonly target: string | undefined;
  /** Which backups to keep, such as `7d,4w,12m`; none: all. */
  readonly keep: string | undefined;
  /** Secret that backups are encrypted with; none: they are not. */
  readonly key: string | undefined;
  /** S3 server. */
  readonly s3: {
    readonly endpoint: string | undefined;
    readonly region: string | undefined;
    readonly accessKeyId: string | undefined;
    readonly secretAccessKey: string | undefined;
    readonly sessionToken: string | undefined;
  };
}
