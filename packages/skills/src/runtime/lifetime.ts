import { unlessAborted } from "@kioku/core/toolkit";

import { attempt } from "./attempt.js";

/** How long a context is of use, and what was asked of it and is not answered yet. */
export class Lifetime {
  readonly #controller = new AbortController();
  readonly #pending = new Set<Promise<unknown>>();

  /** Aborts when the context is of no use any more. */
  get signal(): AbortSignal {
    return this.#controller.signal;
  }

  /**
   * Does what is asked of the context, and rejects when its time is over. A rejection that the
   * skill does not look at is no unhandled one.
   */
  ask<T>(question: () => Promise<T>): Promise<T> {
    const answer = attempt(() => {
      this.signal.throwIfAborted();
      return question();
    }) as Promise<T>;
    return this.watch(unlessAborted(answer, this.signal));
  }

  /**
   * Waits for something that was asked elsewhere, and returns it. Its rejection is no unhandled
   * one.
   */
  watch<T>(answer: Promise<T>): Promise<T> {
    this.#pending.add(answer);
    const leave = (): void => void this.#pending.delete(answer);
    answer.then(leave, leave);
    return answer;
  }

  /** Whether all that was asked is answered. */
  get isIdle(): boolean {
    return this.#pending.size === 0;
  }

  /** Resolves when all that was asked is answered. */
  async idle(): Promise<void> {
    while (!this.isIdle) await Promise.allSettled(this.#pending);
  }

  /** Refuses everything from now on, also what was asked and is not answered. */
  end(reason: unknown): void {
    this.#controller.abort(reason);
  }
}
