import type { Selection } from "../../contracts/search.js";
import type { SpaceVector, WriteOp } from "../../contracts/write-op.js";
import { embedWithFallback } from "../../embedding/embed-texts.js";
import { inMemoryStore } from "../../in-memory-store/in-memory-store.js";
import { matchesSelection } from "../../in-memory-store/selection.js";
import { chunk } from "../../internal/async/chunk.js";
import { checkInstant, checkMembers } from "../../internal/check/check.js";
import { MAX_LIMIT } from "../../model/limits.js";
import type { AsOf } from "../../model/record.js";
import { askedEmbedders } from "../embedding/spaces/choose-embedders.js";
import type { Engine } from "../engine.js";
import { restoreOp } from "../write/search-entry.js";
import { type KnownRevision, knownRevisions } from "./known-revisions.js";

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

/** Returns the engine as it was at an instant, on a store of what was known then in the scopes. */
export async function engineAt(engine: Engine, call: MomentCall): Promise<Engine> {
  const { knownAt, selection, search, signal } = call;
  if (knownAt === undefined) return engine;
  const { within, reach } = selection;
  const known = await knownRevisions(engine, { within, reach, at: knownAt, signal });
  const isEmbedded = search === "all";
  const vectors = isEmbedded ? await vectorsThen(engine, known, { selection, signal }) : undefined;
  const store = inMemoryStore();
  await store.open();
  // The states of the spaces decide which of them recall asks.
  const spaces = await engine.store.spaces({ signal });
  const spaceOps = spaces.map(({ id, dimensions, state }): WriteOp => {
    return { op: "space", space: { id, dimensions }, state };
  });
  if (spaceOps.length > 0) await store.write(spaceOps, { signal });
  for (const part of chunk(known, MAX_LIMIT)) {
    const ops = part.map((one) => {
      const searchable = search !== "none" && one.revision.searchable;
      const history = { ...one, revisions: [{ ...one.revision, searchable }], idempotencyKeys: [] };
      return restoreOp(history, { vectors: vectors?.get(one) });
    });
    await store.write(await Promise.all(ops), { signal });
  }
  return { ...engine, store, clock: () => new Date(knownAt) };
}

/** A call for vectors; nothing else than the selection matches is embedded. */
type VectorsCall = Pick<MomentCall, "selection" | "signal">;

type VectorsThen = ReadonlyMap<KnownRevision, readonly SpaceVector[]>;

/** Returns the stored vectors of texts that did not change since, and new ones for the others. */
async function vectorsThen(
  engine: Engine,
  known: readonly KnownRevision[],
  call: VectorsCall,
): Promise<VectorsThen> {
  const { embedders, store } = engine;
  if (embedders.length === 0 || store.capabilities.vector === "none") return new Map();
  const searchable = known.filter(({ revision }) => revision.searchable);
  const unchanged = searchable.filter(({ record, current }) => current?.content === record.content);
  const stored = await storedVectors(engine, unchanged, call);
  const others = searchable.filter((one) => !stored.has(one));
  const wanted = others.filter(({ record }) => matchesSelection(record, call.selection));
  return new Map([...stored, ...(await newVectors(engine, wanted, call))]);
}

/** Reads vectors for recall, but none of a record that is written meanwhile. */
async function storedVectors(
  engine: Engine,
  known: readonly KnownRevision[],
  { signal }: VectorsCall,
): Promise<VectorsThen> {
  const { store, embedders } = engine;
  const spaces = (await store.spaces({ signal })).filter(({ id }) =>
    embedders.some((embedder) => embedder.id === id),
  );
  const result = new Map<KnownRevision, readonly SpaceVector[]>();
  for (const part of chunk(known, MAX_LIMIT)) {
    const columns = await Promise.all(spaces.map(({ id }) => store.vectors(id, part, { signal })));
    const after = await store.get(part, { now: engine.clock(), signal });
    for (const [index, one] of part.entries()) {
      if (after[index]?.version !== one.current?.version) continue;
      const vectors = spaces.flatMap(({ id, dimensions }, column): readonly SpaceVector[] => {
        const values = columns[column]?.[index];
        return values ? [{ space: { id, dimensions }, values }] : [];
      });
      result.set(one, vectors);
    }
  }
  return result;
}

async function newVectors(
  engine: Engine,
  known: readonly KnownRevision[],
  { selection, signal }: VectorsCall,
): Promise<VectorsThen> {
  if (known.length === 0) return new Map();
  const texts = known.map(({ record }) => record.content);
  const asked = await askedEmbedders(engine, { signal });
  const options = { purpose: "document", signal } as const;
  const { vectors, failure } = await embedWithFallback(asked, texts, options);
  const [scope = []] = selection.within;
  if (failure) engine.events.degrade(failure, { scope, during: "recall" });
  return new Map(known.map((one, index) => [one, vectors[index] ? [vectors[index]] : []]));
}
