import type { HookContext } from "@kioku/core";

/** The latest writes of one source in one scope. */
class WriteLog {
  /** Writes of calls that have not ended. */
  held = 0;
  /** Times of writes in milliseconds, oldest first. */
  readonly #times: number[] = [];

  /** Returns the number of writes in the window that ends now, with those of open calls. */
  used(now: number, windowMs: number): number {
    const current = this.#times.findIndex((time) => time > now - windowMs);
    this.#times.splice(0, current < 0 ? this.#times.length : current);
    return this.#times.length + this.held;
  }

  /** Adds a write. Calls may end in another order than they began. */
  add(time: number): void {
    const later = this.#times.findLastIndex((other) => other <= time) + 1;
    this.#times.splice(later, 0, time);
  }
}

/** The logs of the sources that wrote last, by name. */
export class WriteLogs {
  readonly #byName = new Map<string, WriteLog>();
  /** Held writes of each call, by source. */
  readonly #held = new WeakMap<HookContext, Map<string, number>>();
  readonly #max: number;

  constructor(max: number) {
    this.#max = max;
  }

  get size(): number {
    return this.#byName.size;
  }

  /** Returns the log of a source, created if there is none. */
  of(name: string): WriteLog {
    const log = this.#byName.get(name) ?? new WriteLog();
    // Re-inserted, so that the first is the least recently used.
    this.#byName.delete(name);
    this.#byName.set(name, log);
    const [oldest] = this.#byName.keys();
    if (this.#byName.size > this.#max && oldest !== undefined) this.#byName.delete(oldest);
    return log;
  }

  /** Holds one write of a source for a call. */
  hold(name: string, call: HookContext): void {
    this.of(name).held += 1;
    const held = this.#held.get(call) ?? new Map<string, number>();
    held.set(name, (held.get(name) ?? 0) + 1);
    this.#held.set(call, held);
  }

  /** Turns a held write of a call into a committed one. */
  commit(name: string, call: HookContext): void {
    const log = this.of(name);
    const held = this.#held.get(call)?.get(name) ?? 0;
    if (held > 0) {
      this.#held.get(call)?.set(name, held - 1);
      log.held -= 1;
    }
    log.add(call.at.getTime());
  }

  /** Releases the held writes of a call that has ended. */
  release(call: HookContext): void {
    for (const [name, count] of this.#held.get(call) ?? []) {
      const log = this.#byName.get(name);
      if (log) log.held -= count;
    }
    this.#held.delete(call);
  }
}
