import { MemoryError } from "@kioku/core";
import { unlessAborted } from "@kioku/core/toolkit";

import { TIMED_OUT } from "../async/timing.js";
import { isKey, KEY_RULE } from "../options/check-options.js";
import type { Settings } from "../options/settings.js";

/** Returns the advice for a server that refuses the key, or the lack of one. */
export function keyAdvice(settings: Settings, key: string | undefined): string {
  const { apiKey, provider, endpoint, headers } = settings;
  if (apiKey !== undefined) return "the key was refused; check apiKey";
  const variable = provider.keyVariable;
  if (key !== undefined) return `the key was refused; check ${variable}`;
  if (Object.keys(headers).length > 0) return "check apiKey or headers";
  const isElsewhere = variable !== undefined && !endpoint.isProviders;
  const detail = isElsewhere ? ` (${variable} goes to ${provider.baseURL} alone)` : "";
  return `no key was sent; give apiKey${detail}`;
}

/**
 * Returns the key for the next request, or `undefined` if the server needs none. The environment
 * variable is used only for the provider's own origin.
 * @throws `embedder-failed` if a key is missing, or cannot be sent.
 */
export async function currentKey(
  settings: Settings,
  signal: AbortSignal,
): Promise<string | undefined> {
  const { apiKey, provider, endpoint, headers } = settings;
  if (typeof apiKey === "string") return apiKey;
  if (apiKey) return calledKey(apiKey, signal);
  const variable = endpoint.isProviders ? provider.keyVariable : undefined;
  if (variable === undefined || Object.hasOwn(headers, "authorization")) return undefined;
  const key = environmentVariable(variable);
  if (key !== undefined && key !== "") return checkedKey(key, variable);
  const advice = `give apiKey, or set ${variable}`;
  throw failed(`no key for ${endpoint.displayUrl}; ${advice}`);
}

async function calledKey(
  apiKey: () => string | Promise<string>,
  signal: AbortSignal,
): Promise<string> {
  const work = (async (): Promise<string> => apiKey())();
  const key = await unlessAborted(work, signal).catch(() => {
    const isLate = signal.reason === TIMED_OUT;
    if (!isLate) signal.throwIfAborted();
    // No cause: it may hold secrets of the function.
    throw failed(
      `the function apiKey ${isLate ? "gave nothing within timeoutMs" : "failed"}`,
      true,
    );
  });
  return checkedKey(key, "what the function apiKey gives");
}

function checkedKey(key: unknown, name: string): string {
  if (isKey(key)) return key;
  throw failed(`${name} must be ${KEY_RULE}`);
}

function failed(message: string, retryable = false): MemoryError {
  return new MemoryError("embedder-failed", `openaiEmbedder: ${message}`, { retryable });
}

/** Reads the environment, which nothing else here does. */
function environmentVariable(name: string): string | undefined {
  // oxlint-disable-next-line node/no-process-env
  return typeof process === "undefined" ? undefined : process.env[name];
}
