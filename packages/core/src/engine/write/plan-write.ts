import type { RememberAllOptions } from "../../api/inputs.js";
import type { PutOp, WriteOp } from "../../contracts/write-op.js";
import { MemoryError } from "../../errors/memory-error.js";
import { invalidInput } from "../../internal/check/check.js";
import type { MemoryRecord } from "../../model/record.js";
import type { Scope } from "../../model/scope.js";
import { defaultTrust } from "../../model/trust.js";
import { initialStabilityDays } from "../../ranking/forgetting.js";
import { textForm } from "../../text/text-form.js";
import type { Engine } from "../engine.js";
import { dedupes } from "./find-duplicates.js";
import { NamedRecords, trustProblem } from "./named-records.js";
import { contentHash, searchEntry } from "./search-entry.js";
import type {
  CheckedInput,
  EmbeddedBatch,
  EmbeddedInput,
  PlannedPut,
  PlannedWrite,
} from "./stages.js";

type PlanCall = RememberAllOptions & { readonly scope: Scope; readonly now: Date };

/**
 * Turns the inputs into ops, by the records that they continue, replace or derive from.
 * @throws `untrusted` with `rejections: "throw"`, for one that may not replace a record.
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
      if (call.rejections === "throw")
        throw new MemoryError("untrusted", `nothing was written: ${problem}`);
      untrusted.set(index, problem);
      continue;
    }
    const op = await putOp(one, record, call);
    for (const id of replaced) {
      const retired = named?.retire(id, record);
      if (!retired) continue;
      const next = { record: retired, contentHash: contentHash(retired) };
      ops.push({ op: "put", ...next, change: "superseded", search: "keep", actor, cause });
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
  throw otherVersion(ifVersion, existing ? `${stored} is stored` : "there is no such entry");
}

/** Makes the error for a demanded version that is not the one found. */
export function otherVersion(ifVersion: number, found: string): MemoryError {
  const problem = `version ${ifVersion} was expected, but ${found}; read it again and decide anew`;
  return new MemoryError("conflict", problem);
}

async function putOp(one: EmbeddedInput, record: MemoryRecord, call: PlanCall): Promise<PutOp> {
  const { actor, cause } = call;
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

interface BuildFrom extends Pick<PlanCall, "scope" | "now"> {
  readonly newId: () => string;
  /** The most that it can be trusted, by its sources. */
  readonly mostTrust: number;
  /** The record of the same key, of which this becomes the next version. */
  readonly existing: MemoryRecord | undefined;
}

/** Builds the record of an input. What was said, its trust and times are never those before. */
function buildRecord({ input, defaultKind }: CheckedInput, from: BuildFrom): MemoryRecord {
  const { scope, now, existing } = from;
  const origin = input.origin ?? "user";
  const importance = input.importance ?? existing?.importance ?? 0.5;
  const emotion = input.emotion ?? existing?.emotion;
  const stabilityDays = initialStabilityDays(importance, emotion?.arousal);
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
    ...(input.speaker === undefined ? {} : { speaker: input.speaker }),
    form: input.form ?? textForm(input.content),
    origin,
    trust: Math.min(input.trust ?? defaultTrust(origin), from.mostTrust),
    sources: input.sources ?? [],
    importance,
    ...(emotion ? { emotion } : {}),
    pinned: input.pinned ?? existing?.pinned ?? false,
    strength: existing?.strength ?? { stabilityDays, uses: 0 },
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
