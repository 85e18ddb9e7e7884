import { spawn } from "node:child_process";
import { once } from "node:events";
import { createInterface } from "node:readline";

import { programFile } from "../program.ts";
import type { MindOrder } from "./mind-order.ts";

/** Options of starting a process. */
export interface HearerStart {
  /** Folder of bundled programs, if any. */
  readonly bundled: string | undefined;
  /** Folder of Node's compile cache, so that later ones start in less time. */
  readonly cacheDirectory: string;
}

/** Without a line for so long, a process hangs. */
const PATIENCE_MS = 120_000;

/** A process that hears talks, one after the other, until it is killed. */
export class HearerProcess {
  readonly #child: ReturnType<typeof spawnHearer>;
  readonly #closed: Promise<readonly unknown[]>;
  #complaint = "";
  #onLine: (line: string) => void = () => undefined;

  constructor(start: HearerStart) {
    this.#child = spawnHearer(start);
    this.#closed = once(this.#child, "close");
    this.#closed.catch(() => undefined);
    this.#child.stderr.setEncoding("utf8").on("data", (text: string) => {
      this.#complaint += text;
    });
    createInterface({ input: this.#child.stdout }).on("line", (line) => this.#onLine(line));
    // It may have ended before it read this; then it says why.
    this.#child.stdin.on("error", () => undefined);
  }

  /**
   * Has it hear a talk. With `killAfterMs` it is killed so long after its first chunk. Returns
   * false if it was killed before it was done.
   */
  async hear(order: MindOrder, killAfterMs?: number): Promise<boolean> {
    const { promise: done, resolve } = Promise.withResolvers<true>();
    let kills: NodeJS.Timeout | undefined;
    this.#onLine = (line) => {
      if (line === "1" && killAfterMs !== undefined)
        kills ??= setTimeout(() => this.kill(), killAfterMs);
      if (line === "done") resolve(true);
    };
    const hangs = setTimeout(() => this.#child.kill("SIGABRT"), PATIENCE_MS);
    this.#child.stdin.write(`${JSON.stringify(order)}\n`);
    const isDone = await Promise.race([done, this.#closed.then(() => false as const)]);
    clearTimeout(hangs);
    clearTimeout(kills);
    if (!isDone && this.#child.signalCode !== "SIGKILL") {
      const end = this.#child.exitCode ?? this.#child.signalCode;
      throw new Error(`a hearer ended by itself (${end}): ${this.#complaint.trim()}`);
    }
    return isDone;
  }

  /** Kills it. */
  kill(): void {
    this.#child.kill("SIGKILL");
  }
}

function spawnHearer({ bundled, cacheDirectory }: HearerStart) {
  const env = { ...process.env, NODE_COMPILE_CACHE: cacheDirectory };
  const file = programFile("mind-hearer", bundled);
  return spawn(process.execPath, [file], { stdio: ["pipe", "pipe", "pipe"], env });
}
