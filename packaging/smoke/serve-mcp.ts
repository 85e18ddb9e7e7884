import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdirSync } from "node:fs";
import { delimiter, dirname, join } from "node:path";
import { createInterface } from "node:readline";

import { npmEnvironment } from "../npm.ts";
import type { CommandOptions } from "../run-command.ts";

/** Requests, one after the other, and what each answer has to hold. */
const REQUESTS: readonly (readonly [method: string, params: object, holds: RegExp])[] = [
  [
    "initialize",
    {
      protocolVersion: "2025-11-25",
      capabilities: {},
      clientInfo: { name: "smoke", version: "0.0.0" },
    },
    /"name":"kioku"/u,
  ],
  ["tools/list", {}, /"recall".*"remember".*"update".*"forget".*"context".*"why"/u],
  [
    "tools/call",
    { name: "remember", arguments: { content: "Ana is allergic to peanuts" } },
    /"status":"stored"/u,
  ],
  [
    "tools/call",
    { name: "recall", arguments: { query: "peanuts" } },
    /Ana is allergic to peanuts/u,
  ],
];

/**
 * Serves MCP as clients start it, `npx kioku serve mcp`, from an empty folder of a project, and
 * ends it with its input. Returns what was wrong.
 */
export async function serveMcp(project: string): Promise<readonly string[]> {
  const [cwd, home] = [join(project, "empty"), join(project, "home-mcp")];
  for (const folder of [cwd, home]) mkdirSync(folder);
  const npmEnv = npmEnvironment();
  const PATH = `${dirname(process.execPath)}${delimiter}${npmEnv["PATH"] ?? ""}`;
  const env = { ...npmEnv, PATH, HOME: home, LOCALAPPDATA: home };
  return askServer("npx", ["--offline", "--no-update-notifier", "kioku", "serve", "mcp"], {
    cwd,
    env,
  });
}

/** Starts an MCP server, asks it, and ends it with its input. Returns what was wrong. */
export async function askServer(
  program: string,
  args: readonly string[],
  { cwd, env }: CommandOptions,
): Promise<readonly string[]> {
  const what = [program, ...args].join(" ");
  const child = spawn(program, args, {
    cwd,
    env: { ...process.env, ...env },
    stdio: ["pipe", "pipe", "pipe"],
    shell: process.platform === "win32",
  });
  let complaint = "";
  child.stderr.setEncoding("utf8").on("data", (text: string) => (complaint += text));
  // It may have ended before it read this; then it says why.
  child.stdin.on("error", () => undefined);
  const exited = once(child, "exit") as Promise<[number | null]>;
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  const problems: string[] = [];
  for (const [id, [method, params, holds]] of REQUESTS.entries()) {
    child.stdin.write(`${JSON.stringify({ jsonrpc: "2.0", id, method, params })}\n`);
    const answer = (await lines.next()) as IteratorResult<string, undefined>;
    const line = answer.value ?? "";
    if (!holds.test(line)) problems.push(`${what}: ${method}: ${line}`);
    if (answer.done === true) break;
  }
  child.stdin.end();
  const [code] = await exited;
  if (code !== 0 || complaint !== "") {
    problems.push(`${what} ended with ${code}:\n${complaint}`);
  }
  return problems;
}
