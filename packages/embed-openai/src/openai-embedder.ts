import { MemoryError, type Embedder } from "@kioku/core";
import type { EmbedderProfile, EmbedOptions, EmbedResult } from "@kioku/core/toolkit";
import { checkOneOf } from "@kioku/core/toolkit";

import { Semaphore } from "./async/semaphore.js";
import { embedInputs } from "./batch/embed-inputs.js";
import { toInputs } from "./batch/inputs.js";
import { EmbeddingServer } from "./http/embedding-server.js";
import type { OpenAIEmbedderOptions } from "./options.js";
import { resolveOptions } from "./options/resolve-options.js";
import type { Settings } from "./options/settings.js";

class OpenAIEmbedder implements Embedder {
  readonly id: string;
  readonly dimensions?: number;
  readonly maxBatchSize: number;
  readonly maxBatchTokens?: number;
  readonly maxConcurrency: number;
  readonly normalized?: boolean;
  readonly profile?: EmbedderProfile;
  readonly #settings: Settings;
  readonly #server: EmbeddingServer;
  readonly #semaphore: Semaphore;
  readonly #closing = new AbortController();

  constructor(settings: Settings) {
    const { id, dimensions, limits, maxConcurrency, normalized, profile } = settings;
    this.id = id;
    if (dimensions !== undefined) this.dimensions = dimensions;
    this.maxBatchSize = limits.maxBatchSize;
    const batchTokens = tokensForTexts(settings);
    if (batchTokens !== undefined) this.maxBatchTokens = batchTokens;
    this.maxConcurrency = maxConcurrency;
    if (normalized !== undefined) this.normalized = normalized;
    if (profile !== undefined) this.profile = profile;
    this.#settings = settings;
    this.#server = new EmbeddingServer(settings);
    this.#semaphore = new Semaphore(maxConcurrency);
  }

  async embed(texts: readonly string[], options: EmbedOptions = {}): Promise<EmbedResult> {
    const { signal, purpose = "document" } = options;
    signal?.throwIfAborted();
    this.#closing.signal.throwIfAborted();
    checkOneOf(purpose, "purpose", ["query", "document"]);
    const settings = this.#settings;
    const inputs = toInputs(texts, settings.prefix[purpose], settings.limits);
    return embedInputs(inputs, {
      settings,
      server: this.#server,
      purpose,
      semaphore: this.#semaphore,
      signals: [signal, this.#closing.signal],
    });
  }

  close(): Promise<void> {
    if (!this.#closing.signal.aborted) {
      this.#closing.abort(new MemoryError("closed", "openaiEmbedder: the embedder is closed"));
    }
    return Promise.resolve();
  }
}

/** Leaves room for prefixes, which core does not count, so that its batch is one request. */
function tokensForTexts({ limits, prefix }: Settings): number | undefined {
  const { maxBatchTokens, maxBatchSize, count } = limits;
  if (maxBatchTokens === undefined) return undefined;
  const longest = Math.max(...[prefix.query, prefix.document].map((text) => count(text)));
  return Math.max(maxBatchTokens - maxBatchSize * longest, Math.ceil(maxBatchTokens / 2));
}

/**
 * Makes an embedder that calls a server with `/v1/embeddings` by `fetch`: OpenAI, Ollama, vLLM, LM
 * Studio, Jina, Voyage, Mistral and others.
 *
 * `embed` splits texts into requests within the limits, checks every vector and repeats requests
 * that failed in passing. It throws `invalid-input` for a text that is empty or too long, naming it
 * as `texts[3]` and by `textIndex`; `embedder-failed` for the rest, `retryable` if it may pass; the
 * signal's own reason when it is aborted; `closed` after `close`, which also cancels calls in
 * progress. No error holds a key, an answer or a text.
 *
 * @throws `invalid-input` for an option that is unknown or wrong.
 */
export function openaiEmbedder(options: OpenAIEmbedderOptions): Embedder {
  return new OpenAIEmbedder(resolveOptions(options));
}
