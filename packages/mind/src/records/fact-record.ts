import type { Filter, MemoryRecord, RememberInput } from "@kioku/core";

import { claimHash } from "../model/claim-hash.js";
import type { Evidence, Fact, NewFact } from "../model/fact.js";
import { KEYS, KINDS, OWN } from "../model/kinds.js";
import { objectOf, readEvidence, textOf } from "./json.js";

/** Why a fact holds no longer. What was retracted or undone is not made again. */
export type FactEnd = "superseded" | "retracted" | "undone";

/** Why and by which run a version is written. */
export interface FactWriting {
  readonly run: string;
  readonly reason: string;
  /** Version that is there; 0 for a new fact. */
  readonly ifVersion: number;
  /** Ids of facts that this one replaces, for `why`. */
  readonly replaces?: readonly string[] | undefined;
  /** Until when it held, to end it. */
  readonly validTo?: Date | undefined;
  /** Why it holds no longer. */
  readonly ended?: FactEnd | undefined;
}

/** Returns the key of a fact. The same subject and text have the same one. */
export function factKey({ subject, text }: Pick<Fact, "subject" | "text">): string {
  return KEYS.fact(claimHash(subject, text).slice(0, 32));
}

/** Makes the input that writes a version of a fact. Quotations are found by their turns already. */
export function factToInput(fact: NewFact, writing: FactWriting): RememberInput {
  const { run, reason, ifVersion, replaces = [], validTo, ended } = writing;
  const { text, subject, attribute, value, block, evidence, by, importance, occurredAt } = fact;
  return {
    content: text,
    key: factKey(fact),
    ifVersion,
    kind: KINDS.fact,
    origin: "derived",
    speaker: speakerOfSubject(subject),
    form: "statement",
    importance,
    occurredAt,
    validFrom: occurredAt,
    validTo,
    index: by !== "rule",
    sources: [...new Set(evidence.map(({ source }) => source))],
    metadata: {
      mind: {
        run,
        subject,
        ...(attribute === undefined ? {} : { attribute }),
        ...(value === undefined ? {} : { value }),
        block,
        by,
        reason,
        ...(replaces.length === 0 ? {} : { replaces }),
        ...(ended === undefined ? {} : { ended }),
        quotes: evidence.map(({ source, quote }) => ({ source, quote })),
      },
    },
  };
}

/** Returns the speaker of a record about a subject; none for the user who is not named. */
export function speakerOfSubject(subject: string): string | undefined {
  return subject === "user" ? undefined : subject;
}

/** Returns a filter of the facts about a subject. */
export function ofSubject(subject: string): Filter {
  return { ...OWN.fact, "@speaker": speakerOfSubject(subject) ?? { $exists: false } };
}

/** Reads a fact; `undefined` if the record is none, or not as a mind writes it. */
export function recordToFact(record: MemoryRecord): Fact | undefined {
  const { id, key, version, content: text, importance, trust, validTo } = record;
  const mind = objectOf(record.metadata["mind"]);
  const evidence = readEvidence(mind["quotes"]);
  const subject = textOf(mind["subject"], "");
  const isFact = record.kind === KINDS.fact && key === factKey({ subject, text });
  if (key === undefined || !isFact || !isDerived(record, evidence)) return undefined;
  const { attribute, value } = mind;
  return {
    id,
    key,
    version,
    text,
    importance,
    trust,
    evidence,
    subject,
    ...(typeof attribute === "string" ? { attribute } : {}),
    ...(typeof value === "string" ? { value } : {}),
    block: textOf(mind["block"], "other"),
    by: textOf(mind["by"], "rule"),
    run: textOf(mind["run"], ""),
    occurredAt: record.occurredAt ?? record.createdAt,
    ...(validTo === undefined ? {} : { validTo }),
  };
}

/** Tests if a record was derived from all sources of its passages, at least one. */
export function isDerived(
  { origin, sources }: MemoryRecord,
  evidence: readonly Evidence[],
): boolean {
  const from = new Set(sources);
  const isFrom = evidence.length > 0 && evidence.every(({ source }) => from.has(source));
  return origin === "derived" && isFrom;
}
