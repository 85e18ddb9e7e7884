import { checkJsonObject, checkNumber, checkObject, invalidInput } from "@kioku/core/toolkit";
import type { embedMany } from "ai";

/** Options for providers, by the name of the provider, as the AI SDK has them. */
export type ProviderOptions = NonNullable<Parameters<typeof embedMany>[0]["providerOptions"]>;

/** How a model is called. */
export interface ModelCallOptions {
  /**
   * Sent with each request to the provider, beside those of the model. They may hold keys: no error
   * names one.
   */
  readonly headers?: Readonly<Record<string, string>> | undefined;
  /**
   * How often the AI SDK tries again what may pass by itself. It waits 2 s, 4 s and so on, or as
   * long as the provider asks, up to a minute.
   * @defaultValue 2
   */
  readonly maxRetries?: number | undefined;
}

/** The names of `ModelCallOptions`. */
export const CALL_OPTIONS = ["headers", "maxRetries"] as const;

/** The same, as functions of the AI SDK take it. */
export interface CallSettings {
  readonly maxRetries: number;
  readonly headers?: Record<string, string>;
}

/** @throws `invalid-input` for an option that is wrong. */
export function checkCallOptions({ headers, maxRetries = 2 }: ModelCallOptions): CallSettings {
  checkNumber(maxRetries, "options.maxRetries", { min: 0, integer: true });
  if (headers === undefined) return { maxRetries };
  checkObject(headers, "options.headers");
  for (const [name, value] of Object.entries(headers)) {
    const given: unknown = value;
    // The value is not told: it may be a key.
    if (typeof given !== "string") throw invalidInput(`options.headers[${name}]`, "a string");
  }
  return { maxRetries, headers: { ...headers } };
}

/**
 * A copy of options for providers.
 * @throws `invalid-input` for what is no JSON, or not by the names of providers.
 */
export function checkProviderOptions(value: unknown, name: string): ProviderOptions {
  const copy = checkJsonObject(value, name);
  for (const [provider, options] of Object.entries(copy)) {
    checkObject(options, `${name}.${provider}`);
  }
  return copy as ProviderOptions;
}
