import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, mkdtempSync } from "node:fs";
import { join } from "node:path";
import { createInterface } from "node:readline";

import { runCommand } from "../run-command.ts";
import type { Runtime } from "./runtimes.ts";

/** A project with the installed packages, and a runtime to try them on. */
interface Try {
  readonly project: string;
  readonly runtime: Runtime;
  /** Names of the programs, one for each entry point. */
  readonly programs: readonly string[];
}

/** Result of a trial: `passed` of `all`, and what the others said. */
interface Outcome {
  readonly passed: number;
  readonly all: number;
  readonly problems: readonly string[];
}

interface Trial {
  /** Also the name of its row. */
  readonly what: string;
  run(of: Try): Promise<Outcome>;
}

const KILLS = 10;
const WRITES = 100;

/** All trials, in the order of the table. */
export const TRIALS: readonly Trial[] = [
  { what: "a program for each entry point", run: runPrograms },
  { what: "conformance: in-memory store, memory", run: (of) => conformance(of, "memory") },
  { what: "conformance: SQLite, memory", run: (of) => conformance(of, "sqlite") },
  {
    what: "conformance: PostgreSQL, each sixteenth case",
    run: (of) => conformance(of, "postgres"),
  },
  { what: "acknowledged writes kept when killed", run: killed },
  { what: "two processes, one file", run: twoProcesses },
  { what: "isolated skills", run: (of) => one(of, join("runtimes", "isolated-skill.mts")) },
  { what: "`kioku remember` and `kioku recall`", run: commandLine },
  { what: "`kioku serve mcp`, four requests", run: mcp },
];

/** Runs the programs of the smoke test, which say nothing if all is well. */
async function runPrograms(of: Try): Promise<Outcome> {
  const problems: string[] = [];
  for (const name of of.programs) {
    const { ok, output } = await start(of, [join("programs", `${name}.mts`)]);
    if (!ok || output !== "") problems.push(`${name}: ${output}`);
  }
  return { passed: of.programs.length - problems.length, all: of.programs.length, problems };
}

async function one(of: Try, file: string): Promise<Outcome> {
  const { ok, output } = await start(of, [file]);
  return ok ? { passed: 1, all: 1, problems: [] } : { passed: 0, all: 1, problems: [output] };
}

async function conformance(of: Try, store: string): Promise<Outcome> {
  const folder = emptyFolder(of);
  const args = [join("runtimes", "conformance.mts"), store, folder];
  const { ok, stdout, output } = await start(of, args);
  if (!ok) return { passed: 0, all: 1, problems: [output] };
  const { passed, skipped, failed } = JSON.parse(stdout) as {
    readonly passed: number;
    readonly skipped: number;
    readonly failed: readonly string[];
  };
  return { passed, all: passed + skipped + failed.length, problems: failed };
}

/** Kills a writer again and again; what it had acknowledged has to be in the file. */
async function killed(of: Try): Promise<Outcome> {
  const file = join(emptyFolder(of), "killed.db");
  const acknowledged: string[] = [];
  for (let round = 0; round < KILLS; round += 1) {
    const name = `round ${round}`;
    const args = [join("runtimes", "killed-writer.mts"), "write", file, name, "1000000"];
    const child = spawn(of.runtime.program, [...of.runtime.before, ...args], {
      cwd: of.project,
      stdio: ["ignore", "pipe", "inherit"],
    });
    const exited = once(child, "exit");
    const least = acknowledged.length + 5 + round * 3;
    for await (const line of createInterface({ input: child.stdout })) {
      acknowledged.push(line);
      if (acknowledged.length === least) child.kill("SIGKILL");
    }
    await exited;
  }
  return found(of, file, acknowledged);
}

