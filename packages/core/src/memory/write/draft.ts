import { MemoryError } from "../../errors/memory-error.js";
import type { WriteOptions } from "../../model/call-options.js";
import type { MemoryRecord } from "../../model/record.js";
import type { Scope } from "../../model/scope.js";
import type { RecordRef } from "../../store/memory-store.js";
import type { SpaceVector } from "../../store/vector-space.js";
import type { PutOp, WriteOp } from "../../store/write-op.js";
import type { DateRange } from "../../text/dates/date-range.js";
import type { Engine } from "../engine.js";
import type { RememberInput } from "../inputs.js";
import { buildRecord } from "./build-record.js";
import { contentHash, searchEntry } from "./search-entry.js";

/** One input on its way into the store. */
export interface Draft {
  readonly input: RememberInput;
  /** Its place in the caller's list. */
  readonly index: number;
  /** Kind of a new record that names none. */
  readonly defaultKind: string;
  /** Demanded version of the keyed record: 0 for none. */
  readonly ifVersion?: number | undefined;
  /** Made once, before the first attempt to write. */
  vector?: SpaceVector | undefined;
  /** The times that its text names, likewise. */
  dates?: readonly DateRange[] | undefined;
}

/** The ops of a batch and which of them belongs to which draft. */
export interface Plan {
  readonly ops: readonly WriteOp[];
  readonly puts: readonly { readonly draft: Draft; readonly op: PutOp; readonly opIndex: number }[];
}

/** Whether nothing is written if the scope already says the same. */
function dedupes(input: RememberInput): boolean {
  const fallback = input.key === undefined && input.thread === undefined ? "exact" : "off";
  return (input.dedupe ?? fallback) === "exact";
}

/**
 * Looks up what the drafts continue or replace and turns them into ops.
 * @throws `conflict` if a demanded version is not the stored one; `not-found` if `supersedes` names no record of the scope.
 */
export async function planWrite(
  engine: Engine,
  drafts: readonly Draft[],
  given: WriteOptions & { readonly scope: Scope; readonly now: Date },
): Promise<Plan> {
  const { scope, now, signal, actor, cause } = given;
  const known = await lookUp(engine, drafts, { scope, now, signal });
  const ops: WriteOp[] = [];
  const puts: { draft: Draft; op: PutOp; opIndex: number }[] = [];
  for (const draft of drafts) {
    const { input } = draft;
    const existing = input.key === undefined ? undefined : known.get(keyOf("key", input.key));
    checkVersion(draft, existing);
    const record = buildRecord(input, {
      scope,
      now,
      existing,
      kind: draft.defaultKind,
      sources: (input.sources ?? []).flatMap((id) => known.get(keyOf("id", id)) ?? []),
      newId: () => engine.generateId(now),
    });
    const op: PutOp = {
      op: "put",
      record,
      change: existing ? "updated" : "created",
      search: input.index === false ? "none" : searchEntry(record, draft),
      contentHash: contentHash(record),
      idempotencyKey: input.idempotencyKey,
      unlessDuplicate: dedupes(input),
      actor,
      cause,
    };
    for (const id of input.supersedes ?? []) {
      const retired = retire(known.get(keyOf("id", id)), { id, by: record });
      known.set(keyOf("id", id), retired);
      ops.push({ ...superseding(retired), actor, cause });
    }
    puts.push({ draft, op, opIndex: ops.length });
    ops.push(op);
    if (record.key !== undefined) known.set(keyOf("key", record.key), record);
  }
  return { ops, puts };
}

/**
 * The drafts that the scope holds already, with the record that says so: nothing need be embedded for them. What slips in
 * between is caught by the store.
 */
export async function findKnown(
  engine: Engine,
  drafts: readonly Draft[],
  given: { readonly scope: Scope; readonly now: Date; readonly signal?: AbortSignal | undefined },
): Promise<ReadonlyMap<Draft, MemoryRecord>> {
  const { scope, now, signal } = given;
  const asked = drafts.flatMap((draft): readonly (readonly [Draft, RecordRef])[] => {
    const { input } = draft;
    const { idempotencyKey, content, thread, occurredAt } = input;
    if (idempotencyKey !== undefined) return [[draft, { scope, idempotencyKey }]];
    if (!dedupes(input)) return [];
    const kind = input.kind ?? draft.defaultKind;
    const hash = contentHash({
      content,
      kind,
      ...(thread === undefined ? {} : { thread }),
      ...(occurredAt ? { occurredAt } : {}),
    });
    return [[draft, { scope, contentHash: hash }]];
  });
  if (asked.length === 0) return new Map();
  const refs = asked.map(([, ref]) => ref);
  const found = await engine.store.get(refs, { now, signal });
  return new Map(
    asked.flatMap(([draft], index) => {
      const record = found[index];
      return record ? [[draft, record] as const] : [];
    }),
  );
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

function keyOf(type: "key" | "id", name: string): string {
  return `${type}:${name}`;
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
