type Texts = ReadonlyMap<string, string>;

/** Verdict on records. */
export interface Judgement {
  /**
   * Ids of records that are the same in every state that would be right, and were found otherwise.
   */
  readonly lost: readonly string[];
  /**
   * Ids of records that differ between these states, and were found as in the one and others as in
   * another, or as in none.
   */
  readonly torn: readonly string[];
}

/**
 * Returns the problems of a result that is none of the right states: the acknowledged one, and that
 * with more of the steps in progress.
 */
export function judgeTexts(found: Texts, states: readonly Texts[]): Judgement {
  if (states.some((state) => differing(state, found).length === 0)) return { lost: [], torn: [] };
  const [acknowledged = new Map<string, string>()] = states;
  const moving = new Set(states.flatMap((state) => differing(acknowledged, state)));
  const lost = differing(acknowledged, found).filter((id) => !moving.has(id));
  return { lost, torn: [...moving] };
}

/** Ids that have not the same text in both. */
export function differing(a: Texts, b: Texts): string[] {
  return [...new Set([...a.keys(), ...b.keys()])].filter((id) => a.get(id) !== b.get(id));
}
