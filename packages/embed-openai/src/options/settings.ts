import type { Schedule } from "@kioku/core";
import type { EmbedderProfile } from "@kioku/core/toolkit";

import type { ApiKey } from "../options.js";
import type { Provider } from "./providers.js";

/** Values for questions and for what is stored. */
export interface ByPurpose<T> {
  readonly query: T;
  readonly document: T;
}

/** The options with every default in its place. */
export interface Settings {
  readonly model: string;
  readonly id: string;
  readonly provider: Provider;
  readonly endpoint: Endpoint;
  readonly apiKey: ApiKey | undefined;
  /** By names in lower case. */
  readonly headers: Readonly<Record<string, string>>;
  /** Width that vectors must have. */
  readonly dimensions: number | undefined;
  readonly encoding: "float" | "base64";
  /** The body without model, input and encoding. */
  readonly fields: ByPurpose<Readonly<Record<string, unknown>>>;
  readonly prefix: ByPurpose<string>;
  readonly limits: Limits;
  readonly retry: RetrySettings;
  readonly timeoutMs: number;
  readonly maxConcurrency: number;
  readonly profile: EmbedderProfile | undefined;
  readonly normalized: boolean | undefined;
  readonly fetch: typeof globalThis.fetch;
  readonly schedule: Schedule;
}

/** Where requests go. */
export interface Endpoint {
  /** The whole URL. */
  readonly url: string;
  /** The same for messages: without query. */
  readonly shown: string;
  /** Whether it is the provider's own, so that the provider's key may go there. */
  readonly isOwn: boolean;
}

/** How much goes into a request. */
export interface Limits {
  readonly maxBatchSize: number;
  readonly maxBatchTokens: number | undefined;
  readonly maxInputTokens: number | undefined;
  readonly truncate: boolean;
  readonly count: (text: string) => number;
  /** Whether `count` is the model's own count. */
  readonly isExact: boolean;
}

/** When and how often is tried again. */
export interface RetrySettings {
  readonly maxRetries: number;
  readonly maxRetryAfterMs: number;
  readonly clock: () => Date;
  readonly random: () => number;
}
