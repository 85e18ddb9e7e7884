import { spawn } from "node:child_process";
import { once } from "node:events";
import { createInterface } from "node:readline";

import { programFile } from "../program.ts";
import type { BackupEvent, BackupOrder } from "./backup-order.ts";

/** Options of starting a process. */
export interface WorkerStart {
  /** Folder of bundled programs, if any. */
  readonly bundled: string | undefined;
  /** Folder of Node's compile cache, so that later ones start in less time. */
  readonly cacheDirectory: string;
}

/** Without an end for so long, a process hangs. */
const PATIENCE_MS = 240_000;

/** A process that backs up and restores until it is killed. */
export class WorkerProcess {
  readonly #child: ReturnType<typeof spawnWorker>;
  readonly #closed: Promise<readonly unknown[]>;
  readonly #events: BackupEvent[] = [];
  #complaint = "";
  #onBegin: () => void = () => undefined;

  constructor(start: WorkerStart) {
    this.#child = spawnWorker(start);
    this.#closed = once(this.#child, "close");
    this.#closed.catch(() => undefined);
    this.#child.stderr.setEncoding("utf8").on("data", (text: string) => {
      this.#complaint += text;
    });
    createInterface({ input: this.#child.stdout }).on("line", (line) => this.#hear(line));
    // It may have ended before it read this; then it says why.
    this.#child.stdin.on("error", () => undefined);
  }

  /**
   * Has it work until it is killed: by itself, or so long after its first call. Returns what it has
   * said.
   */
  async work(order: BackupOrder, killAfterMs: number): Promise<readonly BackupEvent[]> {
    let kills: NodeJS.Timeout | undefined;
    this.#onBegin = () => {
      if (order.death === undefined) kills = setTimeout(() => this.kill(), killAfterMs);
    };
    const hangs = setTimeout(() => this.#child.kill("SIGABRT"), PATIENCE_MS);
    this.#child.stdin.write(`${JSON.stringify(order)}\n`);
    await this.#closed;
    clearTimeout(hangs);
    clearTimeout(kills);
    if (this.#child.signalCode === "SIGKILL") return this.#events;
    const end = this.#child.exitCode ?? this.#child.signalCode;
    throw new Error(`a worker ended by itself (${end}): ${this.#complaint.trim()}`);
  }

  /** Kills it. */
  kill(): void {
    this.#child.kill("SIGKILL");
  }

  #hear(line: string): void {
    // The kill may have cut off its last line.
    if (!line.endsWith("}")) return;
    const event = JSON.parse(line) as BackupEvent;
    this.#events.push(event);
    if (event.type === "began") this.#onBegin();
  }
}

function spawnWorker({ bundled, cacheDirectory }: WorkerStart) {
  const env = { ...process.env, NODE_COMPILE_CACHE: cacheDirectory };
  const file = programFile("backup-worker", bundled);
  return spawn(process.execPath, [file], { stdio: ["pipe", "pipe", "pipe"], env });
}
