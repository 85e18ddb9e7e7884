import type { MemoryRecord, Scope } from "@kioku/core";
import type { CompleteStore, PutOp, RestoreOp, WriteOp } from "@kioku/core/toolkit";
import { searchEntry, spaceVector, testId, testRecord } from "@kioku/testing";
import type { Picker } from "@kioku/testing";

/** Few of everything, so that ops of a batch meet each other and what is there. */
const SCOPES: readonly Scope[] = [["a"], ["a", "b"], ["c"]];
const IDS = [1, 2, 3, 4, 5];
const KEYS = ["k", "l", "null"];
const REPLAYS = ["once", "twice"];
const TEXTS = ["one cat", "two dogs", "", 'quo"te {a,b} \\ back'];
const SPACES = [
  { id: "narrow", dimensions: 2 },
  { id: "wide", dimensions: 3 },
];
const EPOCH = Date.UTC(2026, 0, 1);

/** An instant of the few that there are. */
export function someInstant(picker: Picker): Date {
  return new Date(EPOCH + picker.integer(6) * 1_000);
}

/** A scope of the few that there are. */
export function someScope(picker: Picker): Scope {
  return picker.one(SCOPES);
}

/** A batch that mostly goes well on this store. */
export async function randomBatch(picker: Picker, store: CompleteStore): Promise<WriteOp[]> {
  const versions = new Map<string, number>();
  const ops: WriteOp[] = [];
  for (let count = 1 + picker.integer(6); count > 0; count -= 1) {
    const scope = someScope(picker);
    const id = testId(picker.one(IDS));
    const name = JSON.stringify([scope, id]);
    const history = await store.history({ scope, id });
    const last = versions.get(name) ?? history.at(-1)?.version ?? 0;
    const op = randomOp(picker, { scope, id, last });
    if (op.op === "put") versions.set(name, last + 1);
    if (op.op === "delete") versions.set(name, op.purge === true || last === 0 ? 0 : last + 1);
    if (op.op === "restore") versions.set(name, op.revisions.at(-1)?.version ?? 0);
    ops.push(op);
  }
  return ops;
}

interface Target {
  readonly scope: Scope;
  readonly id: string;
  readonly last: number;
}

function randomOp(picker: Picker, target: Target): WriteOp {
  const { scope, id, last } = target;
  const kind = picker.integer(20);
  const at = someInstant(picker);
  if (kind < 10) return randomPut(picker, target);
  if (kind < 13) {
    const ifVersion = picker.chance(0.3) ? last : undefined;
    return { op: "delete", scope, id, at, ifVersion, purge: picker.chance(0.4), actor: "someone" };
  }
  if (kind < 15) {
    const { textHash } = searchEntry(picker.one(TEXTS));
    return { op: "embed", scope, id, textHash, vector: randomVector(picker) };
  }
  if (kind < 18) return randomRestore(picker, target);
  if (kind < 19) return { op: "tombstone", scope, hash: picker.one(["x", "y"]), at };
  const state = picker.one(["ready", "building", "retired"] as const);
  return { op: "space", space: picker.one(SPACES), state, unlessKnown: picker.chance(0.5) };
}

function randomRecord(picker: Picker, { scope, id }: Target, version: number): MemoryRecord {
  const n = picker.integer(6);
  const now = someInstant(picker);
  const { createdAt: _created, updatedAt: _updated, ...rest } = testRecord(n);
  return {
    ...rest,
    scope,
    id,
    version,
    content: picker.one(TEXTS),
    metadata: { n, text: 'a "b" {c}' },
    ...(picker.chance(0.4) ? { key: picker.one(KEYS) } : {}),
    ...(picker.chance(0.2) ? { value: picker.one([null, 0, "x", [1, null]]) } : {}),
    ...(picker.chance(0.2) ? { expiresAt: someInstant(picker) } : {}),
    ...(picker.chance(0.2) ? { archivedAt: someInstant(picker) } : {}),
    ...(picker.chance(0.2) ? { validTo: someInstant(picker) } : {}),
    ...(picker.chance(0.2) ? { emotion: { valence: -0.5, arousal: 0.1 } } : {}),
    ...(picker.chance(0.2) ? { sources: [testId(1), testId(2)] } : {}),
    strength: picker.chance(0.3)
      ? { stabilityDays: 3.25, uses: 2, lastUsedAt: someInstant(picker) }
      : { stabilityDays: 7, uses: 0 },
    createdAt: someInstant(picker),
    updatedAt: now,
  };
}

function randomPut(picker: Picker, target: Target): PutOp {
  const version = picker.chance(0.95) ? target.last + 1 : target.last;
  const record = randomRecord(picker, target, version);
  return {
    op: "put",
    record,
    change: version === 1 ? "created" : "updated",
    search: picker.one(["keep", "none", randomEntry(picker, record), randomEntry(picker, record)]),
    contentHash: record.content,
    unlessDuplicate: picker.chance(0.3),
    ...(picker.chance(0.3) ? { idempotencyKey: picker.one(REPLAYS) } : {}),
    ...(picker.chance(0.3) ? { actor: "an actor", cause: "a cause" } : {}),
  };
}

function randomRestore(picker: Picker, target: Target): RestoreOp {
  const count = 1 + picker.integer(3);
  const records = Array.from({ length: count }, (_, index) =>
    randomRecord(picker, target, index + 1),
  );
  const revisions = records.map((record) => ({
    version: record.version,
    change: record.version === 1 ? ("created" as const) : ("updated" as const),
    at: record.updatedAt,
    searchable: record.version === count,
    record,
  }));
  const last = records.at(-1);
  if (!last || picker.chance(0.3)) {
    const at = someInstant(picker);
    const deletion = { version: count + 1, change: "deleted" as const, at, searchable: false };
    const ended = revisions.map((revision) => ({ ...revision, searchable: true }));
    return {
      op: "restore",
      scope: target.scope,
      id: target.id,
      revisions: [...ended, deletion],
      search: "none",
      contentHash: "",
      idempotencyKeys: picker.some(REPLAYS, 2),
    };
  }
  return {
    op: "restore",
    scope: target.scope,
    id: target.id,
    revisions,
    search: randomEntry(picker, last),
    contentHash: last.content,
    idempotencyKeys: picker.some(REPLAYS, 2),
  };
}

function randomEntry(picker: Picker, { content }: MemoryRecord): ReturnType<typeof searchEntry> {
  const vectors = SPACES.filter(() => picker.chance(0.4)).map((space) => vectorIn(picker, space));
  return searchEntry(content, vectors);
}

function randomVector(picker: Picker): ReturnType<typeof spaceVector> {
  return vectorIn(picker, picker.one(SPACES));
}

/** Now and then one that does not fit. */
function vectorIn(picker: Picker, space: (typeof SPACES)[number]): ReturnType<typeof spaceVector> {
  const width = picker.chance(0.02) ? 5 : space.dimensions;
  const values = Array.from({ length: width }, () => picker.number() + 0.1);
  return spaceVector(space, values);
}
