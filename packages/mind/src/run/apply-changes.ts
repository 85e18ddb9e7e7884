import type { CallOptions, MemoryRecord } from "@kioku/core";

import type { Refusal } from "../api/runs.js";
import type { Batch } from "../model/batch.js";
import { claimHash } from "../model/claim-hash.js";
import type { NewFact } from "../model/fact.js";
import type { MindHost } from "../model/mind-host.js";
import type { Change, RefusalReason } from "../model/operation.js";
import type { Turn } from "../model/turn.js";
import { factKey } from "../records/fact-record.js";
import { readByKeys } from "../records/read-records.js";
import { Claims, claimsAround } from "./claims.js";
import { FactPlan } from "./fact-plan.js";
import type { SubjectFacts } from "./subject-facts.js";

/** Facts, claims and weights that the turns of a batch need. */
export interface Known {
  readonly subjects: SubjectFacts;
  readonly facts: ReadonlyMap<string, MemoryRecord>;
  readonly claims: Claims;
  readonly weights: Batch["weights"];
}

/** Changes as they are to be written, and those that cannot be. */
export interface AppliedChanges {
  readonly facts: FactPlan;
  readonly claims: Claims;
  readonly subjects: SubjectFacts;
  readonly refused: readonly Refusal[];
}

/** Returns the facts that a change writes, with the passages that it brings. */
function factsOf(change: Change): readonly NewFact[] {
  if (change.change === "add") return [change.fact];
  if (change.change === "supersede") return [change.fact, ...change.old];
  const { old, evidence } = change;
  return [{ ...old, evidence: [...old.evidence, ...evidence] }];
}

/** Applies changes to what is stored, with a claim for each sentence that is used. */
export async function applyChanges(
  { memory }: MindHost,
  asked: {
    readonly turns: readonly Turn[];
    readonly changes: readonly { readonly change: Change; readonly reason: string }[];
    readonly known: Known;
  },
  options: CallOptions,
): Promise<AppliedChanges> {
  const { known, changes } = asked;
  const { subjects } = known;
  const turns = new Map(asked.turns.map((turn) => [turn.id, turn]));
  const added = changes.flatMap(({ change }) => ("fact" in change ? change.fact : []));
  const stored = await readByKeys(memory, added.map(factKey), options);
  const facts = new FactPlan([...new Map([...known.facts, ...stored]).values()]);
  const hashes = changes.flatMap(({ change }) =>
    factsOf(change).flatMap((one) => hashesOf(one, turns)),
  );
  const claims = await Claims.read(memory, hashes, options);
  const refused = changes.flatMap(({ change, reason }) => {
    const isForgotten =
      "fact" in change && claims.isForgotten(claimHash(change.fact.subject, change.fact.text));
    const refusal = isForgotten ? "forgotten" : facts.apply(change, { reason, turns });
    return refusal ? [refusedChange(change, refusal)] : [];
  });
  for (const { key, fact, held, holds } of facts.changed()) {
    if (!holds) subjects.remove(fact, key);
    if (!holds) continue;
    for (const hash of hashesOf(fact, turns)) claims.add(hash, key);
    subjects.add(fact, key, !held);
  }
  return { facts, claims, subjects, refused };
}

/** Returns the claims of a fact: of its text, and of the sentences of the batch that prove it. */
function hashesOf(fact: NewFact, turns: ReadonlyMap<string, Turn>): readonly string[] {
  const quoted = fact.evidence.flatMap(({ source, quote }) => {
    const turn = turns.get(source);
    return turn ? claimsAround(turn, quote) : [];
  });
  return [claimHash(fact.subject, fact.text), ...quoted];
}

function refusedChange(change: Change, reason: RefusalReason): Refusal {
  const evidence = "fact" in change ? change.fact.evidence : change.evidence;
  const { text, by } = "fact" in change ? change.fact : change.old;
  const sources = [...new Set(evidence.map(({ source }) => source))];
  return { op: change.change, text, reason, sources, by };
}
