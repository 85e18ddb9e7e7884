import type { EventOptions, MemoryEvents } from "../api/events.js";
import type { MemoryError } from "../errors/memory-error.js";
import { notify } from "../internal/async/notify.js";
import type { Logger } from "../model/call-options.js";
import { isWithin, type Scope } from "../model/scope.js";

interface Listener {
  readonly event: keyof MemoryEvents;
  readonly scope: Scope;
  readonly below: boolean;
  readonly handle: (payload: never) => void;
}

/** Passes events to the listeners of their scope. */
export class EventHub {
  readonly #listeners = new Set<Listener>();
  readonly #logger: Logger;

  constructor(logger: Logger) {
    this.#logger = logger;
  }

  listen<E extends keyof MemoryEvents>(
    event: E,
    scope: Scope,
    given: EventOptions & { readonly handler: (payload: MemoryEvents[E]) => void },
  ): void {
    const { handler, signal, reach } = given;
    if (signal?.aborted) return;
    const listener: Listener = { event, scope, below: reach === "below", handle: handler };
    this.#listeners.add(listener);
    signal?.addEventListener("abort", () => this.#listeners.delete(listener), { once: true });
  }

  /** Calls the listeners of an event and waits for none; errors are logged. */
  emit<E extends keyof MemoryEvents>(event: E, payload: MemoryEvents[E]): void {
    for (const listener of this.#listeners) {
      if (listener.event !== event || !isWithin(payload.scope, listener.scope)) continue;
      if (!listener.below && payload.scope.length > listener.scope.length) continue;
      const handle = listener.handle as (payload: MemoryEvents[E]) => unknown;
      const fail = (error: unknown): void =>
        this.#logger.error(`a handler of "${event}" threw`, { error });
      notify(() => handle(payload), fail);
    }
  }

  /** Emits that a call goes on without what failed. */
  degrade(cause: MemoryError, about: Pick<MemoryEvents["degraded"], "scope" | "during">): void {
    this.emit("degraded", { ...about, reason: cause.message, cause });
  }

  clear(): void {
    this.#listeners.clear();
  }
}
