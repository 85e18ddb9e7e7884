import type { Schedule } from "@kioku/core";
import type { EmbedderProfile } from "@kioku/core/toolkit";

import type { ApiKey } from "../options.js";
import type { Endpoint } from "./endpoint.js";
import type { Provider } from "./providers.js";

/** Values for queries and for documents. */
export interface ByPurpose<T> {
  readonly query: T;
  readonly document: T;
}

/** The options with every default filled in. */
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
  readonly maxRetries: number;
  readonly maxRetryAfterMs: number;
  readonly timeoutMs: number;
  readonly maxConcurrency: number;
  readonly profile: EmbedderProfile | undefined;
  readonly normalized: boolean | undefined;
  readonly fetch: typeof globalThis.fetch;
  readonly clock: () => Date;
  readonly random: () => number;
  readonly schedule: Schedule;
}

/** Limits of a request. */
export interface Limits {
  readonly maxBatchSize: number;
  readonly maxBatchTokens: number | undefined;
  readonly maxInputTokens: number | undefined;
  readonly truncate: boolean;
  readonly count: (text: string) => number;
  /** True if `count` is the model's own count. */
  readonly isExact: boolean;
}
