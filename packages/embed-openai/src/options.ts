import type { Schedule } from "@kioku/core";
import type { EmbedderProfile } from "@kioku/core/toolkit";

import type { ProviderName } from "./options/providers.js";

/** A key, or what gives one: asked again for every request, so that keys can change. */
export type ApiKey = string | (() => string | Promise<string>);

/** Text put in front of each input, for models that want it. */
export interface PurposePrefixes {
  /** In front of questions, such as `"query: "`. */
  readonly query?: string | undefined;
  /** In front of what is stored, such as `"passage: "`. */
  readonly document?: string | undefined;
}

/** Fields of the request body beside those that the embedder sets. Values are JSON. */
export interface PurposeFields {
  /** In every request. */
  readonly always?: Readonly<Record<string, unknown>> | undefined;
  /** In requests for questions, such as Jina's `{ task: "retrieval.query" }`. */
  readonly query?: Readonly<Record<string, unknown>> | undefined;
  /** In requests for what is stored, such as Voyage's `{ input_type: "document" }`. */
  readonly document?: Readonly<Record<string, unknown>> | undefined;
}

/** What `openaiEmbedder` takes. What a preset of the model knows, an option overrides. */
export interface OpenAIEmbedderOptions {
  /** Name of the model, as the server knows it; 1 to 200 characters. */
  readonly model: string;
  /**
   * Which server this is: it gives the base URL, the environment variable of the key, the names of
   * body fields, and limits.
   * @defaultValue `"compatible"` if there is a `baseURL`; else `"openai"` for a model that is known
   *   to be OpenAI's, and needed for any other
   */
  readonly provider?: ProviderName | undefined;
  /**
   * Where the server is, up to and with `/v1`, by `http:` or `https:`. No user and no password.
   * @defaultValue that of the provider
   */
  readonly baseURL?: string | URL | undefined;
  /**
   * The key, or a function that gives it, asked for every request.
   * @defaultValue the environment variable of the provider, read for every request, and only if
   *   that goes to the provider's own origin
   */
  readonly apiKey?: ApiKey | undefined;
  /**
   * Width of the vectors, 1 to 65,536. Sent to the server if it differs from the width that the
   * model has by itself.
   * @defaultValue that of the model's preset; without one, what the server answers
   */
  readonly dimensions?: number | undefined;
  /**
   * How vectors are asked for. Whichever arrives is understood.
   * @defaultValue `"base64"` at api.openai.com, `"float"` elsewhere
   */
  readonly encoding?: "float" | "base64" | undefined;
  /**
   * Most texts of one request, 1 to the limit of the provider (2,048 where it has none).
   * @defaultValue that of the provider
   */
  readonly maxBatchSize?: number | undefined;
  /**
   * Most tokens of one request, as `countTokens` counts them; at least 1. A text that alone has
   * more goes alone.
   * @defaultValue the limit of the provider, less a tenth where tokens are estimated
   */
  readonly maxBatchTokens?: number | undefined;
  /**
   * Most tokens of one text with its prefix; at least 1.
   * @defaultValue that of the model's preset; without one, what the server takes
   */
  readonly maxInputTokens?: number | undefined;
  /**
   * Counts the tokens of a text as the model does. With it, a text over `maxInputTokens` is refused
   * by that count; without it, only a text that is over in any case.
   * @defaultValue `estimateTokens` of core
   */
  readonly countTokens?: ((text: string) => number) | undefined;
  /**
   * Whether a text over the limit is cut at its end instead of refused: one that is over by
   * `countTokens`, in any case, or because the server refuses it. A server that cuts by itself gets
   * it whole. The id does not tell.
   * @defaultValue `false`
   */
  readonly truncate?: boolean | undefined;
  /**
   * Further fields of the body. They replace those of the preset with the same names.
   * @defaultValue those of the model's preset, if `provider` is the company whose model it is
   */
  readonly body?: PurposeFields | undefined;
  /**
   * Text in front of each input, at most 2,000 characters. `""` takes away the one of the preset.
   * @defaultValue that of the model's preset
   */
  readonly prefix?: PurposePrefixes | undefined;
  /**
   * Further headers, such as `{ "api-key": "…" }` of Azure. They are secrets as the key is: they
   * appear nowhere else. `authorization` is refused beside `apiKey`.
   */
  readonly headers?: Readonly<Record<string, string>> | undefined;
  /**
   * Makes requests.
   * @defaultValue the global `fetch`
   */
  readonly fetch?: typeof globalThis.fetch | undefined;
  /**
   * How many times a request is tried again that failed in a way that may pass, 0 to 20.
   * @defaultValue 3
   */
  readonly maxRetries?: number | undefined;
  /**
   * Longest wait that a server may ask for and get, 0 to 3,600,000 ms. If it asks for more, the
   * call fails at once and the error says how long in `retryAfterMs`, which the background of core
   * respects.
   * @defaultValue 10000
   */
  readonly maxRetryAfterMs?: number | undefined;
  /**
   * How long one request may take, with a function `apiKey` and with its answer, 1 to 3,600,000 ms.
   * Keep it below `embedTimeoutMs` of the memory (30,000 ms), which limits the call with all its
   * retries.
   * @defaultValue 20000
   */
  readonly timeoutMs?: number | undefined;
  /**
   * Most requests under way at once, over all calls of this embedder, 1 to 256.
   * @defaultValue 4
   */
  readonly maxConcurrency?: number | undefined;
  /**
   * Identity of the vector space, 1 to 500 characters. Set it if two servers have one model under
   * two names.
   * @defaultValue model, width, and a hash of prefixes and body fields
   */
  readonly id?: string | undefined;
  /**
   * What cosines of the model mean.
   * @defaultValue measured by core
   */
  readonly profile?: EmbedderProfile | undefined;
  /**
   * Whether the server's vectors have length 1.
   * @defaultValue that of the model's preset
   */
  readonly normalized?: boolean | undefined;
  /**
   * The clock, for `retry-after` with a date.
   * @defaultValue the system's
   */
  readonly clock?: (() => Date) | undefined;
  /**
   * Gives numbers in [0, 1), for the jitter of retries.
   * @defaultValue `crypto.getRandomValues`
   */
  readonly random?: (() => number) | undefined;
  /**
   * The timers, for timeouts and waits.
   * @defaultValue `setTimeout`
   */
  readonly schedule?: Schedule | undefined;
}
