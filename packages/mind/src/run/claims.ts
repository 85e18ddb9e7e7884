import type { CallOptions, Memory, MemoryRecord, RememberInput } from "@kioku/core";

import { claimHash } from "../model/claim-hash.js";
import { KEYS } from "../model/kinds.js";
import type { Turn } from "../model/turn.js";
import { objectOf, textsOf } from "../records/json.js";
import { readByKeys } from "../records/read-records.js";
import { stateInput } from "../records/state-record.js";
import { sentencesAt, splitSentences } from "../text/sentences.js";

/** Most facts that a claim names. */
const MOST_FACTS = 8;

/** A sentence of which facts were made. */
interface Claim {
  readonly version: number;
  readonly facts: readonly string[];
  readonly isRefused: boolean;
}

/** Claims of sentences, as they are stored and as a batch changes them. */
export class Claims {
  readonly #claims: Map<string, Claim>;
  readonly #forgotten: ReadonlySet<string>;
  readonly #changed = new Set<string>();

  private constructor(claims: Map<string, Claim>, forgotten: ReadonlySet<string>) {
    this.#claims = claims;
    this.#forgotten = forgotten;
  }

  /** Reads the claims of hashes, and if the facts that they name are still there. */
  static async read(
    memory: Memory,
    hashes: Iterable<string>,
    options: CallOptions,
  ): Promise<Claims> {
    const wanted = [...new Set(hashes)];
    const records = await readByKeys(memory, wanted.map(KEYS.claim), options);
    const claims = new Map<string, Claim>();
    for (const hash of wanted) {
      const record = records.get(KEYS.claim(hash));
      if (record) claims.set(hash, readClaim(record));
    }
    const keys = [...claims.values()].flatMap(({ facts }) => facts);
    const facts = await readByKeys(memory, keys, options);
    const isGone = (key: string): boolean => {
      const record = facts.get(key);
      const ended = objectOf(record?.metadata["mind"])["ended"];
      return record === undefined || ended === "retracted" || ended === "undone";
    };
    const forgotten = [...claims].flatMap(([hash, claim]) =>
      claim.isRefused || claim.facts.some(isGone) ? hash : [],
    );
    return new Claims(claims, new Set(forgotten));
  }

  /** Tests if nothing may be made of a sentence any more. */
  isForgotten(hash: string): boolean {
    return this.#forgotten.has(hash);
  }

  /** Notes that a fact was made of a sentence, whose claim was read before. */
  add(hash: string, fact: string): void {
    const claim = this.#claims.get(hash) ?? { version: 0, facts: [], isRefused: false };
    if (claim.facts.includes(fact) || claim.facts.length >= MOST_FACTS) return;
    this.#claims.set(hash, { ...claim, facts: [...claim.facts, fact] });
    this.#changed.add(hash);
  }

  /** Makes the inputs that write the claims that are new. */
  toInputs(): readonly RememberInput[] {
    return [...this.#changed].flatMap((hash) => {
      const claim = this.#claims.get(hash);
      if (!claim) return [];
      return stateInput(KEYS.claim(hash), { facts: claim.facts }, { ifVersion: claim.version });
    });
  }
}

/** Returns the hashes of all sentences of a turn. */
export function claimsOf({ subject, text }: Turn): readonly string[] {
  return splitSentences(text).map((sentence) => claimHash(subject, sentence));
}

/** Returns the hashes of the sentences that a quote touches. */
export function claimsAround({ subject, text }: Turn, quote: string): readonly string[] {
  const start = text.indexOf(quote);
  const touched = start < 0 ? [] : sentencesAt(text, { start, end: start + quote.length });
  return (touched.length === 0 ? [quote] : touched).map((one) => claimHash(subject, one));
}

function readClaim({ version, value }: MemoryRecord): Claim {
  const { facts, refused } = objectOf(value);
  return { version, facts: textsOf(facts), isRefused: refused === true };
}
