import type { MemoryRecord } from "@kioku/core";

import { normalizeSentence } from "../model/claim-hash.js";
import { recordToEpisode, type SummarySentence } from "../records/episode-record.js";

/** Words that are left of a sentence once its facts are taken out. */
const JOINTS =
  /^(?:\s|and|but|so|because|also|since|while|then|too|而且|但是|所以|因为|不过|然后|但|和|也|了)*$/u;

/** Parts of a context that are decided already. */
export interface Shown {
  /** Facts and episodes. */
  readonly stable: readonly MemoryRecord[];
  /** Ids that are shown in another form, or were told before. */
  readonly ids: readonly string[];
}

/**
 * Leaves out what the stable parts say, so that these stay byte for byte, and episodes that say
 * nothing beyond what is shown.
 */
export function withoutRepeats<R extends MemoryRecord>(
  recalled: readonly R[],
  { stable, ids }: Shown,
): readonly R[] {
  const said = new Set(stable.flatMap(({ content }) => content.split("\n").map(normalizeSentence)));
  const told = new Set(ids);
  const fresh = recalled.filter(
    ({ id, content }) => !told.has(id) && !said.has(normalizeSentence(content)),
  );
  const shown = new Set([...told, ...fresh.map(({ id }) => id)]);
  const isShown = ({ text, evidence }: SummarySentence): boolean =>
    evidence.every(({ source }) => shown.has(source)) || JOINTS.test(restOf(text, said));
  return fresh.filter((record) => {
    const { summary = [] } = recordToEpisode(record) ?? {};
    const there = summary.filter(({ text }) => record.content.includes(text));
    return there.length === 0 || !there.every(isShown);
  });
}

/** Returns what is left of a sentence without what is said already. */
function restOf(text: string, said: ReadonlySet<string>): string {
  let rest = normalizeSentence(text);
  for (const one of said) if (one !== "") rest = rest.replaceAll(one, " ");
  return rest;
}
