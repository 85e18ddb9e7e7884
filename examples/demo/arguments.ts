import { isAbsolute, join, resolve } from "node:path";
import { parseArgs } from "node:util";

import { DemoError } from "./demo-error.ts";

/** Options of the command line. */
export interface DemoOptions {
  /** Absolute paths of the user's own files and directories. */
  readonly paths: readonly string[];
  readonly questions: readonly string[];
  /** Absolute path of the database. */
  readonly database: string;
  readonly fresh: boolean;
  readonly json: boolean;
  readonly help: boolean;
}

/** Folders of relative paths and of the repository. */
export interface Places {
  readonly cwd: string;
  readonly root: string;
}

const OPTIONS = {
  ask: { type: "string", multiple: true },
  db: { type: "string" },
  fresh: { type: "boolean" },
  json: { type: "boolean" },
  help: { type: "boolean", short: "h" },
} as const;

/** @throws `usage` naming what is wrong. */
export function parseArguments(args: readonly string[], { cwd, root }: Places): DemoOptions {
  const { values, positionals } = parse(args);
  const { ask = [], db, fresh = false, json = false, help = false } = values;
  if (ask.some(isBlank)) throw usage("--ask must not be empty");
  if (db !== undefined && isBlank(db)) throw usage("--db must not be empty");
  if (positionals.some(isBlank)) throw usage("a path must not be empty");
  if (fresh && ask.length > 0 && positionals.length === 0) {
    throw usage("--fresh leaves nothing to --ask about; name a path as well, or leave one out");
  }
  return {
    paths: positionals.map((path) => resolve(cwd, path)),
    questions: ask,
    database: resolve(cwd, db ?? join(root, ".kioku", "demo.db")),
    fresh,
    json,
    help,
  };
}

function parse(args: readonly string[]) {
  try {
    return parseArgs({ args: [...args], options: OPTIONS, allowPositionals: true });
  } catch (cause) {
    // "Unknown option '--x'. To specify a positional …": the first sentence says it.
    const [what = ""] = cause instanceof Error ? cause.message.split(/\.\s/u) : [];
    throw usage(what.replace(/\.$/u, ""), cause);
  }
}

function isBlank(text: string): boolean {
  return text.trim() === "";
}

function usage(what: string, cause?: unknown): DemoError {
  return new DemoError("usage", `${what}; \`npm run demo -- --help\` lists what there is`, cause);
}

/**
 * The directory that the user is in: npm changes to the repository's root and notes where it came
 * from.
 */
export function userDirectory(environment: NodeJS.ProcessEnv, cwd: string): string {
  const noted = environment["INIT_CWD"];
  const byNpm = environment["npm_lifecycle_event"] === "demo";
  return byNpm && noted !== undefined && isAbsolute(noted) ? noted : cwd;
}
