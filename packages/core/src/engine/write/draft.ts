import type { RememberInput } from "../../api/inputs.js";
import type { RecordRef } from "../../contracts/memory-store.js";
import type { SpaceVector } from "../../contracts/vector-space.js";
import type { PutOp, SpaceOp, WriteOp } from "../../contracts/write-op.js";
import { MemoryError } from "../../errors/memory-error.js";
import type { WriteOptions } from "../../model/call-options.js";
import type { MemoryRecord } from "../../model/record.js";
import type { Scope } from "../../model/scope.js";
import { MOST_UNTRUSTED, derivableTrust, isTrusted } from "../../model/trust.js";
import type { DateRange } from "../../text/dates/date-range.js";
import type { Engine } from "../engine.js";
import { buildRecord } from "./build-record.js";
import { contentHash, searchEntry } from "./search-entry.js";
import { trustOfForgotten } from "./trust-of-forgotten.js";

/** One input on its way into the store. */
export interface Draft {
  readonly input: RememberInput;
  /** Its place in the caller's list. */
  readonly index: number;
  /** Kind of a new record that names none. */
  readonly defaultKind: string;
  /** Demanded version of the keyed record: 0 for none. */
  readonly ifVersion?: number | undefined;
  /** `contentHash` of its record, where that could be told before it was planned. */
  contentHash?: string | undefined;
  /** Made once, before the first attempt to write. */
  vectors?: readonly SpaceVector[] | undefined;
  /** Whether an embedder failed and recall does not find it by meaning yet. */
  isQueued?: boolean | undefined;
  /** From when on workers may embed it, if it is queued. */
  embedAt?: Date | undefined;
  /** Whether the store has the vector of this text already and keeps it. */
  hasVector?: boolean | undefined;
  /** An earlier input of the batch that has the same idempotency key, or says much the same. */
  repeats?: Draft | undefined;
  /** The times that its text names, likewise. */
  dates?: readonly DateRange[] | undefined;
}

/** The ops of a batch and which of them belongs to which draft. */
export interface Plan {
  readonly ops: readonly WriteOp[];
  readonly puts: readonly { readonly draft: Draft; readonly op: PutOp; readonly opIndex: number }[];
  /** What is not written, and why. */
  readonly untrusted: ReadonlyMap<Draft, string>;
  /** What is not written because it repeats an earlier draft. */
  readonly repeats: ReadonlyMap<Draft, Draft>;
}

/** What planning needs to know of the call. */
export interface PlanCall extends WriteOptions {
  readonly scope: Scope;
  readonly now: Date;
  /** What goes before the vectors. */
  readonly spaceOps: readonly SpaceOp[];
}

/** Whether nothing is written if the scope already says the same. */
export function dedupes(input: RememberInput): boolean {
  const fallback = input.key === undefined && input.thread === undefined ? "exact" : "off";
  return (input.dedupe ?? fallback) !== "off";
}

/**
 * Looks up what the drafts continue or replace and turns them into ops.
 * @throws `conflict` if a demanded version is not the stored one; `not-found` if `supersedes` names
 *   no record of the scope.
 */
