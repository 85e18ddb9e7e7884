import { CliError } from "../command/cli-error.js";
import type { Host } from "../host.js";
import { readConfiguration, type Configuration } from "./configuration.js";
import { variableOf } from "./setting-table.js";
import type { EmbeddingSettings, Settings } from "./settings.js";

/**
 * Loads the configuration: flags, environment, project file, user file, defaults.
 * @throws `CliError` for the first thing that is wrong with it.
 */
export async function loadSettings(
  host: Host,
  flags: Readonly<Record<string, unknown>>,
): Promise<Settings> {
  return settingsOf(await readConfiguration(host, flags));
}

/**
 * Makes the settings of a configuration.
 * @throws `CliError` for the first thing that is wrong with it.
 */
export function settingsOf({ values, problems }: Configuration): Settings {
  const [first] = problems;
  if (first !== undefined) throw first;
  const all = new Map(values.map(({ setting, value }) => [setting.key, value]));
  // The table has checked the type of each value.
  const get = (key: string): unknown => all.get(key);
  const text = (key: string): string | undefined => get(key) as string | undefined;
  return {
    database: get("database") as string,
    databaseSchema: get("database_schema") as string,
    scope: get("scope") as Settings["scope"],
    embedding: embeddingOf(get),
    search: {
      defaultLimit: get("search.default_limit") as number,
      similarityThreshold: get("search.similarity_threshold") as number,
    },
    model: modelOf(text),
    backup: {
      target: text("backup.target"),
      keep: text("backup.keep"),
      key: text("backup.key"),
      s3: {
        endpoint: text("backup.endpoint"),
        region: text("backup.region"),
        accessKeyId: text("backup.access_key_id"),
        secretAccessKey: text("backup.secret_access_key"),
        sessionToken: text("backup.session_token"),
      },
    },
    retention: (get("retention") as Settings["retention"] | undefined) ?? {},
  };
}

function embeddingOf(get: (key: string) => unknown): EmbeddingSettings {
  const text = (key: string): string | undefined => get(key) as string | undefined;
  const remoteModel = text("embedding.remote.model");
  const model = get("embedding_model") as EmbeddingSettings["model"];
  if (model === "remote" && remoteModel === undefined) {
    throw needed("embedding.remote.model", 'embedding_model is "remote"');
  }
  const localModelPath = text("local_model_path");
  const localModel = text("local_model");
  if (localModelPath !== undefined && localModel === undefined) {
    throw needed("local_model", "local_model_path is set");
  }
  return {
    model,
    dimension: get("embedding_dimension") as number | undefined,
    localModel,
    localModelPath,
    remote:
      remoteModel === undefined
        ? undefined
        : {
            provider: text("embedding.remote.provider"),
            baseUrl: text("embedding.remote.base_url"),
            apiKey: text("embedding.remote.api_key"),
            model: remoteModel,
          },
  };
}

function modelOf(text: (key: string) => string | undefined): Settings["model"] {
  const [baseUrl, model, apiKey] = ["base_url", "model", "api_key"].map((name) =>
    text(`model.${name}`),
  );
  if (baseUrl === undefined && model === undefined) return undefined;
  if (baseUrl === undefined) throw needed("model.base_url", "model.model is set");
  if (model === undefined) throw needed("model.model", "model.base_url is set");
  return { baseUrl, model, apiKey };
}

function needed(key: string, reason: string): CliError {
  return new CliError("invalid-input", `the setting ${key} is missing, and ${reason}`, {
    hint: `set it in a configuration file, or set ${variableOf({ key })}`,
  });
}
