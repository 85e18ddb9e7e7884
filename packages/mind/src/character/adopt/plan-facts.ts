import type { CallOptions, Memory, MemoryRecord, RememberInput } from "@kioku/core";

import { SELF } from "../../context/held-facts.js";
import { type HeldFact, toHeld } from "../../documents/read-facts.js";
import type { NewFact } from "../../model/fact.js";
import { KINDS } from "../../model/kinds.js";
import { factKey, type FactWriting, factToInput, ofSubject } from "../../records/fact-record.js";
import { objectOf, textOf, textsOf } from "../../records/json.js";
import { readPages } from "../../records/read-records.js";
import { CHARACTER } from "./card-record.js";
import type { CardSentence } from "./card-sentences.js";

/** Most passages that prove one fact. */
const MOST_EVIDENCE = 40;

/** A fact as it is to be written. */
export interface FactChange {
  readonly key: string;
  readonly fact: NewFact;
  /** False if it ends. */
  readonly isHeld: boolean;
  /** True if it did not hold before. */
  readonly isNew: boolean;
  /** Makes the input that a run writes. */
  readonly toInput: (run: string) => RememberInput;
}

/** Sentences of a card, the records of their keys, and the cards whose place it takes. */
interface Adopting {
  readonly sentences: readonly CardSentence[];
  readonly known: ReadonlyMap<string, MemoryRecord>;
  readonly card: MemoryRecord;
  readonly ended: readonly MemoryRecord[];
}

/** Plans the facts of a card, and the end of those that an earlier card alone proves. */
export async function planFacts(
  memory: Memory,
  { sentences, known, card, ended }: Adopting,
  options: CallOptions,
): Promise<readonly FactChange[]> {
  const old = new Set(ended.map(({ id }) => id));
  const changes = sentences.map((sentence) => {
    const record = known.get(factKey({ subject: SELF, text: sentence.text }));
    return toFact(sentence, { card, old, record });
  });
  const keys = new Set(changes.map(({ key }) => key));
  const facts = old.size === 0 ? [] : await readHeld(memory, options);
  const gone = facts.filter(({ fact }) => {
    return !keys.has(fact.key) && fact.evidence.some(({ source }) => old.has(source));
  });
  return [...changes, ...gone.map((one) => withoutCards(one, old, card.updatedAt))];
}

async function readHeld(memory: Memory, options: CallOptions): Promise<readonly HeldFact[]> {
  const query = { kinds: [KINDS.fact], includeArchived: true, filter: ofSubject(SELF) };
  const facts: HeldFact[] = [];
  for await (const page of readPages(memory, query, options)) facts.push(...page.flatMap(toHeld));
  return facts.filter(({ fact }) => fact.validTo === undefined);
}

function toFact(
  sentence: CardSentence,
  given: {
    readonly card: MemoryRecord;
    readonly old: ReadonlySet<string>;
    readonly record: MemoryRecord | undefined;
  },
): FactChange {
  const { card, old, record } = given;
  const before = record && toHeld(record)[0]?.fact;
  const isKnown = before !== undefined && before.validTo === undefined;
  const others = (isKnown ? before.evidence : []).filter(({ source }) => {
    return source !== card.id && !old.has(source);
  });
  const evidence = [{ source: card.id, quote: sentence.text }, ...others].slice(0, MOST_EVIDENCE);
  const made = { by: CHARACTER, occurredAt: card.updatedAt, subject: SELF, ...sentence };
  // A sentence that was said in a talk, too, stays what it is.
  const fact: NewFact = { ...(isKnown && others.length > 0 ? before : made), evidence };
  const writing = { reason: "character card", ifVersion: record?.version ?? 0 };
  return changeOf(fact, { ...writing, replaces: replacedBy(record) }, !isKnown);
}

/** Takes cards from the sources of a fact, which ends if it has no others. */
function withoutCards({ fact, record }: HeldFact, old: ReadonlySet<string>, now: Date): FactChange {
  const rest = fact.evidence.filter(({ source }) => !old.has(source));
  const reason = textOf(objectOf(record.metadata["mind"])["reason"], "");
  const writing = { reason, ifVersion: fact.version, replaces: replacedBy(record) };
  if (rest.length > 0) return changeOf({ ...fact, evidence: rest }, writing, false);
  const validTo = new Date(Math.max(now.getTime(), fact.occurredAt.getTime() + 1));
  return changeOf(fact, { ...writing, validTo, ended: "superseded" }, false);
}

function replacedBy(record: MemoryRecord | undefined): readonly string[] {
  return textsOf(objectOf(record?.metadata["mind"])["replaces"]);
}

function changeOf(fact: NewFact, writing: Omit<FactWriting, "run">, isNew: boolean): FactChange {
  const isHeld = writing.validTo === undefined;
  const toInput = (run: string): RememberInput => factToInput(fact, { ...writing, run });
  return { key: factKey(fact), fact, isHeld, isNew, toInput };
}
