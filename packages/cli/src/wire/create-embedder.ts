import type { Embedder } from "@kioku/core";

import { CliError } from "../command/cli-error.js";
import type { EmbeddingSettings } from "../config/settings.js";
import { codeOf } from "../files.js";
import type { Host } from "../host.js";

const BUILT_IN_WIDTH = 256;

/**
 * Makes the embedder of the settings; `undefined` if there is to be none.
 * @throws `CliError` if the settings do not fit the model.
 */
export async function createEmbedder(
  settings: EmbeddingSettings,
  host: Host,
): Promise<Embedder | undefined> {
  if (settings.model === "none") return undefined;
  try {
    return settings.model === "remote"
      ? await createRemote(settings, host)
      : await createLocal(settings);
  } catch (error) {
    if (codeOf(error) !== "invalid-input") throw error;
    throw unfit(inSettings((error as Error).message), error);
  }
}

async function createLocal(settings: EmbeddingSettings): Promise<Embedder> {
  const { localModel, localModelPath, dimension } = settings;
  const { localEmbedder } = await import("@kioku/embed-local");
  if (localModel !== undefined) {
    return localEmbedder({
      model: localModel,
      ...(localModelPath === undefined ? {} : { modelDir: localModelPath }),
      ...(dimension === undefined ? {} : { dimensions: dimension }),
    });
  }
  if (dimension === undefined || dimension === BUILT_IN_WIDTH) return localEmbedder();
  throw unfit(
    `embedding_dimension must be ${BUILT_IN_WIDTH} with the built-in model, got ${dimension}`,
  );
}

async function createRemote(settings: EmbeddingSettings, host: Host): Promise<Embedder> {
  const { remote, dimension } = settings;
  if (remote === undefined) throw unfit("embedding.remote.model is missing");
  const { openaiEmbedder } = await import("@kioku/embed-openai");
  return openaiEmbedder({
    model: remote.model,
    // The table of settings has the same names.
    provider: remote.provider as Parameters<typeof openaiEmbedder>[0]["provider"],
    baseURL: remote.baseUrl,
    apiKey: remote.apiKey,
    dimensions: dimension,
    fetch: host.fetch,
    clock: host.clock,
    random: host.random,
  });
}

/** Returns a message of an embedder with the names of settings for those of its options. */
export function inSettings(message: string): string {
  return message
    .replace(/^(?:local|openai)Embedder: /u, "")
    .replace(/and pass their folder as `modelDir`.*$/su, "and set local_model_path to their folder")
    .replaceAll("baseURL", "embedding.remote.base_url")
    .replaceAll(/\bdimensions (?=of|must)/gu, "embedding_dimension ");
}

function unfit(message: string, cause?: unknown): CliError {
  return new CliError("invalid-input", `the embedding model cannot be used: ${message}`, {
    hint: 'run "kioku config" to see the settings and where they come from',
    cause,
  });
}
