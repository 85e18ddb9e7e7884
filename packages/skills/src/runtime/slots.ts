import { MemoryError } from "@kioku/core";

interface Waiting {
  readonly begin: () => void;
}

/** How a slot is waited for. */
export interface SlotCall {
  /** Ends the waiting. */
  readonly signal: AbortSignal;
  /** Whether to wait also where too many wait already. */
  readonly patient: boolean;
}

/** Lets so many run at once, and others wait for their turn, first come, first served. */
export class Slots {
  readonly #size: number;
  readonly #maxWaiting: number;
  readonly #waiting = new Set<Waiting>();
  #taken = 0;

  constructor(size: number, maxWaiting: number) {
    this.#size = size;
    this.#maxWaiting = maxWaiting;
  }

  /**
   * Takes a slot, and resolves to what gives it back.
   * @throws `limit-exceeded` where too many wait; the signal's reason.
   */
  async take({ signal, patient }: SlotCall): Promise<() => void> {
    signal.throwIfAborted();
    if (this.#taken >= this.#size) {
      if (!patient && this.#waiting.size >= this.#maxWaiting) throw tooMany(this.#maxWaiting);
      await this.#turn(signal);
    } else {
      this.#taken += 1;
    }
    let given = false;
    return () => {
      if (given) return;
      given = true;
      this.#giveBack();
    };
  }

  /** Waits; whoever gives a slot back hands it over. */
  #turn(signal: AbortSignal): Promise<void> {
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    const abort = (): void => {
      this.#waiting.delete(waiting);
      reject(signal.reason);
    };
    const waiting: Waiting = {
      begin: () => {
        signal.removeEventListener("abort", abort);
        resolve();
      },
    };
    signal.addEventListener("abort", abort, { once: true });
    this.#waiting.add(waiting);
    return promise;
  }

  #giveBack(): void {
    const [next] = this.#waiting;
    if (!next) {
      this.#taken -= 1;
      return;
    }
    this.#waiting.delete(next);
    next.begin();
  }
}

function tooMany(max: number): MemoryError {
  return new MemoryError("limit-exceeded", `${max} calls of skills wait for their turn already`, {
    retryable: true,
  });
}
