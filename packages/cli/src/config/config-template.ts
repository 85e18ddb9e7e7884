import { SETTINGS, variableOf, type Setting } from "./setting-table.js";

const EXAMPLES: Readonly<Record<string, string>> = {
  database: "postgres://user@localhost/memories",
  embedding_dimension: "256",
  local_model: "multilingual-e5-small",
  local_model_path: "~/models",
  "embedding.remote.provider": "openai",
  "embedding.remote.base_url": "http://localhost:11434/v1",
  "embedding.remote.model": "text-embedding-3-small",
  "model.base_url": "http://localhost:11434/v1",
  "model.model": "qwen3:8b",
  "backup.target": "~/backups/kioku",
  "backup.keep": "7d,4w,12m",
  "backup.endpoint": "https://s3.example.com",
  "backup.region": "eu-central-1",
};

/** Returns a configuration file with all settings as comments, and with the scope, if given. */
export function configTemplate(scope?: string): string {
  const lines = [
    '# Settings of Kioku; "kioku config" shows all that count, and where they come from.',
    '# "${NAME}" is filled in from the environment, "${NAME:-text}" with a text if it is not set.',
  ];
  let table = "";
  for (const setting of SETTINGS) {
    const at = setting.key.lastIndexOf(".");
    const own = setting.type === "durations" ? setting.key : setting.key.slice(0, Math.max(0, at));
    if (own !== table) lines.push("", `#[${own}]`);
    else if (own === "") lines.push("");
    table = own;
    lines.push(`# ${setting.summary}`);
    if (setting.key === "scope" && scope !== undefined) lines.push(`scope = ${quoted(scope)}`);
    else lines.push(`#${exampleOf(setting, setting.key.slice(at + 1))}`);
  }
  return `${lines.join("\n")}\n`;
}

function exampleOf(setting: Setting, name: string): string {
  if (setting.type === "durations") return 'chat = "90d"';
  if (setting.type === "scope") return `${name} = "team/ana"`;
  const variable = setting.secret === true ? `\${${variableOf(setting)}}` : undefined;
  const value = EXAMPLES[setting.key] ?? setting.default ?? variable ?? "";
  const isNumber = setting.type === "integer" || setting.type === "number";
  return `${name} = ${isNumber ? String(value) : quoted(String(value))}`;
}

/** Returns a TOML string; its escapes are those of JSON. */
function quoted(text: string): string {
  return JSON.stringify(text);
}
