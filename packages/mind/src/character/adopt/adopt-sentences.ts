import {
  MemoryError,
  type Memory,
  type MemoryRecord,
  type RememberInput,
  type WriteOptions,
} from "@kioku/core";
import { hashText } from "@kioku/core/toolkit";

import { SELF } from "../../context/held-facts.js";
import { claimHash } from "../../model/claim-hash.js";
import { KEYS, KINDS } from "../../model/kinds.js";
import { factKey } from "../../records/fact-record.js";
import { listByPrefix, readByKeys } from "../../records/read-records.js";
import { stateInput } from "../../records/state-record.js";
import { Claims } from "../../run/claims.js";
import { SubjectFacts } from "../../run/subject-facts.js";
import type { Adoption, OmittedSentence } from "../model/adoption.js";
import {
  type AdoptedCard,
  cardInput,
  CHARACTER,
  endedInput,
  NEVER,
  PREFIX,
} from "./card-record.js";
import { type CardSentence, type CardText, readSentences } from "./card-sentences.js";
import { type FactChange, planFacts } from "./plan-facts.js";

/** Makes the sentences of a card facts of the assistant, and ends those of the card before. */
export async function adoptSentences(
  memory: Memory,
  adopted: AdoptedCard & { readonly isAgain: boolean },
  options: WriteOptions,
): Promise<Omit<Adoption, "lore">> {
  const { signal } = options;
  const read = readSentences(adopted.card, adopted.user);
  const key = `${PREFIX}${hashText("mind-character", read.content).slice(0, 32)}`;
  const cards = await listByPrefix(memory, PREFIX, { signal });
  const held = cards.filter(({ kind, validTo }) => kind === CHARACTER && validTo === undefined);
  const before = cards.find((one) => one.key === key);
  const input = cardInput(adopted, { key, content: read.content });
  if (before && held.length === 1 && held.includes(before)) {
    return { status: "unchanged", card: before, sentences: 0, ended: 0, omitted: [] };
  }
  // Written first: facts name the id of their source. Once is enough for all who adopt it now.
  const ifVersion = before?.version ?? 0;
  const isWritten = adopted.isAgain && before?.validTo?.getTime() === NEVER.validTo.getTime();
  const card = isWritten
    ? before
    : await writeCard(memory, { ...input, ...NEVER, ifVersion }, options);
  const { sentences, omitted } = await choose(memory, { card, read }, options);
  const known = await readByKeys(memory, sentences.map(keyOf), { signal });
  const ended = held.filter((one) => one.key !== key);
  const changes = await planFacts(memory, { sentences, known, card, ended }, { signal });
  const run = crypto.randomUUID();
  const inputs = [
    ...changes.map(({ toInput }) => toInput(run)),
    { ...input, validFrom: card.updatedAt, ifVersion: card.version },
    ...ended.map((one) => endedInput(one, card.updatedAt)),
  ];
  const subjects = await noteSubjects(memory, changes, options);
  const receipts = await memory.rememberAll(
    [...inputs, ...subjects, runInput(run, inputs)],
    options,
  );
  const own = receipts[changes.length];
  if (!own || own.status === "rejected") throw rejected(own?.by);
  const refused = changes.flatMap(({ fact: { text }, isHeld }, index): OmittedSentence[] =>
    isHeld && receipts[index]?.status === "rejected" ? [{ text, reason: "plugin" }] : [],
  );
  return {
    status: "adopted",
    card: own.record,
    run,
    sentences: sentences.length - refused.length,
    ended: changes.filter(({ isHeld }) => !isHeld).length,
    omitted: [...omitted, ...refused],
  };
}

async function writeCard(
  memory: Memory,
  input: RememberInput,
  options: WriteOptions,
): Promise<MemoryRecord> {
  const receipt = await memory.remember(input, options);
  if (receipt.status === "rejected") throw rejected(receipt.by);
  return receipt.record;
}

function rejected(by = "a plugin"): MemoryError {
  return new MemoryError("rejected-by-plugin", `character card was rejected by ${by}`);
}

function hashOf({ text }: CardSentence): string {
  return claimHash(SELF, text);
}

function keyOf({ text }: CardSentence): string {
  return factKey({ subject: SELF, text });
}

/** Leaves out sentences that were forgotten, and those that a plugin has changed in the card. */
async function choose(
  memory: Memory,
  { card, read }: { readonly card: MemoryRecord; readonly read: CardText },
  { signal }: WriteOptions,
): Promise<Omit<CardText, "content">> {
  const claims = await Claims.read(memory, read.sentences.map(hashOf), { signal });
  const omitted: OmittedSentence[] = [...read.omitted];
  const sentences = read.sentences.filter((sentence) => {
    const { text } = sentence;
    if (claims.isForgotten(hashOf(sentence))) omitted.push({ text, reason: "forgotten" });
    else if (!card.content.includes(text)) omitted.push({ text, reason: "plugin" });
    else return true;
    return false;
  });
  return { sentences, omitted };
}

/** Notes the facts; the first sentences count as the newest, which contexts show. */
async function noteSubjects(
  memory: Memory,
  changes: readonly FactChange[],
  { signal }: WriteOptions,
): Promise<readonly RememberInput[]> {
  const subjects = await SubjectFacts.read(memory, [SELF], { signal });
  for (const { fact, key, isHeld, isNew } of changes.toReversed()) {
    if (isHeld) subjects.add(fact, key, isNew);
    else subjects.remove(fact, key);
  }
  return subjects.toInputs();
}

/** Makes the record that `undo` reads. */
function runInput(run: string, inputs: readonly RememberInput[]): RememberInput {
  const changes = inputs.map(({ key = "", ifVersion = 0 }) => ({ key, before: ifVersion }));
  const value = { trigger: CHARACTER, turns: 0, changes };
  return stateInput(KEYS.run(run, 1), value, { ifVersion: 0, kind: KINDS.run });
}
