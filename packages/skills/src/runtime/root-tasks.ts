import type { Memory } from "@kioku/core";
import { unlessAborted } from "@kioku/core/toolkit";

import type { RuntimeSettings } from "./resolve-runtime-options.js";
import { Semaphore } from "./semaphore.js";
import type { SkillCallOptions } from "./skill-runtime.js";
import { TaskScope } from "./task-scope.js";

/** The cause of an event or a call, and the limits that it shares with all of the same root. */
export interface CausalContext {
  /** The shared memory. */
  readonly memory: Memory;
  /** Skills that led here, oldest first. */
  readonly causePath: readonly string[];
  /** Calls that the root may still cause. */
  readonly fanOut: { left: number };
  /** Bounds the calls that run at once: of the runtime, or of the context that causes them. */
  readonly permits: Semaphore;
  /** True if calls wait even when the queue is full. */
  readonly patient: boolean;
  /** The task that the calls are part of. */
  readonly task: TaskScope;
}

interface RootParts {
  readonly memory: Memory;
  readonly task: TaskScope;
  /** Skills that led here. @defaultValue none */
  readonly causePath?: readonly string[];
  /** True if calls wait even when the queue is full. @defaultValue `false` */
  readonly patient?: boolean;
}

interface RootOptions extends SkillCallOptions, Pick<RootParts, "causePath" | "patient"> {}

export class RootTasks {
  /** The task above all others. */
  readonly task: TaskScope = new TaskScope();
  readonly #settings: RuntimeSettings;
  readonly #permits: Semaphore;

  constructor(settings: RuntimeSettings) {
    this.#settings = settings;
    this.#permits = new Semaphore(settings.concurrency, settings.maxWaiting);
  }

  newContext({ memory, task, causePath = [], patient = false }: RootParts): CausalContext {
    const fanOut = { left: this.#settings.maxFanOut };
    const permits = this.#permits;
    return { memory, causePath: Object.freeze([...causePath]), fanOut, permits, patient, task };
  }

  /** Runs a root task. An abort rejects at once, and aborts what runs. */
  async run<T>(
    { signal, memory = this.#settings.memory, ...parts }: RootOptions,
    body: (causal: CausalContext) => Promise<T>,
  ): Promise<T> {
    signal?.throwIfAborted();
    const task = this.task.begin();
    const abort = (): void => task.abort(signal?.reason);
    signal?.addEventListener("abort", abort, { once: true });
    const done = body(this.newContext({ ...parts, memory, task })).finally(() => {
      signal?.removeEventListener("abort", abort);
      task.end();
    });
    return unlessAborted(done, signal);
  }
}
