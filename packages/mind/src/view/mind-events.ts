import type { EventOptions, Logger, Reach, Scope } from "@kioku/core";
import { checkCallOptions, checkFunction, checkOneOf, isWithin, notify } from "@kioku/core/toolkit";

import type { MindEvents } from "../api/mind.js";
import type { OwnMindEvent } from "../model/mind-host.js";

/** Names of the mind's own events. */
export const OWN_EVENTS: readonly OwnMindEvent[] = [
  "consolidated",
  "consolidation-failed",
  "reminder",
];

interface Listener {
  readonly event: OwnMindEvent;
  readonly scope: Scope;
  readonly reach: Reach;
  readonly handle: (payload: never) => unknown;
}

/** Passes the mind's own events to the handlers of their scope. */
export class MindEventHub {
  readonly #listeners = new Set<Listener>();
  readonly #logger: Logger;

  constructor(logger: Logger) {
    this.#logger = logger;
  }

  /** Calls a handler after each event until the signal aborts. */
  listen(given: Omit<Listener, "reach">, options: EventOptions): void {
    checkFunction(given.handle, "handler");
    checkCallOptions(options, ["reach"]);
    const { signal, reach: wanted = "here" } = options;
    const reach = checkOneOf(wanted, "options.reach", ["here", "below"]);
    if (signal?.aborted === true) return;
    const listener = { ...given, reach };
    this.#listeners.add(listener);
    signal?.addEventListener("abort", () => this.#listeners.delete(listener), { once: true });
  }

  /** Calls the handlers and waits for none; errors are logged. */
  emit<E extends OwnMindEvent>(event: E, payload: MindEvents[E]): void {
    for (const listener of this.#listeners) {
      if (!isFor(listener, event, payload.scope)) continue;
      notify(
        () => (listener.handle as (payload: MindEvents[E]) => unknown)(payload),
        (error) => this.#logger.error(`a handler of "${event}" threw`, { error }),
      );
    }
  }

  /** Tests if an event of a scope has a handler. */
  hears(event: OwnMindEvent, scope: Scope): boolean {
    return [...this.#listeners].some((listener) => isFor(listener, event, scope));
  }

  /** Removes all handlers. */
  clear(): void {
    this.#listeners.clear();
  }
}

function isFor(listener: Listener, event: OwnMindEvent, scope: Scope): boolean {
  if (listener.event !== event || !isWithin(scope, listener.scope)) return false;
  return listener.reach === "below" || scope.length === listener.scope.length;
}
