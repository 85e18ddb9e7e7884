import { MemoryError } from "@kioku/core";
import { invalidInput } from "@kioku/core/toolkit";

import type { Provider, ProviderName } from "./providers.js";
import type { Endpoint } from "./settings.js";

/**
 * Where the embeddings of a server are: its base URL and `/embeddings`.
 * @throws `invalid-input` if the URL is missing, is none, or holds credentials. The message does
 *   not repeat it.
 */
export function toEndpoint(given: unknown, provider: Provider, name: ProviderName): Endpoint {
  if (given === undefined && provider.baseURL === undefined) {
    throw new MemoryError("invalid-input", `baseURL is needed with provider "${name}"`);
  }
  const url = parse(given ?? provider.baseURL);
  if (url.protocol !== "https:" && url.protocol !== "http:") {
    throw invalidInput("baseURL", "an http: or https: URL");
  }
  if (url.username !== "" || url.password !== "") {
    throw invalidInput("baseURL", "a URL without user and password; use `apiKey` or `headers`");
  }
  if (url.hash !== "") throw invalidInput("baseURL", "a URL without a fragment");
  const path = url.pathname.replace(/\/+$/u, "");
  url.pathname = path.endsWith("/embeddings") ? path : `${path}/embeddings`;
  const own = provider.baseURL === undefined ? undefined : new URL(provider.baseURL).origin;
  return {
    url: url.href,
    shown: `${url.origin}${url.pathname}`,
    isOwn: url.origin === own,
  };
}

function parse(given: unknown): URL {
  const isUrl = given instanceof URL || typeof given === "string";
  const url = isUrl ? URL.parse(String(given)) : null;
  if (!url) throw invalidInput("baseURL", "a URL such as http://localhost:11434/v1");
  return url;
}
