import type { OpenAIEmbedderOptions } from "../../src/index.js";
import { KEY } from "./played.js";
import type { PlayedServer } from "./played.js";
import { jina } from "./servers/jina.js";
import { lmstudio } from "./servers/lmstudio.js";
import { mistral } from "./servers/mistral.js";
import { ollama } from "./servers/ollama.js";
import { openai } from "./servers/openai.js";
import { vllm } from "./servers/vllm.js";
import { voyage } from "./servers/voyage.js";

/** A played server with what a user would write for the real one. */
export interface ServerCase {
  readonly name: string;
  readonly played: PlayedServer;
  readonly options: OpenAIEmbedderOptions;
  readonly width: number;
  /** Returns the text that is embedded for a text. */
  readonly spoken: (text: string, purpose: "query" | "document") => string;
  readonly purposes: "same" | "different";
}

/** Every server that is played. */
export const ALL_SERVERS: readonly ServerCase[] = [
  {
    name: "OpenAI",
    played: openai,
    options: { provider: "openai", model: "text-embedding-3-small", apiKey: KEY },
    width: 1_536,
    spoken: (text) => text,
    purposes: "same",
  },
  {
    name: "Ollama",
    played: ollama,
    options: { provider: "ollama", model: "nomic-embed-text:latest" },
    width: 768,
    spoken: (text, purpose) => `search_${purpose}: ${text}`,
    purposes: "different",
  },
  {
    name: "vLLM",
    played: vllm,
    options: { provider: "vllm", model: "intfloat/multilingual-e5-small" },
    width: 384,
    spoken: (text, purpose) => `${purpose === "query" ? "query" : "passage"}: ${text}`,
    purposes: "different",
  },
  {
    name: "LM Studio",
    played: lmstudio,
    options: { provider: "lmstudio", model: "text-embedding-nomic-embed-text-v1.5@q8_0" },
    width: 768,
    spoken: (text, purpose) => `search_${purpose}: ${text}`,
    purposes: "different",
  },
  {
    name: "Jina",
    played: jina,
    options: { provider: "jina", model: "jina-embeddings-v3", apiKey: KEY },
    width: 1_024,
    spoken: (text, purpose) => `retrieval.${purpose === "query" ? "query" : "passage"}\n${text}`,
    purposes: "different",
  },
  {
    name: "Voyage",
    played: voyage,
    options: { provider: "voyage", model: "voyage-3.5", apiKey: KEY },
    width: 1_024,
    spoken: (text, purpose) => `${purpose}\n${text}`,
    purposes: "different",
  },
  {
    name: "Mistral",
    played: mistral,
    options: { provider: "mistral", model: "mistral-embed", apiKey: KEY },
    width: 1_024,
    spoken: (text) => text,
    purposes: "same",
  },
];