export async function planWrite(
  engine: Engine,
  drafts: readonly Draft[],
  given: PlanCall,
): Promise<Plan> {
  const { scope, now, signal, actor, cause, spaceOps } = given;
  const known = await lookUp(engine, drafts, { scope, now, signal });
  const sources = drafts.flatMap(({ input }) => input.sources ?? []);
  const gone = sources.filter((id) => !known.has(keyOf("id", id)));
  const trustThen = await trustOfForgotten(engine, gone, { scope, signal });
  const ops: WriteOp[] = [...spaceOps];
  const puts: { draft: Draft; op: PutOp; opIndex: number }[] = [];
  const untrusted = new Map<Draft, string>();
  const repeats = new Map<Draft, Draft>();
  const namesIds = drafts.some(({ input }) => input.supersedes ?? input.sources);
  for (const draft of drafts) {
    const { input } = draft;
    const first = draft.repeats;
    if (first && !untrusted.has(first)) {
      repeats.set(draft, first);
      continue;
    }
    const existing = input.key === undefined ? undefined : known.get(keyOf("key", input.key));
    checkVersion(draft, existing);
    const record = buildRecord(input, {
      scope,
      now,
      existing,
      kind: draft.defaultKind,
      mostTrust: mostTrust(input.sources ?? [], known, trustThen),
      newId: () => engine.generateId(now),
    });
    // A record that continues under its key does not end by that.
    const replaced = (input.supersedes ?? []).filter((id) => id !== existing?.id);
    const superseded = replaced.flatMap((id) => known.get(keyOf("id", id)) ?? []);
    const problem = trustProblem(record, existing ? [existing, ...superseded] : superseded);
    if (problem !== undefined) {
      untrusted.set(draft, problem);
      continue;
    }
    const op: PutOp = {
      op: "put",
      record,
      change: existing ? "updated" : "created",
      search: input.index === false ? "none" : await searchEntry(record, draft),
      contentHash: draft.contentHash ?? contentHash(record),
      idempotencyKey: input.idempotencyKey,
      unlessDuplicate: dedupes(input),
      actor,
      cause,
    };
    for (const id of replaced) {
      const retired = retire(known.get(keyOf("id", id)), { id, by: record });
      known.set(keyOf("id", id), retired);
      if (retired.key !== undefined) known.set(keyOf("key", retired.key), retired);
      ops.push({ ...superseding(retired), actor, cause });
    }
    puts.push({ draft, op, opIndex: ops.length });
    ops.push(op);
    if (namesIds) known.set(keyOf("id", record.id), record);
    if (record.key !== undefined) known.set(keyOf("key", record.key), record);
  }
  return { ops, puts, untrusted, repeats };
}

async function lookUp(
  engine: Engine,
  drafts: readonly Draft[],
  given: { readonly scope: Scope; readonly now: Date; readonly signal?: AbortSignal | undefined },
): Promise<Map<string, MemoryRecord>> {
  const { scope, now, signal } = given;
  const refs = new Map<string, RecordRef>();
  for (const { input } of drafts) {
    if (input.key !== undefined) refs.set(keyOf("key", input.key), { scope, key: input.key });
    for (const id of [...(input.supersedes ?? []), ...(input.sources ?? [])]) {
      refs.set(keyOf("id", id), { scope, id });
    }
  }
  if (refs.size === 0) return new Map();
  const records = await engine.store.get([...refs.values()], { now, signal });
  const names = [...refs.keys()];
  return new Map(
    records.flatMap((record, index) => (record ? [[names[index] ?? "", record] as const] : [])),
  );
}

/**
 * Returns the most that something derived from these can be trusted; a source that nothing is known
 * of is not trusted.
 */
function mostTrust(
  sources: readonly string[],
  known: ReadonlyMap<string, MemoryRecord>,
  trustThen: ReadonlyMap<string, number>,
): number {
  const trusts = sources.map((id) => {
    const record = known.get(keyOf("id", id));
    return record ? derivableTrust(record) : (trustThen.get(id) ?? MOST_UNTRUSTED);
  });
  return Math.min(1, ...trusts);
}

function keyOf(type: "key" | "id", name: string): string {
  return `${type}:${name}`;
}

/** Why a record must not take the place of others: it is not trusted, and one of them is. */
function trustProblem(record: MemoryRecord, replaced: readonly MemoryRecord[]): string | undefined {
  const trusted = isTrusted(record) ? undefined : replaced.find((other) => isTrusted(other));
  if (!trusted) return undefined;
  return `what is of origin ${record.origin} and trust ${record.trust} is not trusted and cannot replace record ${trusted.id}, which is`;
}

function checkVersion(draft: Draft, existing: MemoryRecord | undefined): void {
  const stored = existing?.version ?? 0;
  if (draft.ifVersion === undefined || draft.ifVersion === stored) return;
  throw new MemoryError(
    "conflict",
    `version ${draft.ifVersion} was expected, but ${stored === 0 ? "there is no such entry" : `${stored} is stored`}; read it again and decide anew`,
  );
}

function retire(
  record: MemoryRecord | undefined,
  given: { readonly id: string; readonly by: MemoryRecord },
): MemoryRecord {
  if (!record) {
    throw new MemoryError(
      "not-found",
      `supersedes names ${JSON.stringify(given.id.slice(0, 64))}, which is no record of this scope`,
    );
  }
  const { updatedAt, validFrom } = given.by;
  const validTo = validFrom ?? updatedAt;
  return { ...record, validTo, updatedAt, version: record.version + 1 };
}

function superseding(record: MemoryRecord): PutOp {
  return {
    op: "put",
    record,
    change: "superseded",
    search: "keep",
    contentHash: contentHash(record),
  };
}
