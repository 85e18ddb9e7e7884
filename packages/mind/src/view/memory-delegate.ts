import type {
  EventOptions,
  JsonValue,
  Key,
  Memory,
  MemoryEvents,
  MemoryRecord,
  ReadOptions,
  Scope,
  SetOptions,
} from "@kioku/core";

/** A memory whose verbs are those of another one. Subclasses change some of them. */
export abstract class MemoryDelegate implements Memory {
  /** The other one. May throw, so that each call rejects. */
  protected abstract readonly inner: Memory;
  abstract readonly scopePath: Scope;

  abstract scope(...path: readonly [string, ...string[]]): Memory;

  async remember(...call: Parameters<Memory["remember"]>): ReturnType<Memory["remember"]> {
    return this.inner.remember(...call);
  }

  async rememberAll(...call: Parameters<Memory["rememberAll"]>): ReturnType<Memory["rememberAll"]> {
    return this.inner.rememberAll(...call);
  }

  async recall(...call: Parameters<Memory["recall"]>): ReturnType<Memory["recall"]> {
    return this.inner.recall(...call);
  }

  async context(...call: Parameters<Memory["context"]>): ReturnType<Memory["context"]> {
    return this.inner.context(...call);
  }

  set<T extends JsonValue>(
    key: Key<T>,
    value: NoInfer<T>,
    options?: SetOptions,
  ): Promise<MemoryRecord>;
  set(key: string, value: JsonValue, options?: SetOptions): Promise<MemoryRecord>;
  async set(
    key: string | Key<JsonValue>,
    value: JsonValue,
    options: SetOptions = {},
  ): Promise<MemoryRecord> {
    const { inner } = this;
    return typeof key === "string"
      ? inner.set(key, value, options)
      : inner.set(key, value, options);
  }

  get<T extends JsonValue>(key: Key<T>, options?: ReadOptions): Promise<T | undefined>;
  get(key: string, options?: ReadOptions): Promise<JsonValue | undefined>;
  async get(
    key: string | Key<JsonValue>,
    options: ReadOptions = {},
  ): Promise<JsonValue | undefined> {
    const { inner } = this;
    return typeof key === "string" ? inner.get(key, options) : inner.get(key, options);
  }

  async read(...call: Parameters<Memory["read"]>): ReturnType<Memory["read"]> {
    return this.inner.read(...call);
  }

  async update(...call: Parameters<Memory["update"]>): ReturnType<Memory["update"]> {
    return this.inner.update(...call);
  }

  async forget(...call: Parameters<Memory["forget"]>): ReturnType<Memory["forget"]> {
    return this.inner.forget(...call);
  }

  async erase(...call: Parameters<Memory["erase"]>): ReturnType<Memory["erase"]> {
    return this.inner.erase(...call);
  }

  async markUsed(...call: Parameters<Memory["markUsed"]>): ReturnType<Memory["markUsed"]> {
    return this.inner.markUsed(...call);
  }

  async surface(...call: Parameters<Memory["surface"]>): ReturnType<Memory["surface"]> {
    return this.inner.surface(...call);
  }

  async list(...call: Parameters<Memory["list"]>): ReturnType<Memory["list"]> {
    return this.inner.list(...call);
  }

  async history(...call: Parameters<Memory["history"]>): ReturnType<Memory["history"]> {
    return this.inner.history(...call);
  }

  async scopes(...call: Parameters<Memory["scopes"]>): ReturnType<Memory["scopes"]> {
    return this.inner.scopes(...call);
  }

  export(...call: Parameters<Memory["export"]>): ReturnType<Memory["export"]> {
    return this.inner.export(...call);
  }

  async import(...call: Parameters<Memory["import"]>): ReturnType<Memory["import"]> {
    return this.inner.import(...call);
  }

  on<E extends keyof MemoryEvents>(
    event: E,
    handler: (payload: MemoryEvents[E]) => void,
    options?: EventOptions,
  ): void {
    this.inner.on(event, handler, options);
  }
}
