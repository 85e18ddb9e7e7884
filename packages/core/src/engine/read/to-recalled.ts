import type { OmittedMemory, Recalled, RecalledMemory, RecallNotice } from "../../api/queries.js";

/** Most memories that an answer names as left out. */
export const MOST_OMITTED = 20;

/** Notice of a recall that found no candidate. */
export const NO_MATCH: RecallNotice = { code: "no-match", text: "Nothing is stored about this." };
/** Notice of a recall none of whose candidates was good enough. */
export const NOT_RELEVANT: RecallNotice = {
  code: "not-relevant",
  text: "Nothing that is stored is relevant to this.",
};

/** Makes an answer of a list. Its members are not enumerable, so that it equals a plain list. */
export function toRecalled(
  memories: readonly RecalledMemory[],
  { notice, omitted }: { readonly [Name in "notice" | "omitted"]?: Recalled[Name] | undefined },
): Recalled {
  const best = omitted?.toSorted((a, b) => b.memory.score - a.memory.score);
  return Object.defineProperties([...memories], {
    ...(notice && memories.length === 0 ? { notice: { value: notice } } : {}),
    ...(best ? { omitted: { value: best.slice(0, MOST_OMITTED) } } : {}),
  });
}

/** Lists the memories that are not in an answer, each with the reason. */
export function leftOut(
  memories: readonly RecalledMemory[],
  shown: readonly RecalledMemory[],
  reasonOf: (memory: RecalledMemory) => OmittedMemory["reason"],
): readonly OmittedMemory[] {
  const isShown = new Set(shown);
  return memories.flatMap((memory) =>
    isShown.has(memory) ? [] : { memory, reason: reasonOf(memory) },
  );
}
