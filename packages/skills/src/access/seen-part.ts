import type { MemoryEvents, RecalledMemory, Scope } from "@kioku/core";

/**
 * What may be seen of an event: nothing of a scope that is not granted, an answer without what is
 * from others, and nothing of an erasure that went beyond, since its counts cannot be told apart.
 */
export function seenPart<E extends keyof MemoryEvents>(
  payload: MemoryEvents[E],
  maySee: (scope: Scope) => boolean,
): MemoryEvents[E] | undefined {
  if (!maySee(payload.scope)) return undefined;
  if ("results" in payload) {
    const results = seenOf(payload.results, maySee);
    return results === payload.results ? payload : { ...payload, results };
  }
  return !("report" in payload) || isSeen(payload.report, maySee) ? payload : undefined;
}

function isSeen(
  { records, derived }: MemoryEvents["erased"]["report"],
  maySee: (scope: Scope) => boolean,
): boolean {
  return [...records, ...derived].every(({ scope }) => maySee(scope));
}

function seenOf(
  results: readonly RecalledMemory[],
  maySee: (scope: Scope) => boolean,
): readonly RecalledMemory[] {
  const all = results.flatMap(({ scope, neighbours }) => [
    scope,
    ...(neighbours ? [...neighbours.before, ...neighbours.after].map((one) => one.scope) : []),
  ]);
  if (all.every((scope) => maySee(scope))) return results;
  return results.flatMap((memory) => {
    if (!maySee(memory.scope)) return [];
    if (!memory.neighbours) return [memory];
    const [before, after] = [memory.neighbours.before, memory.neighbours.after].map((records) =>
      records.filter((record) => maySee(record.scope)),
    );
    return [{ ...memory, neighbours: { before: before ?? [], after: after ?? [] } }];
  });
}
