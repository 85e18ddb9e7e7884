import type { MemoryStore, TextModel } from "@kioku/core";
import { STORE_METHODS } from "@kioku/core/toolkit";
import type { WriteResult } from "@kioku/core/toolkit";

/** End of a life in the middle of a call: before it, after it, or a pause that others outrun. */
export type Ending = "before" | "after" | "stall";

/** A life that ends at a call of its store or its model, as if its process had been killed. */
export class Life {
  /** Resolves when it has ended. A life that only stalls ends, too, and goes on with `resume`. */
  readonly ended: Promise<void>;
  readonly #end: () => void;
  readonly #resumed: PromiseWithResolvers<void> = Promise.withResolvers<void>();
  readonly #lastCall: number;
  readonly #ending: Ending;
  #calls = 0;

  constructor(lastCall: number, ending: Ending) {
    const { promise, resolve } = Promise.withResolvers<void>();
    this.ended = promise;
    this.#end = resolve;
    this.#lastCall = lastCall;
    this.#ending = ending;
  }

  /** Number of calls so far. */
  get calls(): number {
    return this.#calls;
  }

  /** Lets a life that has stalled go on. */
  resume(): void {
    this.#resumed.resolve();
  }

  /** Returns a store whose calls are those of this life. `divides`: writes are no transactions. */
  store(inner: MemoryStore, { divides }: { readonly divides: boolean }): MemoryStore {
    const named = Object.values(STORE_METHODS).flat();
    const methods = new Set<string | symbol>(["write", "get", "list", "search", ...named]);
    return new Proxy(inner, {
      get: (target, name): unknown => {
        const value: unknown = Reflect.get(target, name, target);
        if (typeof value !== "function") return value;
        const call = (given: readonly unknown[]): unknown => Reflect.apply(value, target, given);
        if (!methods.has(name)) return (...given: unknown[]) => call(given);
        if (name === "write" && divides) return this.#divided(inner);
        return async (...given: unknown[]) => this.#live(async () => call(given));
      },
    });
  }

  /** Returns a model whose calls are those of this life. */
  model(inner: TextModel): TextModel {
    return { ...inner, generate: async (...given) => this.#live(() => inner.generate(...given)) };
  }

  #divided(inner: MemoryStore): MemoryStore["write"] {
    return async (ops, options) => {
      const results: WriteResult[] = [];
      for (const op of ops) {
        results.push(...(await this.#live(async () => inner.write([op], options))));
      }
      return results;
    };
  }

  async #live<T>(call: () => Promise<T>): Promise<T> {
    this.#calls += 1;
    const isOver = this.#calls > this.#lastCall;
    if (this.#calls < this.#lastCall || (isOver && this.#ending === "stall")) return call();
    if (this.#ending === "stall") {
      this.#end();
      await this.#resumed.promise;
      return call();
    }
    if (!isOver && this.#ending === "after") await call();
    this.#end();
    // Nothing runs in a process that is gone.
    return new Promise<never>(() => undefined);
  }
}
