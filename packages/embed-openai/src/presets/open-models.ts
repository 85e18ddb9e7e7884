import type { ModelPreset } from "./model-preset.js";

const READ_AT = "2026-11-22";

const e5 = {
  maxInputTokens: 512,
  prefix: { query: "query: ", document: "passage: " },
  readAt: READ_AT,
} as const;

const qwen3 = {
  maxInputTokens: 32_768,
  prefix: {
    query:
      "Instruct: Given a web search query, retrieve relevant passages that answer the query\nQuery:",
  },
  sources: ["https://huggingface.co/Qwen/Qwen3-Embedding-0.6B"],
  readAt: READ_AT,
} as const;

/**
 * Models that anyone can serve, with Ollama, vLLM, LM Studio and others. Limits are the model's; a
 * server may have lower ones.
 */
export const OPEN_MODELS: readonly ModelPreset[] = [
  {
    names: ["nomic-embed-text", "nomic-embed-text-v1.5"],
    dimensions: 768,
    allowed: [64, 128, 256, 512, 768],
    maxInputTokens: 8_192,
    prefix: { query: "search_query: ", document: "search_document: " },
    sources: ["https://huggingface.co/nomic-ai/nomic-embed-text-v1.5"],
    readAt: READ_AT,
  },
  {
    names: ["mxbai-embed-large", "mxbai-embed-large-v1"],
    dimensions: 1_024,
    maxInputTokens: 512,
    prefix: { query: "Represent this sentence for searching relevant passages: " },
    sources: [
      "https://github.com/embeddings-benchmark/mteb/blob/main/mteb/models/model_implementations/mxbai_models.py",
    ],
    readAt: READ_AT,
  },
  {
    names: ["bge-m3"],
    dimensions: 1_024,
    maxInputTokens: 8_192,
    sources: ["https://huggingface.co/BAAI/bge-m3"],
    readAt: READ_AT,
  },
  {
    names: ["all-minilm", "all-minilm-l6-v2"],
    dimensions: 384,
    maxInputTokens: 256,
    sources: ["https://huggingface.co/sentence-transformers/all-MiniLM-L6-v2"],
    readAt: READ_AT,
  },
  {
    ...e5,
    names: ["multilingual-e5-small"],
    dimensions: 384,
    sources: ["https://huggingface.co/intfloat/multilingual-e5-small"],
  },
  {
    ...e5,
    names: ["multilingual-e5-base"],
    dimensions: 768,
    sources: ["https://huggingface.co/intfloat/multilingual-e5-base"],
  },
  {
    names: ["gte-multilingual-base"],
    dimensions: 768,
    maxInputTokens: 8_192,
    sources: ["https://huggingface.co/Alibaba-NLP/gte-multilingual-base"],
    readAt: READ_AT,
  },
  {
    names: ["embeddinggemma", "embeddinggemma-300m"],
    dimensions: 768,
    allowed: [128, 256, 512, 768],
    maxInputTokens: 2_048,
    prefix: { query: "task: search result | query: ", document: "title: none | text: " },
    sources: ["https://ai.google.dev/gemma/docs/embeddinggemma/model_card"],
    readAt: READ_AT,
  },
  {
    ...qwen3,
    names: ["qwen3-embedding:0.6b", "qwen3-embedding-0.6b"],
    dimensions: 1_024,
    allowed: { min: 32, max: 1_024 },
  },
  {
    ...qwen3,
    names: ["qwen3-embedding:4b", "qwen3-embedding-4b"],
    dimensions: 2_560,
    allowed: { min: 32, max: 2_560 },
  },
  {
    ...qwen3,
    names: ["qwen3-embedding:8b", "qwen3-embedding-8b"],
    dimensions: 4_096,
    allowed: { min: 32, max: 4_096 },
  },
  // Which of the three it is, the server knows.
  { ...qwen3, names: ["qwen3-embedding"], allowed: { min: 32, max: 4_096 } },
];
