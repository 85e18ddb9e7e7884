/** Runs calls of one name one after the other, in their order. */
export class InTurn {
  readonly #last = new Map<string, Promise<unknown>>();

  /** Runs it when those before it are over, well or not. */
  async run<T>(name: string, work: () => Promise<T>): Promise<T> {
    const before = this.#last.get(name) ?? Promise.resolve();
    const run = before.then(work);
    const over = run.then(
      () => undefined,
      () => undefined,
    );
    this.#last.set(name, over);
    try {
      return await run;
    } finally {
      if (this.#last.get(name) === over) this.#last.delete(name);
    }
  }
}
