import { MemoryError } from "@kioku/core";
import type { MemoryStore, TextModel } from "@kioku/core";
import { STORE_METHODS } from "@kioku/core/toolkit";
import type { BlobStore } from "@kioku/mind/images";

/** End of a call: nothing goes on before it or after it, or it fails and life goes on. */
export type CallEnd = "before" | "after" | "throw";

/** A life that ends, or fails, at a call of its store, its files or its model. */
export class EndedLife {
  /** Resolves when it has ended; never after a call that only fails. */
  readonly ended: Promise<void>;
  readonly #end: () => void;
  readonly #lastCall: number;
  readonly #how: CallEnd;
  #calls = 0;

  constructor(lastCall: number, how: CallEnd) {
    const { promise, resolve } = Promise.withResolvers<void>();
    this.ended = promise;
    this.#end = resolve;
    this.#lastCall = lastCall;
    this.#how = how;
  }

  /** Returns a store whose calls are those of this life. */
  store(inner: MemoryStore): MemoryStore {
    const names = ["write", "get", "list", "search", ...Object.values(STORE_METHODS).flat()];
    return this.#watched(inner, new Set<string | symbol>(names));
  }

  /** Returns files whose calls are those of this life. */
  blobs(inner: BlobStore): BlobStore {
    return this.#watched(inner, new Set<string | symbol>(["put", "get", "delete"]));
  }

  /** Returns a model whose calls are those of this life. */
  model(inner: TextModel): TextModel {
    return { ...inner, generate: async (...given) => this.#live(() => inner.generate(...given)) };
  }

  #watched<T extends object>(inner: T, names: ReadonlySet<string | symbol>): T {
    return new Proxy(inner, {
      get: (target, name): unknown => {
        const value: unknown = Reflect.get(target, name, target);
        if (typeof value !== "function") return value;
        const call = (given: readonly unknown[]): unknown => Reflect.apply(value, target, given);
        if (!names.has(name)) return (...given: unknown[]) => call(given);
        return async (...given: unknown[]) => this.#live(async () => call(given));
      },
    });
  }

  async #live<T>(call: () => Promise<T>): Promise<T> {
    this.#calls += 1;
    if (this.#calls < this.#lastCall) return call();
    if (this.#how === "throw") {
      if (this.#calls > this.#lastCall) return call();
      throw new MemoryError("store-failed", "this call fails as planned");
    }
    if (this.#calls === this.#lastCall && this.#how === "after") await call();
    this.#end();
    // Nothing runs in a process that is gone.
    return new Promise<never>(() => undefined);
  }
}
