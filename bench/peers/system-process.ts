import { fork } from "node:child_process";
import type { ChildProcess } from "node:child_process";
import { on, once } from "node:events";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

import type { Answer, Call, FromSystem, SystemTask } from "./calls.ts";

const CHILD = fileURLToPath(new URL("child.ts", import.meta.url));
const WATCH = new URL("watch-network.ts", import.meta.url).href;
const HOSTS = "hosts.txt";
const LAST_CHARACTERS = 600;

/** A system in a process of its own, open. */
export class SystemProcess {
  readonly #child: ChildProcess;
  readonly #messages: AsyncIterator<readonly [FromSystem], undefined>;
  readonly #closed: Promise<unknown>;
  #errors = "";

  private constructor(child: ChildProcess) {
    this.#child = child;
    this.#messages = on(child, "message", { close: ["close"] }) as AsyncIterator<
      readonly [FromSystem],
      undefined
    >;
    this.#closed = once(child, "close");
    child.stderr?.on("data", (text) => {
      this.#errors = `${this.#errors}${text}`.slice(-LAST_CHARACTERS);
    });
  }

  /**
   * Starts one. Rejects with the reason where it cannot be opened.
   *
   * @param env Overrides of the environment.
   */
  static async start(task: SystemTask, env: NodeJS.ProcessEnv = QUIET): Promise<SystemProcess> {
    const child = fork(CHILD, [JSON.stringify(task)], {
      stdio: ["ignore", "ignore", "pipe", "ipc"],
      env: {
        ...process.env,
        NODE_OPTIONS: `--import ${WATCH}`,
        KIOKU_BENCH_HOSTS: join(task.folder, HOSTS),
        ...env,
      },
    });
    const started = new SystemProcess(child);
    await started.#next();
    return started;
  }

  /** Asks one thing; `onWritten` hears of each memory that the system says is written. */
  async ask(call: Call, onWritten: (id: string) => void = () => undefined): Promise<Answer> {
    this.#child.send(call, () => undefined);
    for (;;) {
      const message = await this.#next();
      if (message.type === "answer") return message;
      if (message.type === "written") onWritten(message.id);
    }
  }

  /** Closes the system and ends the process. */
  async close(): Promise<void> {
    await this.ask({ verb: "close" });
    await this.kill();
  }

  /** Ends the process at once, whatever it does. */
  async kill(): Promise<void> {
    this.#child.kill("SIGKILL");
    await this.#closed;
  }

  async #next(): Promise<FromSystem> {
    const { value, done } = await this.#messages.next();
    if (done !== true) return value[0];
    const { signalCode, exitCode } = this.#child;
    throw new Error(this.#errors.trim() || `ended with ${signalCode ?? exitCode}`);
  }
}

/** Environment of all runs but the one that counts connections: no telemetry that has a switch. */
const QUIET = { MEM0_TELEMETRY: "false", MASTRA_TELEMETRY_DISABLED: "1" };

/** Reads the hosts that processes with this folder tried to reach. */
export async function triedHosts(folder: string): Promise<readonly string[]> {
  const text = await readFile(join(folder, HOSTS), "utf8").catch(() => "");
  return text.split("\n").filter((host) => host !== "");
}
