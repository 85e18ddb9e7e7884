import { unlessAborted } from "@kioku/core/toolkit";

/**
 * A task that can be aborted, and the tasks that it causes. Aborting it aborts those below it. Its
 * parent keeps it until it and all tasks below it have ended.
 */
export class TaskScope {
  readonly #controller = new AbortController();
  readonly #children = new Set<TaskScope>();
  readonly #parent: TaskScope | undefined;
  #ended = false;
  #waiting: (() => void)[] = [];

  constructor(parent?: TaskScope) {
    this.#parent = parent;
  }

  /** Aborts when this task or one above it is aborted. */
  get signal(): AbortSignal {
    return this.#controller.signal;
  }

  /** Begins a task below this one. It is aborted at once if this one was. */
  begin(): TaskScope {
    const child = new TaskScope(this);
    this.#children.add(child);
    if (this.signal.aborted) child.abort(this.signal.reason);
    return child;
  }

  /** Aborts this task and those below it. */
  abort(reason: unknown): void {
    this.#controller.abort(reason);
    for (const child of this.#children) child.abort(reason);
  }

  /** Ends this task; those below it may go on. */
  end(): void {
    this.#ended = true;
    this.#settle();
  }

  /** Resolves when no task is left below this one. */
  async idle(): Promise<void> {
    if (this.#children.size === 0) return;
    const { promise, resolve } = Promise.withResolvers<void>();
    this.#waiting.push(resolve);
    await promise;
  }

  #settle(): void {
    if (this.#children.size > 0) return;
    const waiting = this.#waiting;
    this.#waiting = [];
    for (const resolve of waiting) resolve();
    if (this.#ended && this.#parent) this.#parent.#leave(this);
  }

  #leave(child: TaskScope): void {
    if (this.#children.delete(child)) this.#settle();
  }
}

/** Calls a function that may throw, and returns a promise of its result. */
export async function attempt<T>(call: () => T | PromiseLike<T>): Promise<Awaited<T>> {
  return await call();
}

/** The lifetime of a context, and the calls made with it that have not settled. */
export class Lifetime {
  readonly #controller = new AbortController();
  readonly #pending = new Set<Promise<unknown>>();

  get signal(): AbortSignal {
    return this.#controller.signal;
  }

  /** Runs a call of the context. It rejects when the lifetime is over. */
  run<T>(call: () => Promise<T>): Promise<T> {
    const answer = attempt(() => {
      this.signal.throwIfAborted();
      return call();
    }) as Promise<T>;
    return this.watch(unlessAborted(answer, this.signal));
  }

  /** Counts a call until it settles, and handles its rejection. Returns its promise. */
  watch<T>(answer: Promise<T>): Promise<T> {
    this.#pending.add(answer);
    const leave = (): void => void this.#pending.delete(answer);
    answer.then(leave, leave);
    return answer;
  }

  get isIdle(): boolean {
    return this.#pending.size === 0;
  }

  /** Resolves when all calls have settled. */
  async idle(): Promise<void> {
    while (!this.isIdle) await Promise.allSettled(this.#pending);
  }

  /** Refuses all calls from now on, including those that have not settled. */
  end(reason: unknown): void {
    this.#controller.abort(reason);
  }
}
