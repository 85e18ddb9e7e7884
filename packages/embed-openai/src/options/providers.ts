/** The servers whose differences are known. */
export type ProviderName =
  | "openai"
  | "jina"
  | "lmstudio"
  | "mistral"
  | "ollama"
  | "vllm"
  | "voyage"
  | "compatible";

/** Facts about a server. */
export interface Provider {
  /** Up to and with the version; absent where it must be given. */
  readonly baseURL?: string;
  /** The environment variable of its key. */
  readonly keyVariable?: string;
  /** Name of the width in the body. */
  readonly dimensionsField: string;
  /** Name of the encoding in the body. */
  readonly encodingField: string;
  /** True if floats have a name; otherwise they come if the field is left out. */
  readonly namesFloat: boolean;
  /** The encoding to use at its own origin. */
  readonly encoding: "float" | "base64";
  /** Most texts of one request. */
  readonly maxInputs: number;
  /** Texts of one request by default. */
  readonly batchSize: number;
  readonly maxRequestTokens?: number;
  /** Fields of every body that make the server refuse a long text instead of cutting it. */
  readonly refuseLong?: Readonly<Record<string, unknown>>;
}

const COMPATIBLE = {
  dimensionsField: "dimensions",
  encodingField: "encoding_format",
  namesFloat: true,
  encoding: "float",
  maxInputs: 2_048,
  batchSize: 64,
} as const satisfies Provider;

/**
 * Facts about servers, read 2026-11-22. OpenAI:
 * developers.openai.com/api/reference/resources/embeddings.md. Jina: jina.ai/embeddings, and 512
 * inputs from an answer of the server (github.com/langgenius/dify-official-plugins, issue 1997).
 * Mistral: docs.mistral.ai/api; 256 inputs as measured by rig (docs.rs/crate/rig-core/0.42.0),
 * 16,384 tokens from an answer (github.com/aurelio-labs/semantic-router, issue 297). Voyage:
 * docs.voyageai.com/reference/embeddings-api. Ollama: docs/openai.md of its repository. TEI:
 * `--max-client-batch-size` in its README.
 */
export const PROVIDERS: Readonly<Record<ProviderName, Provider>> = {
  openai: {
    ...COMPATIBLE,
    baseURL: "https://api.openai.com/v1",
    keyVariable: "OPENAI_API_KEY",
    encoding: "base64",
    batchSize: 256,
    maxRequestTokens: 300_000,
  },
  jina: {
    ...COMPATIBLE,
    baseURL: "https://api.jina.ai/v1",
    keyVariable: "JINA_API_KEY",
    encodingField: "embedding_type",
    maxInputs: 512,
    batchSize: 128,
    refuseLong: { truncate: false },
  },
  lmstudio: { ...COMPATIBLE, baseURL: "http://localhost:1234/v1" },
  mistral: {
    ...COMPATIBLE,
    baseURL: "https://api.mistral.ai/v1",
    keyVariable: "MISTRAL_API_KEY",
    dimensionsField: "output_dimension",
    namesFloat: false,
    maxInputs: 256,
    maxRequestTokens: 16_384,
  },
  ollama: { ...COMPATIBLE, baseURL: "http://localhost:11434/v1" },
  vllm: { ...COMPATIBLE, baseURL: "http://localhost:8000/v1" },
  voyage: {
    ...COMPATIBLE,
    baseURL: "https://api.voyageai.com/v1",
    keyVariable: "VOYAGE_API_KEY",
    dimensionsField: "output_dimension",
    namesFloat: false,
    maxInputs: 1_000,
    batchSize: 128,
    maxRequestTokens: 120_000,
    refuseLong: { truncation: false },
  },
  // The default limit of TEI.
  compatible: { ...COMPATIBLE, batchSize: 32 },
};

/** All names, for checks and messages. */
export const PROVIDER_NAMES: readonly ProviderName[] = Object.keys(PROVIDERS) as ProviderName[];
