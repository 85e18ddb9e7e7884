/** Does one thing after the other. */
export class Sequence {
  #last: Promise<unknown> = Promise.resolve();

  /** Does this when all before it is done, whether that went well or not. */
  next<T>(task: () => Promise<T>): Promise<T> {
    const run = this.#last.then(task, task);
    this.#last = run.catch(() => undefined);
    return run;
  }
}
