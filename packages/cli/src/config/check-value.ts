import { CliError } from "../command/cli-error.js";
import { interpolate, mapTexts } from "./interpolate.js";
import type { TomlEntry } from "./read-toml.js";
import { expectedOf, type PathBase, readValue } from "./read-value.js";
import { showGiven } from "./redact.js";
import { type Setting, variableOf } from "./setting-table.js";

/** A value, or what is wrong with it. */
export type Checked =
  | { readonly value: unknown; readonly problem?: undefined }
  | { readonly value?: undefined; readonly problem: CliError };

/** Checks the text of a flag or a variable, which `source` names. */
export function checkText(given: {
  readonly setting: Setting;
  readonly source: string;
  readonly text: string;
  readonly base: PathBase;
}): Checked {
  const { setting, source, text, base } = given;
  const value = readValue(setting, text, base);
  return value === undefined ? misfit(setting, source, text) : { value };
}

/** Checks a value of a file, with its variables filled in. */
export function checkToml(
  { setting, value: raw, place }: TomlEntry,
  base: PathBase,
  env: Readonly<Record<string, string | undefined>>,
): Checked {
  let missing: string | undefined;
  const filled = mapTexts(raw, (text) => {
    const result = interpolate(text, env);
    missing ??= result.missing;
    return result.text ?? "";
  });
  if (missing !== undefined) return missingVariable(setting, place, missing);
  // Left out, as `"${NAME:-}"` asks for.
  if (filled === "" && raw !== "") return { value: setting.default };
  const isNumeric = setting.type === "integer" || setting.type === "number";
  const isPlainText = isNumeric && typeof raw === "string" && filled === raw;
  const value = isPlainText ? undefined : readValue(setting, filled, base);
  // Shows what the file says, never what a variable holds.
  return value === undefined ? misfit(setting, `${place}: ${setting.key}`, raw) : { value };
}

function misfit(setting: Setting, what: string, given: unknown): Checked {
  return problem(`${what} must be ${expectedOf(setting)}, got ${showGiven(setting, given)}`);
}

function missingVariable(setting: Setting, place: string, name: string): Checked {
  const hint = `set it, or ${variableOf(setting)}, or write "\${${name}:-}" to do without`;
  return problem(`${place}: ${setting.key} needs the environment variable ${name}`, hint);
}

function problem(message: string, hint?: string): Checked {
  return {
    problem: new CliError("invalid-input", message, { hint }),
  };
}
