import type { PutOp, WriteOp } from "../../contracts/write-op.js";
import { MemoryError } from "../../errors/memory-error.js";
import { invalidInput } from "../../internal/check/check.js";
import type { WriteOptions } from "../../model/call-options.js";
import type { MemoryRecord } from "../../model/record.js";
import type { Scope } from "../../model/scope.js";
import { defaultTrust } from "../../model/trust.js";
import { initialStabilityDays } from "../../ranking/forgetting.js";
import type { Engine } from "../engine.js";
import { dedupes } from "./find-known.js";
import { NamedRecords, trustProblem } from "./named-records.js";
import { contentHash, searchEntry } from "./search-entry.js";
import type {
  CheckedInput,
  EmbeddedBatch,
  EmbeddedInput,
  PlannedPut,
  PlannedWrite,
} from "./stages.js";

/** Options of planning. */
export interface PlanCall extends WriteOptions {
  readonly scope: Scope;
  readonly now: Date;
}

/**
 * Looks up the records that the inputs continue or replace, and turns the inputs into ops.
 * @throws `conflict` if a demanded version is not the stored one; `not-found` if `supersedes` names
 *   no record of the scope.
 */
export async function planWrite(
  engine: Engine,
  { inputs, spaceOps }: EmbeddedBatch,
  call: PlanCall,
): Promise<PlannedWrite> {
  const { now, actor, cause } = call;
  const named = inputs.some(namesRecords)
    ? await NamedRecords.read(engine, inputs, call)
    : undefined;
  const ops: WriteOp[] = [...spaceOps];
  const puts: PlannedPut[] = [];
  const untrusted = new Map<number, string>();
  const repeats = new Map<number, number>();
  for (const one of inputs) {
    const { input, index } = one;
    if (one.repeats !== undefined && !untrusted.has(one.repeats)) {
      repeats.set(index, one.repeats);
      continue;
    }
    const existing = named?.byKey(input.key);
    checkVersion(one, existing);
    const mostTrust = named?.mostTrust(input.sources ?? []) ?? 1;
    const newId = (): string => engine.generateId(now);
    const record = buildRecord(one, { ...call, existing, mostTrust, newId });
    // A record that continues under its key does not end by that.
    const replaced = (input.supersedes ?? []).filter((id) => id !== existing?.id);
    const superseded = replaced.flatMap((id) => named?.byId(id) ?? []);
    const problem =
      named && trustProblem(record, existing ? [existing, ...superseded] : superseded);
    if (problem !== undefined) {
      untrusted.set(index, problem);
      continue;
    }
    const op = await putOp(one, record, call);
    for (const id of replaced) {
      const retired = named?.retire(id, record);
      if (retired) ops.push({ ...supersedeOp(retired), actor, cause });
    }
    puts.push({ input: one, op, opIndex: ops.length });
    ops.push(op);
    named?.set(record);
  }
  return { ops, puts, untrusted, repeats };
}

function namesRecords({ input }: CheckedInput): boolean {
  return (input.key ?? input.supersedes ?? input.sources) !== undefined;
}

function checkVersion({ ifVersion }: CheckedInput, existing: MemoryRecord | undefined): void {
  const stored = existing?.version ?? 0;
  if (ifVersion === undefined || ifVersion === stored) return;
  throw new MemoryError(
    "conflict",
    `version ${ifVersion} was expected, but ${stored === 0 ? "there is no such entry" : `${stored} is stored`}; read it again and decide anew`,
  );
}

async function putOp(
  one: EmbeddedInput,
  record: MemoryRecord,
  { actor, cause }: PlanCall,
): Promise<PutOp> {
  const { input } = one;
  return {
    op: "put",
    record,
    change: record.version > 1 ? "updated" : "created",
    search: input.index === false ? "none" : await searchEntry(record, one),
    contentHash: one.contentHash ?? contentHash(record),
    idempotencyKey: input.idempotencyKey,
    unlessDuplicate: dedupes(input),
    actor,
    cause,
  };
}

function supersedeOp(record: MemoryRecord): PutOp {
  return {
    op: "put",
    record,
    change: "superseded",
    search: "keep",
    contentHash: contentHash(record),
  };
}

interface BuildFrom extends Pick<PlanCall, "scope" | "now"> {
  readonly newId: () => string;
  /** The most that it can be trusted, by its sources. */
  readonly mostTrust: number;
  /** The record of the same key, of which this becomes the next version. */
  readonly existing: MemoryRecord | undefined;
}

/**
 * Builds the record of an input. A next version takes its text, value, origin and times from the
 * input, and keeps kind, metadata, thread, importance, emotion, pin and strength unless the input
 * names them.
 */
function buildRecord({ input, defaultKind }: CheckedInput, from: BuildFrom): MemoryRecord {
  const { scope, now, existing } = from;
  const origin = input.origin ?? "user";
  const importance = input.importance ?? existing?.importance ?? 0.5;
  const emotion = input.emotion ?? existing?.emotion;
  const key = input.key ?? existing?.key;
  const thread = input.thread ?? existing?.thread;
  return {
    id: existing?.id ?? from.newId(),
    scope,
    ...(key === undefined ? {} : { key }),
    kind: input.kind ?? existing?.kind ?? defaultKind,
    content: input.content,
    ...(input.value === undefined ? {} : { value: input.value }),
    metadata: input.metadata ?? existing?.metadata ?? {},
    ...(thread === undefined ? {} : { thread }),
    origin,
    trust: Math.min(input.trust ?? defaultTrust(origin), from.mostTrust),
    sources: input.sources ?? [],
    importance,
    ...(emotion ? { emotion } : {}),
    pinned: input.pinned ?? existing?.pinned ?? false,
    strength: existing?.strength ?? {
      stabilityDays: initialStabilityDays(importance, emotion?.arousal),
      uses: 0,
    },
    ...(input.occurredAt ? { occurredAt: input.occurredAt } : {}),
    ...(input.validFrom ? { validFrom: input.validFrom } : {}),
    ...(input.validTo ? { validTo: input.validTo } : {}),
    createdAt: existing?.createdAt ?? now,
    updatedAt: now,
    ...(input.ttlMs === undefined ? {} : { expiresAt: expiry(now, input.ttlMs) }),
    version: (existing?.version ?? 0) + 1,
  };
}

/** Returns the instant `ttlMs` after `now`. */
export function expiry(now: Date, ttlMs: number): Date {
  // An instant has whole milliseconds, and a life of less than one would be over at once.
  const at = new Date(now.getTime() + Math.ceil(ttlMs));
  if (!Number.isNaN(at.getTime())) return at;
  throw invalidInput("ttlMs", "small enough to end in a valid Date", ttlMs);
}
