import type { EventOptions, MemoryEvents } from "@kioku/core";
import { notify } from "@kioku/core/toolkit";

import type { Guard } from "./guard.js";
import { seenPart } from "./seen-part.js";

/** What listens, and to what. */
export interface Listening<E extends keyof MemoryEvents> {
  readonly event: E;
  readonly handler: (payload: MemoryEvents[E]) => void;
}

/**
 * Listens to each layer of a view, and tells what may be seen of each event once. What reaches
 * below reaches below the first layer. A handler that returns a promise which rejects is written to
 * the log, as one that throws is.
 */
export function listen<E extends keyof MemoryEvents>(
  guard: Guard,
  { event, handler }: Listening<E>,
  options: EventOptions,
): void {
  const { memory, state } = guard;
  const { signal, release } = guard.combine(options.signal);
  // Layers may be views of one memory, which tells each of them of the same event.
  const told = new WeakSet<MemoryEvents[E]>();
  try {
    for (const [index, layer] of state.layersOf(memory).entries()) {
      const hear = (payload: MemoryEvents[E]): void => {
        const part = told.has(payload) ? undefined : seenPart<E>(payload, layer.maySee);
        if (part === undefined) return;
        told.add(payload);
        notify(
          () => handler(part),
          () => state.rules.onHandlerFailure(event),
        );
      };
      const reach = index === 0 ? options.reach : "here";
      layer.memory.on(event, hear, { ...options, reach, signal });
    }
  } catch (error) {
    release();
    throw error;
  }
}
