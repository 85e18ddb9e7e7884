import type { Settings } from "../../config/settings.js";
import type { Host } from "../../host.js";
import { failureOf } from "../../output/failure.js";
import { createEmbedder, inSettings } from "../../wire/create-embedder.js";
import { findingsOf, type Finding } from "./finding.js";

const TIMEOUT_MS = 10_000;

/** Checks that the embedder makes vectors: its files are there, its server answers. */
export async function checkEmbedder(settings: Settings, host: Host): Promise<Finding> {
  const { ok, warning, problem } = findingsOf("embedding");
  if (settings.embedding.model === "none") {
    return warning("memories are found by words only", 'set embedding_model to "local"');
  }
  try {
    const embedder = await createEmbedder(settings.embedding, host);
    const { vectors = [] } =
      (await embedder?.embed(["memory"], { signal: limited(host), purpose: "query" })) ?? {};
    await embedder?.close?.();
    return ok(`${embedder?.id}, ${vectors[0]?.length ?? 0} dimensions`);
  } catch (error) {
    host.signal.throwIfAborted();
    return problem(
      inSettings(failureOf(error, host.signal).message),
      "check the settings that begin with embedding",
    );
  }
}

/** Checks that the server of the chat model answers; nothing if there is none. */
export async function checkChatModel(settings: Settings, host: Host): Promise<readonly Finding[]> {
  const { ok, problem } = findingsOf("model");
  if (settings.model === undefined) return [];
  const { baseUrl, apiKey, model } = settings.model;
  try {
    const response = await host.fetch(`${baseUrl.replace(/\/+$/u, "")}/models`, {
      headers: apiKey === undefined ? {} : { authorization: `Bearer ${apiKey}` },
      redirect: "manual",
      signal: limited(host),
    });
    await response.body?.cancel();
    const { status } = response;
    if (status === 401 || status === 403) {
      return [problem(`${baseUrl} refuses the key (${status})`, "check model.api_key")];
    }
    // Some servers list no models.
    const isFine = status < 300 || status === 404 || status === 405;
    return [
      isFine
        ? ok(`${model} at ${baseUrl}`)
        : problem(`${baseUrl} answers ${status}`, "check model.base_url"),
    ];
  } catch {
    host.signal.throwIfAborted();
    return [problem(`${baseUrl} cannot be reached`, "check that it runs, and model.base_url")];
  }
}

function limited({ signal }: Host): AbortSignal {
  return AbortSignal.any([signal, AbortSignal.timeout(TIMEOUT_MS)]);
}
