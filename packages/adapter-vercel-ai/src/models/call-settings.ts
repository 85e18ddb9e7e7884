import { checkJsonObject, checkNumber, checkObject, invalidInput } from "@kioku/core/toolkit";
import type { embedMany } from "ai";

/** Options for providers, by the provider's name. */
export type ProviderOptions = NonNullable<Parameters<typeof embedMany>[0]["providerOptions"]>;

/** Settings of calls of a model. */
export interface ModelCallOptions {
  /**
   * Headers of each request, added to those of the model. They may hold keys, so no error quotes
   * them.
   */
  readonly headers?: Readonly<Record<string, string>> | undefined;
  /**
   * Number of retries by the AI SDK. It waits 2 s, 4 s and so on, or as long as the provider asks,
   * up to a minute. @defaultValue 2
   */
  readonly maxRetries?: number | undefined;
}

export const CALL_OPTIONS = ["headers", "maxRetries"] as const;

/** Settings as functions of the AI SDK take them. */
export interface CallSettings {
  readonly maxRetries: number;
  readonly headers?: Record<string, string>;
  readonly providerOptions?: ProviderOptions;
}

/** Checks options. @throws `invalid-input` naming the option. */
export function checkCallOptions({
  headers,
  maxRetries = 2,
  providerOptions,
}: ModelCallOptions & { readonly providerOptions?: ProviderOptions | undefined }): CallSettings {
  checkNumber(maxRetries, "options.maxRetries", { min: 0, integer: true });
  return {
    maxRetries,
    ...(headers !== undefined && { headers: checkHeaders(headers) }),
    ...(providerOptions !== undefined && {
      providerOptions: checkProviderOptions(providerOptions, "options.providerOptions"),
    }),
  };
}

function checkHeaders(headers: unknown): Record<string, string> {
  checkObject(headers, "options.headers");
  for (const [name, value] of Object.entries(headers as Readonly<Record<string, unknown>>)) {
    // The value may be a key.
    if (typeof value !== "string") throw invalidInput(`options.headers[${name}]`, "a string");
  }
  return { ...(headers as Readonly<Record<string, string>>) };
}

/**
 * Copies options for providers.
 * @throws `invalid-input` for values that are not JSON objects by provider.
 */
export function checkProviderOptions(value: unknown, name: string): ProviderOptions {
  const copy = checkJsonObject(value, name);
  for (const [provider, options] of Object.entries(copy)) {
    checkObject(options, `${name}.${provider}`);
  }
  return copy as ProviderOptions;
}
