import { dirname, join, resolve } from "node:path";

import { CliError } from "../command/cli-error.js";
import type { Host } from "../host.js";
import { type Checked, checkText, checkToml } from "./check-value.js";
import { findProjectFiles } from "./find-project-file.js";
import { fileError, readConfigText } from "./read-config-text.js";
import { readToml, type TomlEntry } from "./read-toml.js";
import { type Setting, SETTINGS, variableOf } from "./setting-table.js";
import { userFoldersOf } from "./user-folders.js";

/** A file that was looked for. */
export interface ConfigFile {
  /** Kind of file: `given` is one that a flag or `KIOKU_CONFIG` names. */
  readonly role: "given" | "project" | "user";
  /** Its path. */
  readonly path: string;
  /** State: of `untrusted` files only the settings count that are harmless. */
  readonly state: "read" | "untrusted" | "missing" | "ignored" | "broken";
  /** Why it is ignored. */
  readonly reason?: string;
}

/** The value of a setting, and where it comes from. */
interface ConfiguredValue {
  readonly setting: Setting;
  /** Its value, checked; `undefined` if it has none, or a wrong one. */
  readonly value: unknown;
  /** A flag, a variable, a file with its line, or `default`. */
  readonly source: string;
}

/** Everything that is known about the configuration. */
export interface Configuration {
  /** Files, those that count most first. */
  readonly files: readonly ConfigFile[];
  /** Every setting, in the order of the table. */
  readonly values: readonly ConfiguredValue[];
  /** Problems, the most important first. */
  readonly problems: readonly CliError[];
}

/** Reads and checks the configuration. Problems are in the result, so that all can be shown. */
export async function readConfiguration(
  host: Host,
  flags: Readonly<Record<string, unknown>>,
): Promise<Configuration> {
  const problems: CliError[] = [];
  const files: ConfigFile[] = [];
  const layers = [givenValues(host, flags)];
  for (const source of await sourcesOf(host, flags, problems)) {
    const { file, values } = await readSource(host, source).catch((error: unknown) => {
      if (!(error instanceof CliError)) throw error;
      problems.push(error);
      const isUntrusted = source.file.state === "untrusted";
      const state = isUntrusted ? ("untrusted" as const) : ("broken" as const);
      return { file: { ...source.file, state }, values: undefined };
    });
    files.push(file);
    if (values !== undefined) layers.push(values);
  }
  const values = SETTINGS.map((setting) => {
    const { checked, source } = layers.map((layer) => layer.get(setting.key)).find(Boolean) ?? {
      checked: { value: defaultOf(setting, host) },
      source: "default",
    };
    if (checked.problem !== undefined) problems.push(checked.problem);
    return { setting, value: checked.value, source };
  });
  return { files, values, problems };
}

interface Layered {
  readonly checked: Checked;
  readonly source: string;
}
type Layer = ReadonlyMap<string, Layered>;

function givenValues(host: Host, flags: Readonly<Record<string, unknown>>): Layer {
  const base = { folder: host.cwd, home: host.home };
  const values = new Map<string, Layered>();
  for (const setting of SETTINGS) {
    const flag = setting.flag === undefined ? undefined : flags[setting.flag];
    const source = typeof flag === "string" ? `--${setting.flag}` : variableOf(setting);
    const text = typeof flag === "string" ? flag : host.env[source];
    // An empty variable is as good as none, but for a secret: it would be done without unnoticed.
    if (text === undefined) continue;
    if (text === "" && flag !== "" && setting.secret !== true) continue;
    values.set(setting.key, { source, checked: checkText({ setting, source, text, base }) });
  }
  return values;
}

interface Source {
  readonly file: ConfigFile;
  readonly text: string | undefined;
}

/** Finds the files; a file that is named replaces the others. */
async function sourcesOf(
  host: Host,
  flags: Readonly<Record<string, unknown>>,
  problems: CliError[],
): Promise<readonly Source[]> {
  const named = typeof flags["config"] === "string" ? flags["config"] : host.env["KIOKU_CONFIG"];
  const attempts =
    named !== undefined && named !== ""
      ? [async () => [await givenSource(resolve(host.cwd, named))]]
      : [async () => projectSources(host), async () => [await userSource(host)]];
  const found: Source[] = [];
  for (const attempt of attempts) {
    try {
      found.push(...(await attempt()));
    } catch (error) {
      if (!(error instanceof CliError)) throw error;
      problems.push(error);
    }
  }
  return found;
}

async function givenSource(path: string): Promise<Source> {
  const content = await readConfigText(path);
  if (content === undefined) throw fileError(path, "does not exist");
  return { file: { role: "given", path, state: "read" }, text: content.text };
}

async function projectSources(host: Host): Promise<readonly Source[]> {
  return (await findProjectFiles(host)).map((found) => {
    const { path } = found;
    const file = (state: ConfigFile["state"]): ConfigFile => ({ role: "project", path, state });
    if (found.ignoredFor !== undefined) {
      return { file: { ...file("ignored"), reason: found.ignoredFor }, text: undefined };
    }
    return { file: file(found.isTrusted ? "read" : "untrusted"), text: found.content.text };
  });
}

async function userSource(host: Host): Promise<Source> {
  const path = userFileOf(host);
  const content = await readConfigText(path);
  const state = content === undefined ? "missing" : "read";
  return { file: { role: "user", path, state }, text: content?.text };
}

/** Returns the path of the user's configuration file. */
export function userFileOf(host: Host): string {
  return join(userFoldersOf(host).config, "config.toml");
}

async function readSource(
  host: Host,
  { file, text }: Source,
): Promise<{ readonly file: ConfigFile; readonly values: Layer | undefined }> {
  if (text === undefined) return { file, values: undefined };
  const entries = await readToml(file.path, text);
  if (file.state === "untrusted") refuseUntrusted(entries);
  const base = { folder: dirname(file.path), home: host.home };
  const values = new Map(
    entries.map((entry): [string, Layered] => [
      entry.setting.key,
      { source: entry.place, checked: checkToml(entry, base, host.env) },
    ]),
  );
  return { file, values };
}

function defaultOf(setting: Setting, host: Host): unknown {
  if (setting.key === "database") return join(userFoldersOf(host).data, "memory.db");
  return setting.default;
}

/**
 * Refuses what a project file may only set once it is trusted: with a cloned repository it could
 * send memories or keys elsewhere.
 * @throws `CliError` naming the first such setting.
 */
function refuseUntrusted(entries: readonly TomlEntry[]): void {
  for (const { setting, value, place } of entries) {
    const names = setting.anyProject === true ? /\$\{/u.exec(JSON.stringify(value)) : undefined;
    if (setting.anyProject === true && names === null) continue;
    const what = names === undefined ? `the setting ${setting.key}` : "a variable";
    throw new CliError("not-allowed", `${place}: ${what} counts only in a file that you trust`, {
      hint: 'read the file; if it is yours, run "kioku config trust" in its folder',
    });
  }
}
