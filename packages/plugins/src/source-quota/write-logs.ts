import type { HookContext } from "@kioku/core";

import { WriteLog } from "./write-log.js";

/** The logs of all sources, by name; of those that wrote last only, so that it stays small. */
export class WriteLogs {
  readonly #byName = new Map<string, WriteLog>();
  /** How many writes of which source each call holds. */
  readonly #held = new WeakMap<HookContext, Map<string, number>>();
  readonly #max: number;

  constructor(max: number) {
    this.#max = max;
  }

  /** How many are kept. */
  get size(): number {
    return this.#byName.size;
  }

  /** That of one source, made if there is none. */
  of(name: string): WriteLog {
    const log = this.#byName.get(name) ?? new WriteLog();
    // Re-inserted, so that the first is the one that has been quiet for longest.
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

  /** Counts a write of a call, in place of one that is held for it. */
  commit(name: string, call: HookContext): void {
    const log = this.of(name);
    const held = this.#held.get(call)?.get(name) ?? 0;
    if (held > 0) {
      this.#held.get(call)?.set(name, held - 1);
      log.held -= 1;
    }
    log.add(call.at.getTime());
  }

  /** Gives back what is still held for a call that has ended: it was not written. */
  release(call: HookContext): void {
    for (const [name, count] of this.#held.get(call) ?? []) {
      const log = this.#byName.get(name);
      if (log) log.held -= count;
    }
    this.#held.delete(call);
  }
}
