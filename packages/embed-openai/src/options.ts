import type { Schedule } from "@kioku/core";
import type { EmbedderProfile } from "@kioku/core/toolkit";

import type { ProviderName } from "./options/providers.js";

/** A key, or a function that returns one. It is called for every request, so keys can change. */
export type ApiKey = string | (() => string | Promise<string>);

/** Text put in front of each input, for models that want it. */
export interface PurposePrefixes {
  /** In front of queries, such as `"query: "`. */
  readonly query?: string | undefined;
  /** In front of documents, such as `"passage: "`. */
  readonly document?: string | undefined;
}

/** Fields of the request body beside those that the embedder sets. Values are JSON. */
export interface PurposeFields {
  /** In every request. */
  readonly always?: Readonly<Record<string, unknown>> | undefined;
  /** In requests for queries, such as Jina's `{ task: "retrieval.query" }`. */
  readonly query?: Readonly<Record<string, unknown>> | undefined;
  /** In requests for documents, such as Voyage's `{ input_type: "document" }`. */
  readonly document?: Readonly<Record<string, unknown>> | undefined;
}

/** Options of `openaiEmbedder`. They override the preset of the model. */
export interface OpenAIEmbedderOptions {
  /** Name of the model, as the server knows it; 1 to 200 characters. */
  readonly model: string;
  /**
   * The kind of server. It sets the base URL, the variable of the key, body fields and limits.
   * @defaultValue `"compatible"` with a `baseURL`; `"openai"` without, for models of OpenAI only
   */
  readonly provider?: ProviderName | undefined;
  /** Address with `/v1`, by `http:` or `https:`, without user. @defaultValue the provider's */
  readonly baseURL?: string | URL | undefined;
  /**
   * The key, or a function that returns it, called for every request.
   * @defaultValue the provider's environment variable, for the provider's own origin only
   */
  readonly apiKey?: ApiKey | undefined;
  /**
   * Width of the vectors, 1 to 65,536. Sent to the server if it differs from the model's own width.
   * @defaultValue that of the model's preset; without one, the width of the first answer
   */
  readonly dimensions?: number | undefined;
  /** Encoding to ask for. @defaultValue `"base64"` at api.openai.com, `"float"` elsewhere */
  readonly encoding?: "float" | "base64" | undefined;
  /** Most texts of one request, 1 to 2,048 or the server's limit. @defaultValue the provider's */
  readonly maxBatchSize?: number | undefined;
  /**
   * Most tokens of a request, as `countTokens` counts; at least 1. A text with more goes alone.
   * @defaultValue the limit of the provider, less a tenth where tokens are estimated
   */
  readonly maxBatchTokens?: number | undefined;
  /** Most tokens of one text with its prefix; at least 1. @defaultValue that of the preset */
  readonly maxInputTokens?: number | undefined;
  /**
   * Counts the tokens of a text as the model does. With it, a text over `maxInputTokens` is refused
   * by that count; without it, only a text that is certainly over.
   * @defaultValue `estimateTokens` of core
   */
  readonly countTokens?: ((text: string) => number) | undefined;
  /**
   * Cuts a text over the limit at its end instead of refusing it: one that is over by
   * `countTokens`, is certainly over, or is refused by the server. A server that cuts by itself
   * gets it whole. The id does not depend on it.
   * @defaultValue `false`
   */
  readonly truncate?: boolean | undefined;
  /**
   * Further fields of the body. They replace those of the preset with the same names.
   * @defaultValue those of the model's preset, if `provider` is the company that offers the model
   */
  readonly body?: PurposeFields | undefined;
  /** Text before each input, at most 2,000 characters; `""` for none. @defaultValue the preset's */
  readonly prefix?: PurposePrefixes | undefined;
  /**
   * Further headers, such as `{ "api-key": "…" }` of Azure. They are kept secret like the key.
   * `authorization` is refused beside `apiKey`.
   */
  readonly headers?: Readonly<Record<string, string>> | undefined;
  /** Makes requests. @defaultValue the global `fetch` */
  readonly fetch?: typeof globalThis.fetch | undefined;
  /** Retries of a request that failed in a way that may pass, 0 to 20. @defaultValue 3 */
  readonly maxRetries?: number | undefined;
  /**
   * Longest wait that a server may ask for, 0 to 3,600,000 ms. If it asks for more, the call fails
   * at once with that time in `retryAfterMs` of the error, which core's background work respects.
   * @defaultValue 10000
   */
  readonly maxRetryAfterMs?: number | undefined;
  /**
   * Time for one request with a function `apiKey` and the answer, 1 to 3,600,000 ms. Keep it below
   * `embedTimeoutMs` of the memory (30,000 ms), which limits the call with all its retries.
   * @defaultValue 20000
   */
  readonly timeoutMs?: number | undefined;
  /** Most concurrent requests over all calls of this embedder, 1 to 256. @defaultValue 4 */
  readonly maxConcurrency?: number | undefined;
  /**
   * Identity of the vector space, 1 to 500 characters, for a model that servers name differently.
   * @defaultValue model, width, and a hash of prefixes and body fields
   */
  readonly id?: string | undefined;
  /** Meaning of the model's cosines. @defaultValue measured by core */
  readonly profile?: EmbedderProfile | undefined;
  /** True if the server's vectors have length 1. @defaultValue that of the preset */
  readonly normalized?: boolean | undefined;
  /** The clock, for `retry-after` with a date. @defaultValue the system's */
  readonly clock?: (() => Date) | undefined;
  /**
   * Returns numbers in [0, 1), for the jitter of retries.
   * @defaultValue `crypto.getRandomValues`
   */
  readonly random?: (() => number) | undefined;
  /** The timers, for timeouts and waits. @defaultValue `setTimeout` */
  readonly schedule?: Schedule | undefined;
}
