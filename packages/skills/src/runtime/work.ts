/**
 * Something under way that can be aborted, and all that it causes: aborting it aborts what is
 * below. It is kept by what caused it until it has ended and all below it has.
 */
export class Work {
  readonly #controller = new AbortController();
  readonly #below = new Set<Work>();
  readonly #above: Work | undefined;
  #ended = false;
  #waiting: (() => void)[] = [];

  constructor(above?: Work) {
    this.#above = above;
  }

  /** Aborts when this is aborted, or anything above it. */
  get signal(): AbortSignal {
    return this.#controller.signal;
  }

  /** Begins something that this causes. What is begun by what was aborted is aborted at once. */
  begin(): Work {
    const work = new Work(this);
    this.#below.add(work);
    if (this.signal.aborted) work.abort(this.signal.reason);
    return work;
  }

  /** Aborts this and what is below it. */
  abort(reason: unknown): void {
    this.#controller.abort(reason);
    for (const work of this.#below) work.abort(reason);
  }

  /** Says that this has ended; what is below it may go on. */
  end(): void {
    this.#ended = true;
    this.#settle();
  }

  /** Resolves when nothing is left below this. */
  async idle(): Promise<void> {
    if (this.#below.size === 0) return;
    const { promise, resolve } = Promise.withResolvers<void>();
    this.#waiting.push(resolve);
    await promise;
  }

  #settle(): void {
    if (this.#below.size > 0) return;
    const waiting = this.#waiting;
    this.#waiting = [];
    for (const resolve of waiting) resolve();
    if (this.#ended && this.#above) this.#above.#leave(this);
  }

  #leave(work: Work): void {
    if (this.#below.delete(work)) this.#settle();
  }
}
