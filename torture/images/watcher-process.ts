import { spawn } from "node:child_process";
import { once } from "node:events";
import { createInterface } from "node:readline";

import { programFile } from "../program.ts";
import type { ImageOrder } from "./watch.ts";

/** Options of starting a process. */
export interface WatcherStart {
  /** Folder of bundled programs, if any. */
  readonly bundled: string | undefined;
  /** Folder of Node's compile cache, so that later ones start in less time. */
  readonly cacheDirectory: string;
}

/** Without a line for so long, a process hangs. */
const PATIENCE_MS = 120_000;

/** A process that sees and captions images until it is killed. */
export class WatcherProcess implements Disposable {
  readonly #child: ReturnType<typeof spawnWatcher>;
  readonly #closed: Promise<readonly unknown[]>;
  #complaint = "";
  #onLine: (line: string) => void = () => undefined;

  constructor(start: WatcherStart) {
    this.#child = spawnWatcher(start);
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
   * Has it follow an order, and kills it so long after its first line, if a time is given. Returns
   * false if it was killed before it was done; `seen` is told the numbers of durable images.
   */
  async follow(
    order: ImageOrder,
    { killAfterMs, seen }: { readonly killAfterMs?: number; readonly seen?: (one: number) => void },
  ): Promise<boolean> {
    const { promise: done, resolve } = Promise.withResolvers<true>();
    let hangs = setTimeout(() => this.#child.kill("SIGABRT"), PATIENCE_MS);
    this.#onLine = (line) => {
      hangs = hangs.refresh();
      if (line === "done") resolve(true);
      else if (line !== "ready") seen?.(Number(line));
    };
    this.#child.stdin.write(`${JSON.stringify(order)}\n`);
    const kills =
      killAfterMs === undefined ? undefined : setTimeout(() => this.kill(), killAfterMs);
    const isDone = await Promise.race([done, this.#closed.then(() => false as const)]);
    clearTimeout(hangs);
    clearTimeout(kills);
    if (!isDone && this.#child.signalCode !== "SIGKILL") {
      const end = this.#child.exitCode ?? this.#child.signalCode;
      throw new Error(`a watcher ended by itself (${end}): ${this.#complaint.trim()}`);
    }
    return isDone;
  }

  /** Kills it. */
  kill(): void {
    this.#child.kill("SIGKILL");
  }

  [Symbol.dispose](): void {
    this.kill();
  }
}

function spawnWatcher({ bundled, cacheDirectory }: WatcherStart) {
  const env = { ...process.env, NODE_COMPILE_CACHE: cacheDirectory };
  const file = programFile("image-watcher", bundled);
  return spawn(process.execPath, [file], { stdio: ["pipe", "pipe", "pipe"], env });
}
