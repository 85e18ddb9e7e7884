import { existsSync } from "node:fs";
import { delimiter, dirname, join } from "node:path";

import { npm, npmEnvironment } from "../npm.ts";
import { readManifest } from "../published-packages.ts";
import { runCommand } from "../run-command.ts";
import type { CommandResult } from "../run-command.ts";

const FOLDER = join(import.meta.dirname, "tools");
const MODULES = join(FOLDER, "node_modules");

/** A package manager: how it installs packages, and runs a command of one. */
export interface Manager {
  readonly name: string;
  readonly version: string;
  readonly program: string;
  /** Before the names of packages. */
  readonly add: readonly string[];
  /** Before a package whose command is run without installing it. */
  readonly execute: readonly string[];
}

/** Programs that the rehearsal needs beside npm, as tools/package-lock.json says. */
export interface Tools {
  /** Its program. */
  readonly verdaccio: string;
  readonly verdaccioVersion: string;
  readonly managers: readonly Manager[];
}

/** Installs pnpm, Bun and verdaccio if they are not here, and finds npm. */
export async function findTools(): Promise<Tools> {
  const verdaccio = join(MODULES, "verdaccio", "bin", "verdaccio");
  if (!existsSync(verdaccio)) {
    must(await npm(["ci", "--prefer-offline"], FOLDER), "npm ci of the tools");
    // Bun's own script puts its binary in place; no other package runs one.
    const args = ["rebuild", "bun", "--ignore-scripts=false", "--loglevel=error"];
    must(await runCommand("npm", args, { cwd: FOLDER, env: npmEnvironment() }), "bun");
  }
  const version = await runCommand("npm", ["--version"], { cwd: FOLDER, env: npmEnvironment() });
  const bin = join(MODULES, ".bin");
  return {
    verdaccio,
    verdaccioVersion: readManifest(join(MODULES, "verdaccio")).version,
    managers: [
      {
        name: "npm",
        version: version.stdout.trim(),
        program: "npm",
        add: ["install", "--no-audit", "--no-fund"],
        execute: ["exec", "--yes", "--loglevel=error", "--"],
      },
      {
        name: "pnpm",
        version: readManifest(join(MODULES, "pnpm")).version,
        program: join(bin, "pnpm"),
        add: ["add"],
        execute: ["--silent", "dlx"],
      },
      {
        name: "bun",
        version: readManifest(join(MODULES, "bun")).version,
        program: join(bin, "bun"),
        add: ["add"],
        execute: ["x", "--silent"],
      },
    ],
  };
}

/**
 * Returns the environment of users: no variable that an npm around us has set, a home of their own,
 * and the Node of this process first.
 */
export function userEnvironment(home: string): Record<string, string | undefined> {
  const env = npmEnvironment();
  const PATH = `${dirname(process.execPath)}${delimiter}${env["PATH"] ?? ""}`;
  const cleared = { NODE_OPTIONS: undefined, NODE_PATH: undefined, NODE_COMPILE_CACHE: undefined };
  return { ...env, ...cleared, PATH, HOME: home, USERPROFILE: home, LOCALAPPDATA: home };
}

/** Returns the result of a command that has to succeed. */
export function must(result: CommandResult, what: string): CommandResult {
  if (!result.ok) throw new Error(`${what} failed:\n${result.output.trimEnd()}`);
  return result;
}
