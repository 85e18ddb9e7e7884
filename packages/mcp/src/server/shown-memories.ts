import type { Memory } from "@kioku/core";
import { LruMap, MOST_UNTRUSTED, scopeToPath, stateOf } from "@kioku/core/toolkit";
import {
  createTrustJudge,
  judgeTrust,
  lowerVerdict,
  readBefore,
  readMemory,
  type ReadText,
  type ToolAnswer,
  type TrustVerdict,
} from "@kioku/tools";

/** Most scopes whose shown memories a process knows. */
const MAX_SCOPES = 1_000;
/** Most untrusted memories that it knows of a scope, and most characters of all of them. */
const MAX_MEMORIES = 200;
const MAX_LENGTH = 400_000;
/** Most characters of one memory. */
const MAX_TEXT = 10_000;

/** Circumstances of a write. */
interface Writing {
  /** Memories that it replaces. */
  readonly replaced: readonly ReadText[];
  /** Highest trust of any text. */
  readonly trust: number;
}

/**
 * The untrusted memories that this process has shown of one scope. What repeats them is not
 * trusted, whichever connection or request writes it.
 */
export class ShownMemories {
  /** The texts that were shown last. */
  #texts: readonly ReadText[] = [];
  #judge: ((written: string) => TrustVerdict) | undefined;

  /** Adds the untrusted memories of an answer. */
  add({ text, memories, trust = MOST_UNTRUSTED }: ToolAnswer): void {
    const shown = memories?.map((one) => readMemory(one)) ?? [{ text, trust }];
    const untrusted = shown
      .filter((one) => one.trust !== undefined && one.trust <= MOST_UNTRUSTED)
      // Of a long one any passage may have been shown: that is in the text of the answer.
      .map((one) => (one.text.length <= MAX_TEXT ? one : { ...one, text: passagesOf(one, text) }))
      .map(readBefore);
    if (untrusted.length === 0) return;
    const added = new Set(untrusted.map(({ text: own }) => own));
    const earlier = this.#texts.filter(({ text: own }) => !added.has(own));
    if (earlier.length + added.size !== this.#texts.length) this.#judge = undefined;
    this.#texts = lastOf([...earlier, ...untrusted]);
  }

  /** Returns the trust of a text that a model writes. */
  judge(written: string, { replaced, trust }: Writing): TrustVerdict {
    this.#judge ??= createTrustJudge(this.#texts);
    const verdict = lowerVerdict(this.#judge(written), judgeTrust(written, replaced));
    return { ...verdict, trust: Math.min(verdict.trust, trust) };
  }
}

function passagesOf({ text }: ReadText, shown: string): string {
  return `${text.slice(0, MAX_TEXT)}\n${shown.slice(0, MAX_TEXT)}`;
}

/** Returns the last texts within the limits. */
function lastOf(texts: readonly ReadText[]): readonly ReadText[] {
  const kept: ReadText[] = [];
  let length = 0;
  for (const one of texts.toReversed()) {
    length += one.text.length;
    if (kept.length === MAX_MEMORIES || length > MAX_LENGTH) break;
    kept.push(one);
  }
  return kept.toReversed();
}

/** Returns what this process has shown of the scope of a memory. */
export function shownMemories(memory: Memory): ShownMemories {
  const scopes = stateOf(
    memory,
    "@kioku/mcp/shown",
    () => new LruMap<string, ShownMemories>({ maxEntries: MAX_SCOPES }),
  );
  const path = scopeToPath(memory.scopePath);
  const known = scopes.get(path);
  if (known) return known;
  const fresh = new ShownMemories();
  scopes.set(path, fresh);
  return fresh;
}
