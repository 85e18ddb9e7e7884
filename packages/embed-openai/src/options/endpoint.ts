import { MemoryError } from "@kioku/core";
import { invalidInput } from "@kioku/core/toolkit";

import type { Provider, ProviderName } from "./providers.js";

/** The address of requests. */
export interface Endpoint {
  /** The whole URL. */
  readonly url: string;
  /** The URL without its query, for messages. */
  readonly displayUrl: string;
  /** True if the origin is the provider's own, which may get the provider's key. */
  readonly isProviders: boolean;
}

/**
 * Appends `/embeddings` to the base URL of a server.
 * @throws `invalid-input` if the URL is missing, invalid, or holds credentials. The message does
 *   not show it.
 */
export function toEndpoint(given: unknown, provider: Provider, name: ProviderName): Endpoint {
  if (given === undefined && provider.baseURL === undefined) {
    throw new MemoryError("invalid-input", `baseURL is needed with provider "${name}"`);
  }
  const value = given ?? provider.baseURL;
  const isUrl = value instanceof URL || typeof value === "string";
  const url = isUrl ? URL.parse(String(value)) : null;
  if (!url) throw invalidInput("baseURL", "a URL such as http://localhost:11434/v1");
  if (url.protocol !== "https:" && url.protocol !== "http:") {
    throw invalidInput("baseURL", "an http: or https: URL");
  }
  if (url.username !== "" || url.password !== "") {
    throw invalidInput("baseURL", "a URL without user and password; use `apiKey` or `headers`");
  }
  if (url.hash !== "") throw invalidInput("baseURL", "a URL without a fragment");
  const path = url.pathname.replace(/\/+$/u, "");
  url.pathname = path.endsWith("/embeddings") ? path : `${path}/embeddings`;
  const origin = provider.baseURL === undefined ? undefined : new URL(provider.baseURL).origin;
  const displayUrl = `${url.origin}${url.pathname}`;
  return { url: url.href, displayUrl, isProviders: url.origin === origin };
}
