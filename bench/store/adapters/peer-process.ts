import { fork } from "node:child_process";
import type { ChildProcess } from "node:child_process";
import { on, once } from "node:events";
import { fileURLToPath } from "node:url";

import type { Answered, AskPeer, Filled, FromPeer, PeerTask } from "./peer-messages.ts";

const CHILD = fileURLToPath(new URL("peer-child.ts", import.meta.url));
const HEAP = "--max-old-space-size=9000";
const LAST_CHARACTERS = 300;

/** A peer in a process of its own, filled: what it holds or breaks is nothing to the others. */
export interface PeerProcess extends Filled {
  /** Asks the queries of one turn. Rejects with the reason if the process is gone. */
  ask(turn: AskPeer): Promise<Answered>;
  /** Ends the process. */
  stop(): Promise<void>;
}

/** Starts a process and has it filled. Rejects with the reason if that fails or takes too long. */
export async function startPeer(task: PeerTask): Promise<PeerProcess> {
  const child = fork(CHILD, [JSON.stringify(task)], {
    execArgv: [HEAP],
    stdio: ["ignore", "ignore", "pipe", "ipc"],
    // LanceDB warns of what will change with every query, which takes time.
    env: { ...process.env, LANCEDB_LOG: "error" },
  });
  const line = new PeerLine(child, task.allowedMs);
  try {
    const { buildMs, asks } = await line.filled();
    return {
      buildMs,
      asks,
      ask: (turn) => line.ask(turn),
      stop: () => line.stop(),
    };
  } catch (error) {
    await line.stop();
    throw error;
  }
}

/** Messages to and from the process, in order. */
class PeerLine {
  readonly #child: ChildProcess;
  readonly #allowedMs: number;
  readonly #messages: AsyncIterator<readonly [FromPeer], undefined>;
  readonly #closed: Promise<unknown>;
  #errors = "";
  #late: string | undefined;

  constructor(child: ChildProcess, allowedMs: number) {
    this.#child = child;
    this.#allowedMs = allowedMs;
    this.#messages = on(child, "message", { close: ["close"] }) as AsyncIterator<
      readonly [FromPeer],
      undefined
    >;
    this.#closed = once(child, "close");
    child.stderr?.on("data", (text) => {
      this.#errors = `${this.#errors}${text}`.slice(-LAST_CHARACTERS);
    });
  }

  /** Waits until it is filled, counting the peer's own time alone. */
  async filled(): Promise<Filled> {
    for (;;) {
      const message = await this.#next();
      if (message.type === "filled") return message;
      if (message.type !== "begins") continue;
      await this.#within(this.#allowedMs - message.spentMs, "not filled");
    }
  }

  async ask(turn: AskPeer): Promise<Answered> {
    // A process that is gone ends the messages, which says why.
    this.#child.send(turn, () => undefined);
    const message = await this.#within(this.#allowedMs, "no answer");
    if (message.type === "answered") return message;
    throw new Error(`unexpected message ${message.type}`);
  }

  async stop(): Promise<void> {
    this.#child.kill("SIGKILL");
    await this.#closed;
  }

  /** Waits for the next message so long, and then ends the process. */
  async #within(ms: number, problem: string): Promise<FromPeer> {
    const timer = setTimeout(() => {
      this.#late = `${problem} within ${Math.round(this.#allowedMs / 1_000)} s`;
      this.#child.kill("SIGKILL");
    }, ms);
    try {
      return await this.#next();
    } finally {
      clearTimeout(timer);
    }
  }

  async #next(): Promise<FromPeer> {
    const { value, done } = await this.#messages.next();
    if (done !== true) return value[0];
    throw new Error(this.#late ?? this.#reason());
  }

  #reason(): string {
    const { signalCode, exitCode } = this.#child;
    if (signalCode !== null) return `ended with ${signalCode}`;
    return this.#errors.trim().split("\n").join(" ") || `ended with ${exitCode}`;
  }
}
