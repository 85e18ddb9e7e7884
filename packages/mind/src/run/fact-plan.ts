import type { MemoryRecord, RememberInput } from "@kioku/core";
import { MOST_UNTRUSTED } from "@kioku/core/toolkit";

import type { PlannedChange } from "../api/runs.js";
import type { Evidence, Fact, NewFact } from "../model/fact.js";
import type { Change, RefusalReason } from "../model/operation.js";
import type { Turn } from "../model/turn.js";
import { type FactEnd, factKey, factToInput, recordToFact } from "../records/fact-record.js";
import { objectOf, textOf, textsOf } from "../records/json.js";

/** Most passages that prove one fact; the newest ones are kept, and the first. */
const MOST_EVIDENCE = 40;

/** A fact as it is stored and as a batch leaves it. */
interface Entry {
  /** Version that is stored; 0 for none. */
  readonly version: number;
  readonly storedTrust: number;
  /** True if it held before the batch. */
  readonly held: boolean;
  readonly fact: NewFact;
  readonly reason: string;
  readonly replaces: readonly string[];
  readonly validTo?: Date | undefined;
  readonly ended?: FactEnd | undefined;
  readonly isChanged: boolean;
}

/** Where changes come from. */
export interface ChangeContext {
  readonly reason: string;
  /** Turns of the batch by id. */
  readonly turns: ReadonlyMap<string, Turn>;
}

/** Changes of facts of a batch, applied one after the other. */
export class FactPlan {
  readonly #entries = new Map<string, Entry>();
  readonly #changes: PlannedChange[] = [];
  #added = 0;

