/** A setting, from which reading, checking, `config` and the page of the docs are made. */
export interface Setting {
  /** Dotted path in a TOML file, such as `embedding.remote.model`. */
  readonly key: string;
  /** Type that decides how its value is read and checked. */
  readonly type:
    | "text"
    | "integer"
    | "number"
    | "choice"
    | "path"
    | "database"
    | "target"
    | "url"
    | "scope"
    | "keep"
    | "durations";
  /** One line for people, without a full stop. */
  readonly summary: string;
  /** Value without any configuration. @defaultValue none */
  readonly default?: string | number | readonly string[];
  /** Smallest and largest number. */
  readonly range?: readonly [min: number, max: number];
  /** Values of a `choice`. */
  readonly choices?: readonly string[];
  /** True if it is never shown. */
  readonly secret?: boolean;
  /** True if a project file may set it that nobody has trusted. */
  readonly anyProject?: boolean;
  /** Flag that sets it, too. */
  readonly flag?: "database" | "scope";
}

/** All settings, in the order of `config` and of the docs. */
export const SETTINGS: readonly Setting[] = [
  {
    key: "database",
    type: "database",
    flag: "database",
    summary: "SQLite file, or postgres:// URL",
  },
  { key: "database_schema", type: "text", default: "kioku", summary: "Schema in PostgreSQL" },
  {
    key: "scope",
    type: "scope",
    default: [],
    flag: "scope",
    anyProject: true,
    summary: "Scope of the memories, such as team/ana",
  },
  {
    key: "embedding_model",
    type: "choice",
    choices: ["local", "remote", "none"],
    default: "local",
    summary: "local: in this process; remote: [embedding.remote]; none: words only",
  },
  {
    key: "embedding_dimension",
    type: "integer",
    range: [1, 65_536],
    summary: "Width of vectors; the model's own if left out",
  },
  {
    key: "local_model",
    type: "text",
    summary: "Transformer model, such as multilingual-e5-small; built in if left out",
  },
  { key: "local_model_path", type: "path", summary: "Folder of the transformer model" },
  {
    key: "embedding.remote.provider",
    type: "choice",
    choices: ["openai", "jina", "lmstudio", "mistral", "ollama", "vllm", "voyage", "compatible"],
    summary: "Kind of the embedding server",
  },
  {
    key: "embedding.remote.base_url",
    type: "url",
    summary: "Address of the embedding server, up to /v1",
  },
  {
    key: "embedding.remote.api_key",
    type: "text",
    secret: true,
    summary: "Key of the embedding server",
  },
  { key: "embedding.remote.model", type: "text", summary: "Model of the embedding server" },
  {
    key: "search.default_limit",
    type: "integer",
    range: [1, 1000],
    default: 10,
    anyProject: true,
    summary: "Most memories of a recall",
  },
  {
    key: "search.similarity_threshold",
    type: "number",
    range: [0, 1],
    default: 0.35,
    anyProject: true,
    summary: "Least relevance of what is recalled",
  },
  { key: "model.base_url", type: "url", summary: "Chat model for ask and consolidate, up to /v1" },
  { key: "model.api_key", type: "text", secret: true, summary: "Key of the chat server" },
  { key: "model.model", type: "text", summary: "Name of the chat model" },
  { key: "backup.target", type: "target", summary: "Folder of backups, or s3://bucket/prefix" },
  {
    key: "backup.keep",
    type: "keep",
    summary: "Backups to keep, such as 7d,4w,12m; all if left out",
  },
  {
    key: "backup.key",
    type: "text",
    secret: true,
    summary: "Secret that backups are encrypted with",
  },
  { key: "backup.endpoint", type: "url", summary: "Address of the S3 server" },
  { key: "backup.region", type: "text", summary: "Region of the S3 server" },
  {
    key: "backup.access_key_id",
    type: "text",
    secret: true,
    summary: "Access key of the S3 server",
  },
  {
    key: "backup.secret_access_key",
    type: "text",
    secret: true,
    summary: "Secret key of the S3 server",
  },
  {
    key: "backup.session_token",
    type: "text",
    secret: true,
    summary: "Session token of the S3 server",
  },
  {
    key: "retention",
    type: "durations",
    summary: 'How long sweep keeps each kind, such as chat = "90d"; "*" for all others',
  },
];

/** Returns the environment variable of a setting, such as `KIOKU_SEARCH_DEFAULT_LIMIT`. */
export function variableOf({ key }: Pick<Setting, "key">): string {
  return `KIOKU_${key.replaceAll(".", "_").toUpperCase()}`;
}
