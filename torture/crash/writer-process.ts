import { spawn } from "node:child_process";
import { once } from "node:events";

import { programFile } from "../program.ts";
import type { Acknowledgement, WriterOrder } from "./writer-order.ts";

/** Without an acknowledgement for so long, a writer hangs. */
const PATIENCE_MS = 240_000;

/**
 * Another process that writes until it is killed. It is started before it is needed, because
 * starting takes longest.
 */
export interface WriterProcess {
  /**
   * Has it write, and kills it that many milliseconds after the first acknowledgement. Resolves to
   * all that it printed.
   */
  readonly run: (order: WriterOrder, killAfterMs: number) => Promise<readonly Acknowledgement[]>;
  /** Kills one that is not needed. */
  readonly stop: () => void;
}

/** Options of starting a writer. */
export interface WriterStart {
  /** Folder of bundled programs, if any. */
  readonly bundled: string | undefined;
  /** Folder of Node's compile cache, so that the second writer starts in half the time. */
  readonly cacheDirectory: string;
}

/** Starts a writer. */
export function startWriter({ bundled, cacheDirectory }: WriterStart): WriterProcess {
  const env = { ...process.env, NODE_COMPILE_CACHE: cacheDirectory };
  const child = spawn(process.execPath, [programFile("writer", bundled)], { stdio: "pipe", env });
  const closed = once(child, "close") as Promise<[number | null, NodeJS.Signals | null]>;
  // The caller sees the failure, except of a stopped writer.
  closed.catch(() => undefined);
  let printed = "";
  let complaint = "";
  child.stderr.setEncoding("utf8").on("data", (text: string) => {
    complaint += text;
  });
  return {
    stop: () => child.kill("SIGKILL"),
    run: async (order, killAfterMs) => {
      const kill = (): boolean => child.kill("SIGKILL");
      const hangs = setTimeout(kill, PATIENCE_MS);
      child.stdout.setEncoding("utf8").on("data", (text: string) => {
        const isFirst = !printed.includes("\n");
        printed += text;
        if (isFirst && printed.includes("\n")) setTimeout(kill, killAfterMs);
      });
      // It may have ended before it read this; then it says why.
      child.stdin.on("error", () => undefined);
      child.stdin.write(`${JSON.stringify(order)}\n`);
      const [code, signal] = await closed;
      clearTimeout(hangs);
      if (signal !== "SIGKILL") {
        throw new Error(`a writer ended by itself (${code ?? signal}): ${complaint.trim()}`);
      }
      // The kill cut off the text after the last line feed.
      const lines = printed.split("\n").slice(0, -1);
      return lines.map((line) => JSON.parse(line) as Acknowledgement);
    },
  };
}
