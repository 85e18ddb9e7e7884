import { mkdir, writeFile } from "node:fs/promises";
import { basename, dirname, isAbsolute, relative } from "node:path";
import { fileURLToPath } from "node:url";

import { machine } from "./machine.ts";
import type { Machine } from "./machine.ts";
import { versions } from "./versions.ts";

const ROOT = fileURLToPath(new URL("../", import.meta.url));

/** Header of every saved result. */
export interface Envelope extends Machine {
  /** Day of the run, in UTC. */
  readonly date: string;
  /** Command that repeats it, from the root of the repository. `DIR` holds the data sets. */
  readonly command: string;
  /** Seed of all chance; `null` if nothing is random. */
  readonly seed: number | null;
  readonly versions: Readonly<Record<string, string>>;
}

/**
 * Writes figures to a file, with where, when, on what and by which command they were made. A `seed`
 * among them takes the place of `null`.
 */
export async function saveResult(file: string, figures: object): Promise<void> {
  await mkdir(dirname(file), { recursive: true });
  await writeFile(file, `${JSON.stringify({ ...envelope(), ...figures }, null, 2)}\n`);
}

/** Returns what a result that is saved now says of itself. */
export function envelope(): Envelope {
  return {
    date: new Date().toISOString().slice(0, 10),
    command: commandOf(process.argv.slice(1)),
    seed: null,
    ...machine(),
    versions: versions(),
  };
}

/**
 * The command of a program that is run as `bench/NAME/main.ts`, or as `NAME/main.ts`, with no path
 * or password of this machine.
 */
export function commandOf([main = "", ...args]: readonly string[]): string {
  const name = basename(dirname(main));
  const script = name === "torture" ? "torture --" : `measure -- ${name}`;
  return ["npm run", script, ...args.map(shown)].join(" ").replace(/ --$/u, "");
}

function shown(argument: string): string {
  const option = /^--[a-z-]+=/u.exec(argument)?.[0] ?? "";
  const value = argument.slice(option.length);
  if (/^[a-z]+:\/\//u.test(value)) return `${option}URL`;
  if (!isAbsolute(value)) return argument;
  const path = relative(ROOT, value);
  return `${option}${path.startsWith("..") ? `DIR/${basename(value)}` : path}`;
}
