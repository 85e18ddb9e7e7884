import type { CompleteStore } from "../../contracts/memory-store.js";
import type { Selection } from "../../contracts/search.js";
import type { SpaceVector } from "../../contracts/vector-space.js";
import type { RestoreOp, SearchEntry, WriteOp } from "../../contracts/write-op.js";
import { inMemoryStore } from "../../in-memory-store/in-memory-store.js";
import { MAX_LIMIT } from "../../model/limits.js";
import type { Engine } from "../engine.js";
import { contentHash, datesNamed, searchEntry } from "../write/search-entry.js";
import { knownRevisions } from "./known-revisions.js";
import type { KnownRevision } from "./known-revisions.js";
import { vectorsThen } from "./vectors-then.js";
import type { VectorsThen } from "./vectors-then.js";

/** Which moment, and what is going to be read of it. */
export interface MomentCall {
  /** What will be read; all of its scopes are looked at. */
  readonly selection: Selection;
  /** Absent: now. */
  readonly knownAt: Date | undefined;
  /** By what it will be searched. */
  readonly search: "none" | "words" | "all";
  readonly signal?: AbortSignal | undefined;
}

/**
 * The engine as it was at an instant: its store holds what was known then, its clock stands there.
 * So the past is read and ranked by the same code as the present. What it costs grows with the
 * scopes that are read, not with what is found in them.
 */
export async function engineAt(engine: Engine, call: MomentCall): Promise<Engine> {
  const { knownAt, selection, search, signal } = call;
  if (knownAt === undefined) return engine;
  const { within, reach } = selection;
  const known = await knownRevisions(engine, { within, reach, knownAt, signal });
  const vectors: VectorsThen =
    search === "all" ? await vectorsThen(engine, known, { selection, signal }) : new Map();
  const store = inMemoryStore();
  await store.open();
  await copySpaces(engine.store, store, signal);
  for (let start = 0; start < known.length; start += MAX_LIMIT) {
    const part = known.slice(start, start + MAX_LIMIT);
    const ops = part.map((one) => toOp(one, { search, vectors: vectors.get(one) ?? [] }));
    await store.write(await Promise.all(ops), { signal });
  }
  return { ...engine, store, clock: () => new Date(knownAt) };
}

/** What spaces are for decides which of them recall asks. */
async function copySpaces(
  from: CompleteStore,
  to: CompleteStore,
  signal: AbortSignal | undefined,
): Promise<void> {
  const spaces = await from.spaces({ signal });
  const ops = spaces.map(({ id, dimensions, state }): WriteOp => {
    return { op: "space", space: { id, dimensions }, state };
  });
  if (ops.length > 0) await to.write(ops, { signal });
}

interface EntryCall extends Pick<MomentCall, "search"> {
  readonly vectors: readonly SpaceVector[];
}

async function toOp(known: KnownRevision, call: EntryCall): Promise<RestoreOp> {
  const { scope, id, revision, record } = known;
  return {
    op: "restore",
    scope,
    id,
    revisions: [revision],
    search: revision.searchable && call.search !== "none" ? await entry(known, call) : "none",
    contentHash: contentHash(record),
    idempotencyKeys: [],
  };
}

async function entry({ record }: KnownRevision, { vectors }: EntryCall): Promise<SearchEntry> {
  const dates = await datesNamed(record.content, record.occurredAt);
  return { ...(await searchEntry(record, { dates })), vectors };
}
