import { MemoryError, type Schedule } from "@kioku/core";
import { unlessAborted } from "@kioku/core/toolkit";

import type { TaskScope } from "./task-scope.js";

interface TimeLimits {
  /** Time until the abort, in milliseconds. */
  readonly timeoutMs: number;
  /** Time from the abort until the task is abandoned, in milliseconds. */
  readonly graceMs: number;
  readonly schedule: Schedule;
}

/** Aborts a task when its time is over, and tells when to abandon it. */
export class Deadline {
  /** Resolves when a task that was aborted for any reason has had its time to stop. */
  readonly over: Promise<void>;
  readonly #task: TaskScope;
  readonly #onAbort: () => void;
  #cancelTimer: () => void;
  #timeout: MemoryError | undefined;

  constructor(task: TaskScope, skill: string, { timeoutMs, graceMs, schedule }: TimeLimits) {
    const { promise, resolve } = Promise.withResolvers<void>();
    this.over = promise;
    this.#task = task;
    this.#onAbort = () => {
      this.#cancelTimer();
      this.#cancelTimer = schedule(resolve, graceMs);
    };
    this.#cancelTimer = schedule(() => {
      this.#timeout = new MemoryError(
        "skill-timed-out",
        `skill "${skill}" did not end within ${timeoutMs} ms`,
        { retryable: true },
      );
      task.abort(this.#timeout);
    }, timeoutMs);
    if (task.signal.aborted) this.#onAbort();
    else task.signal.addEventListener("abort", this.#onAbort, { once: true });
  }

  /** The timeout error, if that is why the task was aborted. */
  get timeout(): MemoryError | undefined {
    return this.#task.signal.reason === this.#timeout ? this.#timeout : undefined;
  }

  cancel(): void {
    this.#task.signal.removeEventListener("abort", this.#onAbort);
    this.#cancelTimer();
  }
}

/** Time limit of a call to an embedder or to the author of a skill. */
interface CallLimits extends Pick<TimeLimits, "timeoutMs" | "schedule"> {
  /** Makes the error when the time is over. @defaultValue `embedder-failed` */
  readonly late?: (message: string) => MemoryError;
}

/** Calls an embedder, or the author of a skill, within the time of a call of a skill. */
export async function withinTime<T>(
  parent: TaskScope,
  { timeoutMs, schedule, late = embedderLate }: CallLimits,
  call: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  const task = parent.begin();
  const cancel = schedule(() => task.abort(late(`within ${timeoutMs} ms`)), timeoutMs);
  try {
    return await unlessAborted(call(task.signal), task.signal);
  } finally {
    cancel();
    task.end();
  }
}

function embedderLate(time: string): MemoryError {
  return new MemoryError("embedder-failed", `the embedder did not answer ${time}`, {
    retryable: true,
  });
}
