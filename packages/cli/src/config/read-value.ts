import { join, resolve } from "node:path";

import { readDuration } from "../command/read-flag.js";
import type { Setting } from "./setting-table.js";

/** Where paths start. */
export interface PathBase {
  /** Folder of the file that names them, or the working directory. */
  readonly folder: string;
  /** Folder that `~` stands for. */
  readonly home: string;
}

/** Returns the value of a setting from a TOML value or a text; `undefined` if it does not fit. */
export function readValue(setting: Setting, given: unknown, base: PathBase): unknown {
  const isText = typeof given === "string";
  switch (setting.type) {
    case "integer":
    case "number":
      return readNumber(setting, given);
    case "scope":
      return readScope(given);
    case "durations":
      return readDurations(given);
    case "choice":
      return isText && setting.choices?.includes(given) === true ? given : undefined;
    case "path":
      return isText && isPath(given) ? absolute(given, base) : undefined;
    case "database":
      return isText ? readPlace(given, /^postgres(?:ql)?:\/\//u, base) : undefined;
    case "target":
      return isText ? readPlace(given, /^s3:\/\/[a-z\d]/u, base) : undefined;
    case "url":
      return isText && isWebUrl(given) ? given : undefined;
    case "keep":
      return isText && /^\d+[hdwmy](?:,\d+[hdwmy])*$/u.test(given) ? given : undefined;
    case "text":
    default:
      return isText && given.trim() !== "" && !given.includes("\0") ? given : undefined;
  }
}

/** Says what a value of a setting has to be. */
export function expectedOf({ type, choices = [], range }: Setting): string {
  const between = range === undefined ? "" : ` from ${range[0]} to ${range[1]}`;
  const expected: Readonly<Record<Setting["type"], string>> = {
    text: "a text",
    integer: `a whole number${between}`,
    number: `a number${between}`,
    choice: `one of ${choices.join(", ")}`,
    path: "a path",
    database: "a path, or a URL that begins with postgres://",
    target: "a folder, or a URL such as s3://bucket/prefix",
    url: "a URL that begins with http:// or https://, without a user",
    scope: "a scope such as team/ana, without empty elements",
    keep: "numbers of days, weeks and months such as 7d,4w,12m",
    durations: "a duration such as 90d for each kind",
  };
  return expected[type];
}

function readNumber({ type, range }: Setting, given: unknown): number | undefined {
  const isNumeral = typeof given === "string" && /^\d{1,15}(?:\.\d{1,15})?$/u.test(given);
  const value = isNumeral ? Number(given) : given;
  if (typeof value !== "number" || (type === "integer" && !Number.isInteger(value)))
    return undefined;
  const [min, max] = range ?? [-Infinity, Infinity];
  return value >= min && value <= max ? value : undefined;
}

/** Returns a scope from a text such as `team/ana`, or from its elements. */
export function readScope(given: unknown): readonly string[] | undefined {
  const parts: unknown =
    typeof given === "string" ? given.replaceAll(/^\/|\/$/gu, "").split("/") : given;
  if (!Array.isArray(parts)) return undefined;
  if (parts.length === 1 && parts[0] === "") return [];
  return parts.every((part) => typeof part === "string" && part !== "")
    ? (parts as string[])
    : undefined;
}

/** Reads `[retention]`, or `chat=90d,*=52w` of a variable. */
function readDurations(given: unknown): Readonly<Record<string, number>> | undefined {
  const entries =
    typeof given === "string"
      ? given.split(",").map((part) => part.split("=") as [string, unknown])
      : Object.entries(given ?? {});
  const read = entries.map(([kind, text]) => [
    kind.trim(),
    typeof text === "string" ? readDuration(text.trim()) : undefined,
  ]);
  const fits = read.every(([kind, ms]) => kind !== "" && typeof ms === "number" && ms > 0);
  return fits ? (Object.fromEntries(read) as Record<string, number>) : undefined;
}

function readPlace(given: string, url: RegExp, base: PathBase): string | undefined {
  if (url.test(given)) return given;
  return isPath(given) && !/^[a-z][a-z\d+.-]+:\/\//iu.test(given)
    ? absolute(given, base)
    : undefined;
}

function isPath(given: string): boolean {
  return given !== "" && given.trim() === given && !given.includes("\0");
}

function absolute(path: string, { folder, home }: PathBase): string {
  if (path === "~" || /^~[/\\]/u.test(path)) return join(home, path.slice(1));
  return resolve(folder, path);
}

function isWebUrl(given: string): boolean {
  // Requests refuse addresses with a user, and a password has no place in them.
  const url = /^https?:\/\/[^\s/]/u.test(given) ? URL.parse(given) : undefined;
  return url?.username === "" && url.password === "";
}
