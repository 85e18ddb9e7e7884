import { MemoryError } from "@kioku/core";

interface PermitRequest {
  readonly signal: AbortSignal;
  /** True to wait even when the queue is full. */
  readonly patient: boolean;
}

/** Limits how many calls run at once. The others wait, first come, first served. */
export class Semaphore {
  readonly #permits: number;
  readonly #maxWaiting: number;
  readonly #waiting = new Set<() => void>();
  #acquired = 0;

  constructor(permits: number, maxWaiting: number) {
    this.#permits = permits;
    this.#maxWaiting = maxWaiting;
  }

  /** Acquires a permit and returns its release. @throws `limit-exceeded` if the queue is full. */
  async acquire({ signal, patient }: PermitRequest): Promise<() => void> {
    signal.throwIfAborted();
    if (this.#acquired >= this.#permits) {
      if (!patient && this.#waiting.size >= this.#maxWaiting) throw queueFull(this.#maxWaiting);
      await this.#wait(signal);
    } else {
      this.#acquired += 1;
    }
    let released = false;
    return () => {
      if (released) return;
      released = true;
      this.#release();
    };
  }

  /** Waits until a permit is handed over. */
  #wait(signal: AbortSignal): Promise<void> {
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    const abort = (): void => {
      this.#waiting.delete(resume);
      reject(signal.reason);
    };
    const resume = (): void => {
      signal.removeEventListener("abort", abort);
      resolve();
    };
    signal.addEventListener("abort", abort, { once: true });
    this.#waiting.add(resume);
    return promise;
  }

  #release(): void {
    const [next] = this.#waiting;
    if (!next) {
      this.#acquired -= 1;
      return;
    }
    this.#waiting.delete(next);
    next();
  }
}

function queueFull(max: number): MemoryError {
  return new MemoryError("limit-exceeded", `too many calls of skills wait: at most ${max}`, {
    retryable: true,
  });
}
