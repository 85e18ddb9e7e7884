import type { EmbeddingManifest, ListedModel } from "../manifest.js";

const READ_AT = "2026-11-22";
const MTEB =
  "https://github.com/embeddings-benchmark/mteb/tree/main/mteb/models/model_implementations";
const E5_PREFIXES = { query: "query: ", document: "passage: " };

/**
 * Embedding models that can be named. A revision is pinned where a public page names the whole
 * commit of the ONNX files.
 */
export const EMBEDDING_MODELS: readonly ListedModel<EmbeddingManifest>[] = [
  {
    name: "all-MiniLM-L6-v2",
    repository: "Xenova/all-MiniLM-L6-v2",
    manifest: {
      revision: "57cbdab1181b7eba8170805260bd39e733b0e25d",
      dimensions: 384,
      maxTokens: 256,
      pooling: "mean",
      quantizations: ["fp32", "fp16", "q8"],
    },
    licence: "Apache-2.0",
    languages: "English",
    sources: [
      MTEB,
      "https://huggingface.co/Xenova/all-MiniLM-L6-v2/tree/57cbdab1181b7eba8170805260bd39e733b0e25d/onnx",
    ],
    readAt: READ_AT,
  },
  {
    name: "multilingual-e5-small",
    repository: "Xenova/multilingual-e5-small",
    manifest: {
      revision: "761b726dd34fb83930e26aab4e9ac3899aa1fa78",
      dimensions: 384,
      maxTokens: 512,
      pooling: "mean",
      prefixes: E5_PREFIXES,
      // Of a copy that says to be byte for byte this commit; it names no other quantization.
      checksums: {
        "config.json": "cb99455288675345e1a4f411438d5d0adbba5fbd3a67ea4fb03c015433b996c1",
        "tokenizer.json": "0b44a9d7b51c3c62626640cda0e2c2f70fdacdc25bbbd68038369d14ebdf4c39",
        "tokenizer_config.json": "a1d6bc8734a6f635dc158508bef000f8e2e5a759c7d92f984b2c86e5ff53425b",
        "onnx/model_quantized.onnx":
          "f80102d3f2a1229f387d3c81909990d8945513e347b0eab049f7de3c6f98c193",
      },
    },
    licence: "MIT",
    languages: "about 100",
    sources: [
      MTEB,
      "https://huggingface.co/intfloat/multilingual-e5-small",
      "https://huggingface.co/ChatPanel/multilingual-e5-small",
    ],
    readAt: READ_AT,
  },
  {
    name: "multilingual-e5-base",
    repository: "Xenova/multilingual-e5-base",
    manifest: {
      revision: "main",
      dimensions: 768,
      maxTokens: 512,
      pooling: "mean",
      prefixes: E5_PREFIXES,
    },
    licence: "MIT",
    languages: "about 100",
    sources: [MTEB, "https://huggingface.co/Xenova/multilingual-e5-base/tree/main/onnx"],
    readAt: READ_AT,
  },
  {
    name: "bge-m3",
    repository: "Xenova/bge-m3",
    manifest: {
      revision: "0304fba9855cf475521c7fb1199d623f1cc82b73",
      dimensions: 1024,
      maxTokens: 8192,
      pooling: "cls",
      quantizations: ["fp32", "fp16", "q8"],
      externalData: ["fp32"],
    },
    licence: "MIT",
    languages: "more than 100",
    sources: [
      "https://huggingface.co/BAAI/bge-m3",
      "https://arxiv.org/abs/2402.03216",
      "https://huggingface.co/Xenova/bge-m3/tree/0304fba9855cf475521c7fb1199d623f1cc82b73",
    ],
    readAt: READ_AT,
  },
  {
    name: "bge-small-zh-v1.5",
    repository: "Xenova/bge-small-zh-v1.5",
    manifest: {
      revision: "d990a82dec71c3c1cec53fc9870f2bc97a52f492",
      dimensions: 512,
      maxTokens: 512,
      pooling: "cls",
      prefixes: { query: "为这个句子生成表示以用于检索相关文章：" },
      quantizations: ["fp32", "fp16", "q8"],
    },
    licence: "MIT",
    languages: "Chinese",
    sources: [
      MTEB,
      "https://huggingface.co/Xenova/bge-small-zh-v1.5/commits/d990a82dec71c3c1cec53fc9870f2bc97a52f492/onnx/model_quantized.onnx",
    ],
    readAt: READ_AT,
  },
  {
    name: "gte-multilingual-base",
    repository: "onnx-community/gte-multilingual-base",
    manifest: {
      revision: "2edbf5e672aab465f9ed4c154a8b61791c082c69",
      dimensions: 768,
      maxTokens: 8192,
      pooling: "cls",
      // The card says any width from 128 on.
      widths: [128, 256, 384, 512, 640],
    },
    licence: "Apache-2.0",
    languages: "more than 70",
    sources: [
      "https://huggingface.co/Alibaba-NLP/gte-multilingual-base",
      "https://huggingface.co/onnx-community/gte-multilingual-base/tree/main",
    ],
    readAt: READ_AT,
  },
  {
    name: "nomic-embed-text-v1.5",
    repository: "nomic-ai/nomic-embed-text-v1.5",
    manifest: {
      revision: "main",
      dimensions: 768,
      maxTokens: 8192,
      pooling: "mean",
      layerNorm: true,
      prefixes: { query: "search_query: ", document: "search_document: " },
      widths: [64, 128, 256, 512],
    },
    licence: "Apache-2.0",
    languages: "English",
    sources: [MTEB, "https://huggingface.co/nomic-ai/nomic-embed-text-v1.5"],
    readAt: READ_AT,
  },
  {
    name: "embeddinggemma-300m",
    repository: "onnx-community/embeddinggemma-300m-ONNX",
    manifest: {
      revision: "75a84c732f1884df76bec365346230e32f582c82",
      dimensions: 768,
      maxTokens: 2048,
      // Mean and two dense layers are in the graph.
      pooling: "none",
      prefixes: { query: "task: search result | query: ", document: "title: none | text: " },
      widths: [128, 256, 512],
      quantizations: ["fp32", "fp16", "q8", "q4", "q4f16"],
      externalData: ["fp32", "fp16", "q8", "q4", "q4f16"],
    },
    licence: "Gemma Terms of Use",
    languages: "more than 100",
    sources: [
      "https://ai.google.dev/gemma/docs/embeddinggemma/model_card",
      "https://huggingface.co/onnx-community/embeddinggemma-300m-ONNX/tree/75a84c732f1884df76bec365346230e32f582c82/onnx",
    ],
    readAt: READ_AT,
  },
];
