import type { JobAnswer, ModelJob } from "./worker/protocol.js";

/** A job and whoever waits for it. */
export interface ModelCall {
  readonly id: number;
  readonly job: ModelJob;
  /** Goes before those that are not: somebody waits for a recall. */
  readonly isUrgent: boolean;
  readonly resolve: (answer: JobAnswer) => void;
  readonly reject: (reason: unknown) => void;
}

/** Calls that wait for their turn: urgent ones first, otherwise in the order in which they came. */
export class CallQueue {
  readonly #urgent: ModelCall[] = [];
  readonly #other: ModelCall[] = [];

  get size(): number {
    return this.#urgent.length + this.#other.length;
  }

  add(call: ModelCall): void {
    (call.isUrgent ? this.#urgent : this.#other).push(call);
  }

  /** Takes out the next one. */
  next(): ModelCall | undefined {
    return this.#urgent.shift() ?? this.#other.shift();
  }

  /** Takes out one that nobody wants any more; one that is not here does no harm. */
  remove(call: ModelCall): void {
    const calls = call.isUrgent ? this.#urgent : this.#other;
    const place = calls.indexOf(call);
    if (place !== -1) calls.splice(place, 1);
  }

  /** Takes out all. */
  clear(): readonly ModelCall[] {
    return [...this.#urgent.splice(0), ...this.#other.splice(0)];
  }
}