async function twoProcesses(of: Try): Promise<Outcome> {
  const file = join(emptyFolder(of), "shared.db");
  const writers = await Promise.all(
    ["one", "two"].map((name) =>
      start(of, [join("runtimes", "killed-writer.mts"), "write", file, name, `${WRITES}`]),
    ),
  );
  const acknowledged = writers.flatMap(({ stdout }) => stdout.trim().split("\n"));
  const outcome = await found(of, file, acknowledged);
  const problems = writers.flatMap(({ ok, output }) => (ok ? [] : [output]));
  return { ...outcome, all: 2 * WRITES, problems: [...problems, ...outcome.problems] };
}

async function found(of: Try, file: string, wanted: readonly string[]): Promise<Outcome> {
  const args = [join("runtimes", "killed-writer.mts"), "read", file];
  const { ok, stdout, output } = await start(of, args);
  const there = new Set(stdout.split("\n"));
  const lost = wanted.filter((content) => !there.has(content));
  const problems = ok ? lost.map((content) => `lost: ${content}`) : [output];
  return { passed: ok ? wanted.length - lost.length : 0, all: wanted.length, problems };
}

const BIN = join("node_modules", "kioku", "dist", "bin.js");

async function commandLine(of: Try): Promise<Outcome> {
  const home = emptyFolder(of);
  const problems: string[] = [];
  for (const args of [
    ["remember", "Ana is allergic to peanuts"],
    ["recall", "peanuts", "--json"],
  ]) {
    const { ok, output } = await start(of, [BIN, ...args], home);
    if (!ok || !output.includes("allergic to peanuts")) problems.push(output);
  }
  return { passed: 2 - problems.length, all: 2, problems };
}

/** Requests to the MCP server, and what their answers have to hold. */
const REQUESTS: readonly (readonly [method: string, params: object, holds: string])[] = [
  [
    "initialize",
    {
      protocolVersion: "2025-11-25",
      capabilities: {},
      clientInfo: { name: "runtimes", version: "0.0.0" },
    },
    '"name":"kioku"',
  ],
  ["tools/list", {}, '"recall"'],
  ["tools/call", { name: "remember", arguments: { content: "Ana keeps bees" } }, "stored"],
  ["tools/call", { name: "recall", arguments: { query: "bees" } }, "Ana keeps bees"],
];

async function mcp(of: Try): Promise<Outcome> {
  const home = emptyFolder(of);
  const child = spawn(of.runtime.program, [...of.runtime.before, BIN, "serve", "mcp"], {
    cwd: of.project,
    env: environment(home),
    stdio: ["pipe", "pipe", "pipe"],
  });
  let complaint = "";
  child.stderr.setEncoding("utf8").on("data", (text: string) => (complaint += text));
  child.stdin.on("error", () => undefined);
  const exited = once(child, "exit") as Promise<[number | null]>;
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  const problems: string[] = [];
  for (const [id, [method, params, holds]] of REQUESTS.entries()) {
    child.stdin.write(`${JSON.stringify({ jsonrpc: "2.0", id, method, params })}\n`);
    const { value = "" } = (await lines.next()) as IteratorResult<string, string | undefined>;
    if (!value.includes(holds)) problems.push(`${method}: ${value}`);
  }
  child.stdin.end();
  const [code] = await exited;
  const passed = REQUESTS.length - problems.length;
  if (code !== 0 || complaint !== "") problems.push(`ended with ${code}: ${complaint}`);
  return { passed, all: REQUESTS.length, problems };
}

function emptyFolder({ project }: Try): string {
  const parent = join(project, "data");
  mkdirSync(parent, { recursive: true });
  return mkdtempSync(join(parent, "try-"));
}

function environment(home: string): NodeJS.ProcessEnv {
  const places = { HOME: home, USERPROFILE: home, LOCALAPPDATA: home };
  return { ...process.env, ...places, NODE_OPTIONS: undefined, NODE_PATH: undefined };
}

function start({ project, runtime }: Try, args: readonly string[], home = project) {
  const env = environment(home);
  return runCommand(runtime.program, [...runtime.before, ...args], { cwd: project, env });
}
