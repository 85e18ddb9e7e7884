import { MemoryError } from "@kioku/core";
import { unlessAborted } from "@kioku/core/toolkit";

import { TIMED_OUT } from "../async/within-time.js";
import { isKey, KEY_RULE } from "../options/check-secrets.js";
import type { Settings } from "../options/settings.js";

/** What to do where a server refuses the key that was sent, or that none was. */
export function keyAdvice(settings: Settings, key: string | undefined): string {
  const { apiKey, provider, endpoint, headers } = settings;
  if (apiKey !== undefined) return "the key was refused; check apiKey";
  const variable = provider.keyVariable;
  if (key !== undefined) return `the key was refused; check ${variable}`;
  if (Object.keys(headers).length > 0) return "check apiKey or headers";
  const elsewhere =
    variable === undefined || endpoint.isOwn
      ? ""
      : ` (${variable} goes to ${provider.baseURL} alone)`;
  return `no key was sent; give apiKey${elsewhere}`;
}

/**
 * The key for the next request; `undefined` if the server needs none. The environment variable
 * counts only for requests to the provider's own origin.
 * @throws `embedder-failed` if there is none where one is needed, or none that can be sent.
 */
export async function currentKey(
  settings: Settings,
  signal: AbortSignal,
): Promise<string | undefined> {
  const { apiKey, provider, endpoint, headers } = settings;
  if (typeof apiKey === "string") return apiKey;
  if (apiKey) return askedKey(apiKey, signal);
  const variable = endpoint.isOwn ? provider.keyVariable : undefined;
  const hasOwn = Object.hasOwn(headers, "authorization");
  if (variable === undefined || hasOwn) return undefined;
  const key = environmentVariable(variable);
  if (key === undefined || key === "") {
    const advice = `give apiKey, or set ${variable}`;
    throw new MemoryError(
      "embedder-failed",
      `openaiEmbedder: no key for ${endpoint.shown}; ${advice}`,
    );
  }
  return checked(key, variable);
}

async function askedKey(
  apiKey: () => string | Promise<string>,
  signal: AbortSignal,
): Promise<string> {
  const work = (async (): Promise<string> => apiKey())();
  const key = await unlessAborted(work, signal).catch(() => {
    const isLate = signal.reason === TIMED_OUT;
    if (!isLate) signal.throwIfAborted();
    const what = isLate ? "gave nothing within timeoutMs" : "failed";
    // No cause: it may hold what the function knows.
    throw new MemoryError("embedder-failed", `openaiEmbedder: the function apiKey ${what}`, {
      retryable: true,
    });
  });
  return checked(key, "what the function apiKey gives");
}

function checked(key: unknown, name: string): string {
  if (isKey(key)) return key;
  throw new MemoryError("embedder-failed", `openaiEmbedder: ${name} must be ${KEY_RULE}`);
}

/** The one place that reads the environment. */
function environmentVariable(name: string): string | undefined {
  // oxlint-disable-next-line node/no-process-env
  return typeof process === "undefined" ? undefined : process.env[name];
}
