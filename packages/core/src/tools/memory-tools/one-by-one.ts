import { unlessAborted } from "../../model/unless-aborted.js";

/** Does one thing after the other for each name, and things of different names at the same time. */
export class OneByOne {
  /** By name: what was asked for last. */
  readonly #last = new Map<string, Promise<unknown>>();

  /** Does it as soon as what was asked for before is done, well or not. Whoever has aborted does not wait. */
  async run<T>(name: string, signal: AbortSignal | undefined, work: () => Promise<T>): Promise<T> {
    const before = this.#last.get(name);
    const done = Promise.resolve(before?.catch(() => undefined)).then(work);
    this.#last.set(name, done);
    try {
      return await unlessAborted(done, signal);
    } finally {
      if (this.#last.get(name) === done) this.#last.delete(name);
    }
  }
}
