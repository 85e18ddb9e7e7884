/**
 * `node --import ./use-sources.mjs run-lines.ts HOME LINES`: runs lines of a shell in this
 * terminal, one after the other in one process, with an own home and a clock that the lines move.
 * Prints each line before its output and, where it is not 0, its exit code after it.
 */
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { Readable } from "node:stream";

import { seededRandom } from "@kioku/testing/support";

import type { HostOutput } from "../../src/host.js";
import { main } from "../../src/main.js";
import { splitLine } from "./split-line.js";
import { writeDiary } from "./write-diary.js";

const [home = "", list = ""] = process.argv.slice(2);
const lines = JSON.parse(readFileSync(list, "utf8")) as readonly string[];
const cwd = join(home, "project");
mkdirSync(cwd, { recursive: true });
const random = seededRandom(32);
let now = Date.parse("2026-03-02T09:00:00Z");

for (const line of lines) {
  if (line.startsWith("! write ")) {
    const [, , name = "", ...text] = line.split(" ");
    writeFileSync(join(home, name), `${text.join(" ")}\n`);
    continue;
  }
  if (line === "! diary") {
    const path = join(home, ".local", "share", "kioku", "memory.db");
    await writeDiary({ path, until: new Date(now), random });
    continue;
  }
  process.stdout.write(`$ ${line}\n`);
  const code = await run(line);
  if (code !== 0) process.stdout.write(`[exit ${code}]\n`);
  now += 3_600_000;
}
process.stdin.destroy();

/** Runs one line; one that ends with `^C` is interrupted when it prints nothing more. */
async function run(line: string): Promise<number> {
  const { args, input } = splitLine(line.replace(/ \^C$/u, ""));
  const controller = new AbortController();
  const [stdout, stderr] = [process.stdout, process.stderr].map((output) =>
    line.endsWith(" ^C") ? interruptedAfter(output, controller) : output,
  );
  return main(args, {
    env: { TERM: "xterm-256color", LANG: "C.UTF-8", PATH: "/usr/bin:/bin" },
    cwd,
    home,
    stdin: input === undefined ? process.stdin : Readable.from([input]),
    stdout: stdout ?? process.stdout,
    stderr: stderr ?? process.stderr,
    clock: () => new Date((now += 1000)),
    random,
    fetch,
    signal: controller.signal,
  });
}

/** Returns an output that aborts soon after what was written to it last. */
function interruptedAfter(output: NodeJS.WriteStream, controller: AbortController): HostOutput {
  let timer: NodeJS.Timeout | undefined;
  const write = (...args: Parameters<NodeJS.WriteStream["write"]>): boolean => {
    clearTimeout(timer);
    timer = setTimeout(() => controller.abort(new Error("interrupted")), 300);
    return output.write(...args);
  };
  return new Proxy(output, {
    get: (target, name) => {
      if (name === "write") return write;
      const value: unknown = Reflect.get(target, name, target);
      return typeof value === "function" ? (value.bind(target) as unknown) : value;
    },
  });
}
