import type { ModelPreset } from "./model-preset.js";

const READ_AT = "2026-11-22";
const VOYAGE = "https://docs.voyageai.com/reference/embeddings-api";

const openai = {
  provider: "openai",
  maxInputTokens: 8_192,
  normalized: true,
  sources: [
    "https://developers.openai.com/api/reference/resources/embeddings.md",
    "https://developers.openai.com/api/docs/guides/embeddings",
  ],
  readAt: READ_AT,
} as const;

const voyage = {
  provider: "voyage",
  dimensions: 1_024,
  allowed: [256, 512, 1_024, 2_048],
  maxInputTokens: 32_000,
  body: { query: { input_type: "query" }, document: { input_type: "document" } },
  sources: [VOYAGE],
  readAt: READ_AT,
} as const;

const jina = {
  provider: "jina",
  body: { query: { task: "retrieval.query" }, document: { task: "retrieval.passage" } },
  readAt: READ_AT,
} as const;

/**
 * Models that their makers offer; those of Jina can be served by anyone, too, where they take no
 * `task`.
 */
export const API_MODELS: readonly ModelPreset[] = [
  {
    ...openai,
    names: ["text-embedding-3-small"],
    dimensions: 1_536,
    allowed: { min: 1, max: 1_536 },
  },
  {
    ...openai,
    names: ["text-embedding-3-large"],
    dimensions: 3_072,
    allowed: { min: 1, max: 3_072 },
  },
  { ...openai, names: ["text-embedding-ada-002"], dimensions: 1_536 },
  { ...voyage, names: ["voyage-4-large", "voyage-3-large", "voyage-code-3"] },
  { ...voyage, names: ["voyage-4", "voyage-3.5"], maxRequestTokens: 320_000 },
  { ...voyage, names: ["voyage-4-lite", "voyage-3.5-lite"], maxRequestTokens: 1_000_000 },
  {
    provider: "mistral",
    names: ["mistral-embed", "mistral-embed-2312"],
    dimensions: 1_024,
    maxInputTokens: 8_192,
    sources: [
      "https://docs.mistral.ai/capabilities/embeddings/text_embeddings",
      "https://openrouter.ai/mistralai/mistral-embed-2312",
    ],
    readAt: READ_AT,
  },
  {
    provider: "mistral",
    names: ["codestral-embed", "codestral-embed-2505"],
    dimensions: 1_536,
    allowed: { min: 1, max: 3_072 },
    maxInputTokens: 8_192,
    sources: [
      "https://docs.mistral.ai/capabilities/embeddings/code_embeddings",
      "https://openrouter.ai/mistralai/codestral-embed-2505",
    ],
    readAt: READ_AT,
  },
  {
    ...jina,
    names: ["jina-embeddings-v3"],
    dimensions: 1_024,
    allowed: [32, 64, 128, 256, 512, 768, 1_024],
    maxInputTokens: 8_192,
    sources: ["https://jina.ai/models/jina-embeddings-v3/"],
  },
  {
    ...jina,
    names: ["jina-embeddings-v4"],
    dimensions: 2_048,
    allowed: [128, 256, 512, 1_024, 2_048],
    maxInputTokens: 32_768,
    sources: ["https://huggingface.co/jinaai/jina-embeddings-v4"],
  },
  {
    ...jina,
    names: ["jina-embeddings-v5-text-small"],
    dimensions: 1_024,
    allowed: [32, 64, 128, 256, 512, 1_024],
    maxInputTokens: 32_768,
    sources: ["https://jina.ai/models/jina-embeddings-v5-text-small/"],
  },
];
