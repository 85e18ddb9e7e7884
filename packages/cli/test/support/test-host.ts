import { mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Readable } from "node:stream";

import type { Host, HostOutput } from "../../src/host.js";
import { main } from "../../src/main.js";

/** Instant at which clocks of test hosts begin. */
export const NOW = new Date("2026-11-26T12:00:00.000Z");

/** Options of `testHost`. */
interface TestHostOptions {
  /** Standard input; nothing by default. */
  readonly stdin?: string | Uint8Array | undefined;
  /** True if all three streams are terminals. @defaultValue `false` */
  readonly isTerminal?: boolean;
  /** Width of the terminals. @defaultValue `80` */
  readonly columns?: number;
  /** Environment, beside none of the process. */
  readonly env?: Host["env"];
  /** Replaces `fetch`, which refuses. */
  readonly fetch?: typeof fetch;
  /** Folder of an earlier host to go on with; it stays that host's to remove. */
  readonly folder?: string;
}

/** A process that a test gives to `main`: streams that are kept, a clock, a home of its own. */
export interface TestHost extends Host, Disposable {
  /** Folder of its own, with `home` and `work` in it, removed with the host. */
  readonly folder: string;
  /** Moves the clock on. */
  advance(ms: number): void;
  /** Does what Ctrl-C does. */
  interrupt(): void;
  /** Returns what was written since the last run began. */
  written(): Omit<Ran, "code">;
  /** Runs `kioku` with these arguments, and returns what it wrote. */
  run(...argv: readonly string[]): Promise<Ran>;
}

/** Result of a run. */
export interface Ran {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}

/** Creates a host: `using host = testHost()`. The folder goes when the block ends. */
export function testHost(options: TestHostOptions = {}): TestHost {
  const folder = options.folder ?? mkdtempSync(join(tmpdir(), "kioku-cli-"));
  const [home, cwd] = [join(folder, "home"), join(folder, "work")];
  for (const path of [home, cwd]) mkdirSync(path, { recursive: true });
  const controller = new AbortController();
  const written = { stdout: "", stderr: "" };
  const output = (name: keyof typeof written): HostOutput => ({
    isTTY: options.isTerminal ?? false,
    columns: options.columns,
    write: (text, done) => {
      written[name] += text;
      queueMicrotask(done);
    },
  });
  let now = NOW.getTime();
  let seed = 1;
  const host: TestHost = {
    folder,
    env: options.env ?? {},
    cwd,
    home,
    stdin: Object.assign(Readable.from(options.stdin === undefined ? [] : [options.stdin]), {
      isTTY: options.isTerminal ?? false,
    }),
    stdout: output("stdout"),
    stderr: output("stderr"),
    clock: () => new Date(now),
    random: () => (seed = (seed * 48_271) % 2_147_483_647) / 2_147_483_647,
    fetch:
      options.fetch ?? (async () => Promise.reject(new TypeError("tests have no network, stop"))),
    signal: controller.signal,
    advance: (ms) => {
      now += ms;
    },
    interrupt: () => controller.abort(new Error("interrupted by SIGINT")),
    written: () => ({ ...written }),
    run: async (...argv) => {
      written.stdout = "";
      written.stderr = "";
      const code = await main(argv, host);
      return { code, ...written };
    },
    [Symbol.dispose]: () => {
      if (options.folder === undefined) rmSync(folder, { recursive: true, force: true });
    },
  };
  return host;
}
