import type { Selection } from "../../contracts/search.js";
import type { SpaceVector, VectorSpace } from "../../contracts/vector-space.js";
import { embedWithFallback } from "../../embedding/embed-with-fallback.js";
import { matchesSelection } from "../../in-memory-store/selection.js";
import { MAX_LIMIT } from "../../model/limits.js";
import { askedEmbedders } from "../embedding/spaces/asked-embedders.js";
import type { Engine } from "../engine.js";
import type { KnownRevision } from "./known-revisions.js";

/** What is going to be searched, so that nothing else is embedded. */
export interface VectorsCall {
  readonly selection: Selection;
  readonly signal: AbortSignal | undefined;
}

/** The vectors of what was known. */
export type VectorsThen = ReadonlyMap<KnownRevision, readonly SpaceVector[]>;

/**
 * The vectors of texts that were known: those of the store where the text is still the same, and
 * new ones for the others, as far as they can be found. What an embedder fails at is found by
 * keyword.
 */
export async function vectorsThen(
  engine: Engine,
  known: readonly KnownRevision[],
  call: VectorsCall,
): Promise<VectorsThen> {
  const { embedders, store } = engine;
  if (embedders.length === 0 || store.capabilities.vector === "none") return new Map();
  const searchable = known.filter(({ revision }) => revision.searchable);
  const stored = await storedVectors(engine, searchable.filter(hasItsText), call);
  const others = searchable.filter((one) => !stored.has(one));
  const wanted = others.filter(({ record }) => matchesSelection(record, call.selection));
  return new Map([...stored, ...(await newVectors(engine, wanted, call))]);
}

function hasItsText({ record, current }: KnownRevision): boolean {
  return current?.content === record.content;
}

/**
 * In the spaces that recall may ask. A record that is written meanwhile is left out: its vectors
 * may be of another text.
 */
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
  for (let start = 0; start < known.length; start += MAX_LIMIT) {
    const part = known.slice(start, start + MAX_LIMIT);
    const columns = await Promise.all(
      spaces.map((space) => store.vectors(space.id, part, { signal })),
    );
    const after = await store.get(part, { now: engine.clock(), signal });
    for (const [index, one] of part.entries()) {
      if (after[index]?.version !== one.current?.version) continue;
      const values = columns.map((column) => column[index]);
      result.set(one, toVectors(spaces, values));
    }
  }
  return result;
}

function toVectors(
  spaces: readonly VectorSpace[],
  values: readonly (Float32Array | undefined)[],
): readonly SpaceVector[] {
  return spaces.flatMap(({ id, dimensions }, index): readonly SpaceVector[] => {
    const vector = values[index];
    return vector ? [{ space: { id, dimensions }, values: vector }] : [];
  });
}

async function newVectors(
  engine: Engine,
  known: readonly KnownRevision[],
  { selection, signal }: VectorsCall,
): Promise<VectorsThen> {
  if (known.length === 0) return new Map();
  const texts = known.map(({ record }) => record.content);
  const asked = await askedEmbedders(engine, { signal });
  const { vectors, failure } = await embedWithFallback(asked, texts, {
    purpose: "document",
    signal,
  });
  if (failure) {
    const [scope = []] = selection.within;
    const { message: reason } = failure;
    engine.events.emit("degraded", { scope, during: "recall", reason, cause: failure });
  }
  return new Map(
    known.map((one, index) => {
      const vector = vectors[index];
      return [one, vector ? [vector] : []];
    }),
  );
}
