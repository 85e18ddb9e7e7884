import type { ListedModel, ModelManifest } from "../manifest.js";

const READ_AT = "2026-11-22";

/** Cross-encoders that can be named. */
export const RERANK_MODELS: readonly ListedModel<ModelManifest>[] = [
  {
    name: "ms-marco-MiniLM-L-6-v2",
    repository: "Xenova/ms-marco-MiniLM-L-6-v2",
    manifest: {
      revision: "fec3517fe1016cfeee39338ef98ba76fc449dbcc",
      maxTokens: 512,
      quantizations: ["fp32", "fp16", "q8"],
      checksums: {
        "onnx/model_fp16.onnx": "a8b79f5c22bc717c0082cb30424365f59d6689b86cfa0c4b293832acf158c66f",
      },
    },
    licence: "Apache-2.0",
    languages: "English",
    sources: [
      "https://huggingface.co/cross-encoder/ms-marco-MiniLM-L-6-v2",
      "https://huggingface.co/Xenova/ms-marco-MiniLM-L-6-v2/tree/fec3517fe1016cfeee39338ef98ba76fc449dbcc/onnx",
    ],
    readAt: READ_AT,
  },
  {
    name: "bge-reranker-base",
    repository: "Xenova/bge-reranker-base",
    manifest: {
      revision: "b4ea4663edc07ce975fadca89e44383333d7269f",
      maxTokens: 512,
      quantizations: ["fp32", "q8"],
    },
    licence: "MIT",
    languages: "Chinese and English",
    sources: [
      "https://huggingface.co/BAAI/bge-reranker-base",
      "https://huggingface.co/Xenova/bge-reranker-base/tree/b4ea4663edc07ce975fadca89e44383333d7269f/onnx",
    ],
    readAt: READ_AT,
  },
  {
    name: "jina-reranker-v2-base-multilingual",
    repository: "jinaai/jina-reranker-v2-base-multilingual",
    manifest: {
      revision: "6371035883584acb0584c34dbaa9350e4752b8d2",
      maxTokens: 1024,
      quantizations: ["fp32", "fp16", "q8", "int8", "uint8", "q4", "bnb4"],
    },
    licence: "CC-BY-NC-4.0",
    languages: "more than 100",
    sources: [
      "https://huggingface.co/jinaai/jina-reranker-v2-base-multilingual/tree/6371035883584acb0584c34dbaa9350e4752b8d2/onnx",
    ],
    readAt: READ_AT,
  },
  {
    name: "gte-multilingual-reranker-base",
    repository: "onnx-community/gte-multilingual-reranker-base",
    manifest: {
      revision: "main",
      maxTokens: 8192,
      quantizations: ["fp32", "fp16", "q8", "int8", "uint8", "q4", "q4f16", "bnb4"],
    },
    licence: "Apache-2.0",
    languages: "more than 70",
    sources: [
      "https://huggingface.co/Alibaba-NLP/gte-multilingual-reranker-base",
      "https://huggingface.co/onnx-community/gte-multilingual-reranker-base/tree/main/onnx",
    ],
    readAt: READ_AT,
  },
];
