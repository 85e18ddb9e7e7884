import type { EventOptions, MemoryEvents, RecalledMemory, Scope } from "@kioku/core";
import { notify } from "@kioku/core/toolkit";

import type { Guard } from "./guard.js";

/** Listens to each layer of a view, and delivers the visible part of each event once. */
export function listen<E extends keyof MemoryEvents>(
  guard: Guard,
  { event, handler }: { readonly event: E; readonly handler: (payload: MemoryEvents[E]) => void },
  options: EventOptions,
): void {
  const { memory, state } = guard;
  const { signal, release } = guard.combine(options.signal);
  // Layers may be views of one memory, which gives each of them the same event.
  const delivered = new WeakSet<MemoryEvents[E]>();
  try {
    for (const [index, layer] of state.layersOf(memory).entries()) {
      const take = (payload: MemoryEvents[E]): void => {
        if (delivered.has(payload)) return;
        const visible = visibleEvent<E>(payload, layer.isVisible);
        if (visible === undefined) return;
        delivered.add(payload);
        notify(
          () => handler(visible),
          () => state.rules.onHandlerFailure(event),
        );
      };
      const reach = index === 0 ? options.reach : "here";
      layer.memory.on(event, take, { ...options, reach, signal });
    }
  } catch (error) {
    release();
    throw error;
  }
}

/** Returns the visible part of an event: nothing of an erasure that reached beyond. */
function visibleEvent<E extends keyof MemoryEvents>(
  payload: MemoryEvents[E],
  isVisible: (scope: Scope) => boolean,
): MemoryEvents[E] | undefined {
  if (!isVisible(payload.scope)) return undefined;
  if ("results" in payload) {
    const results = visibleResults(payload.results, isVisible);
    return results === payload.results ? payload : { ...payload, results };
  }
  return !("report" in payload) || isReportVisible(payload.report, isVisible) ? payload : undefined;
}

function isReportVisible(
  { records, derived }: MemoryEvents["erased"]["report"],
  isVisible: (scope: Scope) => boolean,
): boolean {
  return [...records, ...derived].every(({ scope }) => isVisible(scope));
}

function visibleResults(
  results: readonly RecalledMemory[],
  isVisible: (scope: Scope) => boolean,
): readonly RecalledMemory[] {
  const all = results.flatMap(({ scope, neighbours }) => [
    scope,
    ...(neighbours ? [...neighbours.before, ...neighbours.after].map((one) => one.scope) : []),
  ]);
  if (all.every((scope) => isVisible(scope))) return results;
  return results.flatMap((memory) => {
    if (!isVisible(memory.scope)) return [];
    if (!memory.neighbours) return [memory];
    const [before, after] = [memory.neighbours.before, memory.neighbours.after].map((records) =>
      records.filter((record) => isVisible(record.scope)),
    );
    return [{ ...memory, neighbours: { before: before ?? [], after: after ?? [] } }];
  });
}