  /** Begins with the records that are there. */
  constructor(records: Iterable<MemoryRecord>) {
    for (const record of records) {
      const fact = recordToFact(record);
      if (!fact) continue;
      const { reason, replaces, ended } = objectOf(record.metadata["mind"]);
      this.#entries.set(fact.key, {
        version: fact.version,
        storedTrust: fact.trust,
        held: fact.validTo === undefined,
        fact,
        validTo: fact.validTo,
        reason: textOf(reason, ""),
        replaces: textsOf(replaces),
        ended: ended === undefined ? undefined : (ended as FactEnd),
        isChanged: false,
      });
    }
  }

  /** Returns what was changed, in order. */
  get changes(): readonly PlannedChange[] {
    return this.#changes;
  }

  /** Returns the number of new facts. */
  get added(): number {
    return this.#added;
  }

  /** Returns the facts that are changed, with their keys. */
  changed(): readonly {
    readonly key: string;
    readonly fact: NewFact;
    readonly held: boolean;
    readonly holds: boolean;
  }[] {
    return [...this.#entries].flatMap(([key, { fact, held, validTo, isChanged }]) =>
      isChanged ? [{ key, fact, held, holds: validTo === undefined }] : [],
    );
  }

  /** Applies a change; returns why it cannot be. */
  apply(change: Change, context: ChangeContext): RefusalReason | undefined {
    if (change.change === "add") return this.#add(change.fact, context);
    if (change.change === "supersede") return this.#supersede(change, context);
    const { old, evidence } = change;
    if (change.change === "reinforce") return this.#reinforce(old.key, evidence, context);
    const ending = { at: change.at, ended: "retracted", evidence } as const;
    const refusal = this.#refusesEnd(old, evidence, context);
    if (refusal) return refusal;
    this.#end(old.key, ending, context);
    this.#tell("retract", old, [old.text]);
    return undefined;
  }

  /** Makes the inputs that write all changes. */
  toInputs(run: string): readonly RememberInput[] {
    return [...this.#entries.values()].flatMap((entry) => {
      const { fact, reason, version: ifVersion, replaces, validTo, ended, isChanged } = entry;
      if (!isChanged) return [];
      return factToInput(fact, { run, reason, ifVersion, replaces, validTo, ended });
    });
  }

  #add(
    fact: NewFact,
    context: ChangeContext,
    replaced: readonly Fact[] = [],
  ): RefusalReason | undefined {
    const key = factKey(fact);
    const entry = this.#entries.get(key);
    if (entry?.ended === "retracted" || entry?.ended === "undone") return "forgotten";
    if (entry && entry.validTo === undefined && replaced.length === 0) {
      return this.#reinforce(key, fact.evidence, context);
    }
    const evidence = entry ? withEvidence(entry.fact.evidence, fact.evidence) : fact.evidence;
    if (entry && isLessTrusted(entry, fact.evidence, context)) return "untrusted";
    const { version = 0, storedTrust = 0, held = false } = entry ?? {};
    const replaces = [...new Set([...(entry?.replaces ?? []), ...replaced.map(({ id }) => id)])];
    const { reason } = context;
    const stored = { version, storedTrust, held, reason, replaces };
    this.#entries.set(key, { ...stored, fact: { ...fact, evidence }, isChanged: true });
    if (!entry) this.#added += 1;
    const change = replaced.length === 0 ? "add" : "supersede";
    const olds = replaced.map(({ text }) => text);
    this.#tell(change, fact, olds);
    return undefined;
  }

  #supersede(
    { fact, old }: Extract<Change, { readonly change: "supersede" }>,
    context: ChangeContext,
  ): RefusalReason | undefined {
    const key = factKey(fact);
    const others = old.filter((one) => one.key !== key);
    if (others.length === 0) return this.#add(fact, context);
    for (const one of others) {
      const refusal = this.#refusesEnd(one, fact.evidence, context);
      if (refusal) return refusal;
    }
    const refusal = this.#add(fact, context, others);
    if (refusal) return refusal;
    const ending = { at: fact.occurredAt, ended: "superseded", evidence: [] } as const;
    for (const one of others) this.#end(one.key, ending, context);
    return undefined;
  }

  #reinforce(
    key: string,
    more: readonly Evidence[],
    context: ChangeContext,
  ): RefusalReason | undefined {
    const entry = this.#entries.get(key);
    if (!entry || entry.validTo !== undefined) return "unknown-target";
    if (isLessTrusted(entry, more, context)) return "untrusted";
    const evidence = withEvidence(entry.fact.evidence, more);
    if (evidence.length === entry.fact.evidence.length) return undefined;
    this.#entries.set(key, { ...entry, fact: { ...entry.fact, evidence }, isChanged: true });
    const isNew = entry.version === 0;
    if (!isNew) this.#tell("reinforce", { ...entry.fact, evidence }, []);
    return undefined;
  }

  #refusesEnd(
    old: Fact,
    evidence: readonly Evidence[],
    context: ChangeContext,
  ): RefusalReason | undefined {
    const entry = this.#entries.get(old.key);
    if (!entry) return "unknown-target";
    if (entry.validTo !== undefined || entry.version === 0) return "target-taken";
    return isLessTrusted(entry, evidence, context) ? "untrusted" : undefined;
  }

  #end(
    key: string,
    ending: {
      readonly at: Date;
      readonly ended: FactEnd;
      readonly evidence: readonly Evidence[];
    },
    { reason }: ChangeContext,
  ): void {
    const entry = this.#entries.get(key);
    if (!entry) return;
    const { fact } = entry;
    const evidence = withEvidence(fact.evidence, ending.evidence);
    const validTo = new Date(Math.max(ending.at.getTime(), fact.occurredAt.getTime() + 1));
    const { ended } = ending;
    const changed = { ...entry, fact: { ...fact, evidence }, validTo, ended, isChanged: true };
    this.#entries.set(key, ended === "retracted" ? { ...changed, reason } : changed);
  }

  #tell(
    change: PlannedChange["change"],
    fact: Pick<NewFact, "text" | "subject" | "evidence" | "by">,
    replaces: readonly string[],
  ): void {
    const { text, subject, evidence, by } = fact;
    const sources = [...new Set(evidence.map(({ source }) => source))];
    this.#changes.push({ change, text, subject, replaces, sources, by });
  }
}

/** Returns true for evidence that would take the trust of a trusted fact away. */
function isLessTrusted(
  { storedTrust }: Entry,
  evidence: readonly Evidence[],
  { turns }: ChangeContext,
): boolean {
  const trusts = evidence.map(({ source }) => turns.get(source)?.trust ?? 1);
  return storedTrust > MOST_UNTRUSTED && trusts.some((trust) => trust <= MOST_UNTRUSTED);
}

/** Adds passages that are not there yet. */
function withEvidence(some: readonly Evidence[], more: readonly Evidence[]): readonly Evidence[] {
  const known = new Set(some.map(({ source, quote }) => JSON.stringify([source, quote])));
  const added = more.filter(({ source, quote }) => !known.has(JSON.stringify([source, quote])));
  if (added.length === 0) return some;
  const all = [...some, ...added];
  const first = all.slice(0, 1);
  return all.length <= MOST_EVIDENCE ? all : [...first, ...all.slice(1 - MOST_EVIDENCE)];
}
