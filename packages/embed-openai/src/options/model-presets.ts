import type { PurposeFields, PurposePrefixes } from "../options.js";
import type { ProviderName } from "./providers.js";

/** Facts about a model. */
export interface ModelPreset {
  /** Its names, in lower case, without organisation and tag. */
  readonly names: readonly string[];
  /** The company that offers it; `body` and `maxRequestTokens` hold for that company's server. */
  readonly provider?: ProviderName;
  /** Default width of its vectors; absent where no source gives it. */
  readonly dimensions?: number;
  /** Other widths that it accepts: a list, or a range. */
  readonly allowed?: readonly number[] | { readonly min: number; readonly max: number };
  readonly maxInputTokens: number;
  /** Most tokens of one request, where they differ from the provider's. */
  readonly maxRequestTokens?: number;
  readonly prefix?: PurposePrefixes;
  readonly body?: PurposeFields;
  /** True if its vectors have length 1 at its own width. */
  readonly normalized?: boolean;
}

// https://developers.openai.com/api/docs/guides/embeddings
const openai = { provider: "openai", maxInputTokens: 8_192, normalized: true } as const;

// https://docs.voyageai.com/reference/embeddings-api
const voyage = {
  provider: "voyage",
  dimensions: 1_024,
  allowed: [256, 512, 1_024, 2_048],
  maxInputTokens: 32_000,
  body: { query: { input_type: "query" }, document: { input_type: "document" } },
} as const;

// https://jina.ai/models/ with the name of the model; v4: https://huggingface.co/jinaai
const jina = {
  provider: "jina",
  body: { query: { task: "retrieval.query" }, document: { task: "retrieval.passage" } },
} as const;

// https://docs.mistral.ai/capabilities/embeddings and https://openrouter.ai/mistralai
const mistral = { provider: "mistral", maxInputTokens: 8_192 } as const;

// https://huggingface.co/intfloat with the name of the model
const e5 = { maxInputTokens: 512, prefix: { query: "query: ", document: "passage: " } } as const;

// https://huggingface.co/Qwen/Qwen3-Embedding-0.6B
const qwen3 = {
  maxInputTokens: 32_768,
  prefix: {
    query:
      "Instruct: Given a web search query, retrieve relevant passages that answer the query\nQuery:",
  },
} as const;

/**
 * Models of companies, then models that anyone can serve with Ollama, vLLM, LM Studio and others.
 * All facts were read on 2026-11-22. A server may have lower limits than the model.
 */
const PRESETS: readonly ModelPreset[] = [
  { ...openai, names: ["text-embedding-3-small"], dimensions: 1_536, allowed: upTo(1_536) },
  { ...openai, names: ["text-embedding-3-large"], dimensions: 3_072, allowed: upTo(3_072) },
  { ...openai, names: ["text-embedding-ada-002"], dimensions: 1_536 },
  { ...voyage, names: ["voyage-4-large", "voyage-3-large", "voyage-code-3"] },
  { ...voyage, names: ["voyage-4", "voyage-3.5"], maxRequestTokens: 320_000 },
  { ...voyage, names: ["voyage-4-lite", "voyage-3.5-lite"], maxRequestTokens: 1_000_000 },
  { ...mistral, names: ["mistral-embed", "mistral-embed-2312"], dimensions: 1_024 },
  {
    ...mistral,
    names: ["codestral-embed", "codestral-embed-2505"],
    dimensions: 1_536,
    allowed: upTo(3_072),
  },
  // Anyone can serve those of Jina, too; their own server alone takes `task`.
  {
    ...jina,
    names: ["jina-embeddings-v3"],
    dimensions: 1_024,
    allowed: [32, 64, 128, 256, 512, 768, 1_024],
    maxInputTokens: 8_192,
  },
  {
    ...jina,
    names: ["jina-embeddings-v4"],
    dimensions: 2_048,
    allowed: [128, 256, 512, 1_024, 2_048],
    maxInputTokens: 32_768,
  },
  {
    ...jina,
    names: ["jina-embeddings-v5-text-small"],
    dimensions: 1_024,
    allowed: [32, 64, 128, 256, 512, 1_024],
    maxInputTokens: 32_768,
  },
  // https://huggingface.co/nomic-ai/nomic-embed-text-v1.5
  {
    names: ["nomic-embed-text", "nomic-embed-text-v1.5"],
    dimensions: 768,
    allowed: [64, 128, 256, 512, 768],
    maxInputTokens: 8_192,
    prefix: { query: "search_query: ", document: "search_document: " },
  },
  // https://github.com/embeddings-benchmark/mteb, model_implementations/mxbai_models.py
  {
    names: ["mxbai-embed-large", "mxbai-embed-large-v1"],
    dimensions: 1_024,
    maxInputTokens: 512,
    prefix: { query: "Represent this sentence for searching relevant passages: " },
  },
  // https://huggingface.co/BAAI/bge-m3
  { names: ["bge-m3"], dimensions: 1_024, maxInputTokens: 8_192 },
  // https://huggingface.co/sentence-transformers/all-MiniLM-L6-v2
  { names: ["all-minilm", "all-minilm-l6-v2"], dimensions: 384, maxInputTokens: 256 },
  { ...e5, names: ["multilingual-e5-small"], dimensions: 384 },
  { ...e5, names: ["multilingual-e5-base"], dimensions: 768 },
  // https://huggingface.co/Alibaba-NLP/gte-multilingual-base
  { names: ["gte-multilingual-base"], dimensions: 768, maxInputTokens: 8_192 },
  // https://ai.google.dev/gemma/docs/embeddinggemma/model_card
  {
    names: ["embeddinggemma", "embeddinggemma-300m"],
    dimensions: 768,
    allowed: [128, 256, 512, 768],
    maxInputTokens: 2_048,
    prefix: { query: "task: search result | query: ", document: "title: none | text: " },
  },
  qwen3OfSize("0.6b", 1_024),
  qwen3OfSize("4b", 2_560),
  qwen3OfSize("8b", 4_096),
  // Only the server knows which of the three it is.
  { ...qwen3, names: ["qwen3-embedding"], allowed: { min: 32, max: 4_096 } },
];

function upTo(max: number): { readonly min: number; readonly max: number } {
  return { min: 1, max };
}

function qwen3OfSize(size: string, dimensions: number): ModelPreset {
  const names = [`qwen3-embedding:${size}`, `qwen3-embedding-${size}`];
  return { ...qwen3, names, dimensions, allowed: { min: 32, max: dimensions } };
}

/**
 * Finds the preset of a model. Servers spell names in their own ways: with an organisation
 * (`nomic-ai/…`), a tag (`…:latest`), a quantisation (`…@q8_0`), or, in LM Studio, with
 * `text-embedding-` in front.
 */
export function findPreset(model: string): ModelPreset | undefined {
  const name = model.toLowerCase().replace(/^.*\//u, "").replace(/@.*$/u, "");
  const spellings = [name, name.replace(/:.*$/u, "")];
  const bare = spellings.map((spelling) => spelling.replace(/^text-embedding-/u, ""));
  for (const spelling of [...spellings, ...bare]) {
    const found = PRESETS.find(({ names }) => names.includes(spelling));
    if (found) return found;
  }
  return undefined;
}
