import type { Readable } from "node:stream";

import type { Schedule } from "@kioku/core";

/** An output of the process. */
export interface HostOutput {
  /** True for a terminal. */
  readonly isTTY?: boolean | undefined;
  /** Width of the terminal. */
  readonly columns?: number | undefined;
  /** Writes text; `done` hears when it was taken, or why not. */
  write(text: string, done: (error?: Error | null) => void): unknown;
}

/** The process as a command sees it; tests give their own. */
export interface Host {
  /** Environment variables. */
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Working directory, absolute. */
  readonly cwd: string;
  /** Home directory, absolute. */
  readonly home: string;
  /** Standard input. */
  readonly stdin: Readable & { readonly isTTY?: boolean | undefined };
  /** Data. */
  readonly stdout: HostOutput;
  /** Progress, questions, hints and errors. */
  readonly stderr: HostOutput;
  /** Time now. */
  readonly clock: () => Date;
  /** Random numbers in [0, 1). @defaultValue secure ones */
  readonly random?: (() => number) | undefined;
  /** Timer of waits between looks. @defaultValue the one of the process */
  readonly schedule?: Schedule | undefined;
  /** Requests to servers. */
  readonly fetch: typeof fetch;
  /** Aborted by Ctrl-C and SIGTERM. */
  readonly signal: AbortSignal;
}
