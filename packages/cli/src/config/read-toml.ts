import { CliError } from "../command/cli-error.js";
import { nearest } from "../command/nearest.js";
import { fileError } from "./read-config-text.js";
import { SETTINGS, type Setting } from "./setting-table.js";

/** A value as it stands in a file. */
export interface TomlEntry {
  /** Its setting. */
  readonly setting: Setting;
  /** Value of TOML. */
  readonly value: unknown;
  /** File and line, such as `/home/ana/kioku.toml:3`. */
  readonly place: string;
}

type Table = Readonly<Record<string, unknown>>;

/**
 * Reads the settings of a file, unchecked but for their names.
 * @throws `CliError` naming file and line for what is no TOML and for unknown names.
 */
export async function readToml(path: string, text: string): Promise<readonly TomlEntry[]> {
  const { parse, TomlError } = await import("smol-toml");
  let table: Table;
  try {
    table = parse(text, { maxDepth: 10 });
  } catch (error) {
    if (!(error instanceof TomlError)) throw error;
    // The lines after the first show the file, which may hold secrets.
    const [problem = ""] = error.message.replace("Invalid TOML document: ", "").split("\n");
    throw fileError(`${path}:${error.line}:${error.column}:`, `is no valid TOML: ${problem}`);
  }
  const place = (keys: readonly string[]): string => {
    const line = lineOf(text, keys.join("."));
    return line === undefined ? path : `${path}:${line}`;
  };
  return [...entriesOf(table, [], place)];
}

function* entriesOf(
  table: Table,
  above: readonly string[],
  place: (keys: readonly string[]) => string,
): Generator<TomlEntry> {
  for (const [name, value] of Object.entries(table)) {
    const keys = [...above, name];
    const key = keys.join(".");
    const setting = SETTINGS.find((one) => one.key === key);
    if (setting !== undefined) yield { setting, value, place: place(keys) };
    else if (isTable(value) && SETTINGS.some((one) => one.key.startsWith(`${key}.`))) {
      yield* entriesOf(value, keys, place);
    } else throw unknownSetting(key, place(keys));
  }
}

function unknownSetting(key: string, place: string): CliError {
  const near = nearest(
    key,
    SETTINGS.map((one) => one.key),
  );
  return new CliError("invalid-input", `${place}: unknown setting ${JSON.stringify(key)}`, {
    hint: near === undefined ? 'run "kioku config" for all settings' : `did you mean ${near}?`,
  });
}

function isTable(value: unknown): value is Table {
  const isObject = typeof value === "object" && value !== null;
  return isObject && !Array.isArray(value) && !(value instanceof Date);
}

/** Returns the line of a key or of its table, from 1, as far as a look at each line tells. */
function lineOf(text: string, key: string): number | undefined {
  let above = "";
  for (const [index, line] of text.split("\n").entries()) {
    // No longer part: files that nobody trusts must not cost time.
    const start = line.slice(0, 200).trim();
    const isHeader = start.startsWith("[") && start.includes("]");
    const name = plain(start.split(isHeader ? "]" : "=")[0] ?? "");
    if (isHeader) above = `${name}.`;
    if ((isHeader || start.includes("=")) && (isHeader ? name : above + name) === key) {
      return index + 1;
    }
  }
  return undefined;
}

function plain(key: string): string {
  return key.replaceAll(/[\s"'[]/gu, "");
}
