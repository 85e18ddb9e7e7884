import type { CompleteStore } from "../../contracts/memory-store.js";
import type { Selection } from "../../contracts/search.js";
import type { SpaceVector } from "../../contracts/vector-space.js";
import type { RestoreOp, SearchEntry, WriteOp } from "../../contracts/write-op.js";
import { inMemoryStore } from "../../in-memory-store/in-memory-store.js";
import { chunk } from "../../internal/async/chunk.js";
import { checkInstant, checkMembers } from "../../internal/check/check.js";
import { MAX_LIMIT } from "../../model/limits.js";
import type { AsOf } from "../../model/record.js";
import type { Engine } from "../engine.js";
import { contentHash, datesNamed, searchEntry } from "../write/search-entry.js";
import { knownRevisions } from "./known-revisions.js";
import type { KnownRevision } from "./known-revisions.js";
import { vectorsThen } from "./vectors-then.js";

/** Checks a moment and copies it; without one, it is now. */
export function checkAsOf(asOf: unknown, name: string): AsOf {
  if (asOf === undefined) return {};
  checkMembers(asOf, name, ["knownAt", "validAt"]);
  const { knownAt, validAt } = asOf as AsOf;
  return {
    ...(knownAt === undefined ? {} : { knownAt: checkInstant(knownAt, `${name}.knownAt`) }),
    ...(validAt === undefined ? {} : { validAt: checkInstant(validAt, `${name}.validAt`) }),
  };
}

interface MomentCall {
  /** All of its scopes are looked at. */
  readonly selection: Selection;
  readonly knownAt: Date | undefined;
  /** Legs that it will be searched by. */
  readonly search: "none" | "words" | "all";
  readonly signal?: AbortSignal | undefined;
}

/**
 * Returns the engine as it was at an instant, on a store of what was known then: the past is read
 * by the code of the present. The cost grows with the scopes that are read.
 */
export async function engineAt(engine: Engine, call: MomentCall): Promise<Engine> {
  const { knownAt, selection, search, signal } = call;
  if (knownAt === undefined) return engine;
  const { within, reach } = selection;
  const known = await knownRevisions(engine, { within, reach, at: knownAt, signal });
  const isEmbedded = search === "all";
  const vectors = isEmbedded ? await vectorsThen(engine, known, { selection, signal }) : undefined;
  const store = inMemoryStore();
  await store.open();
  await copySpaces(engine.store, store, signal);
  for (const part of chunk(known, MAX_LIMIT)) {
    const ops = part.map((one) => toOp(one, search !== "none", vectors?.get(one) ?? []));
    await store.write(await Promise.all(ops), { signal });
  }
  return { ...engine, store, clock: () => new Date(knownAt) };
}

/** Copies the states of the spaces, which decide the spaces that recall asks. */
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

async function toOp(
  { scope, id, revision, record }: KnownRevision,
  isSearched: boolean,
  vectors: readonly SpaceVector[],
): Promise<RestoreOp> {
  let search: SearchEntry | "none" = "none";
  if (revision.searchable && isSearched) {
    const dates = await datesNamed(record.content, record.occurredAt);
    search = await searchEntry(record, { dates, vectors });
  }
  const ref = { scope, id, idempotencyKeys: [] };
  return { op: "restore", ...ref, revisions: [revision], search, contentHash: contentHash(record) };
}
