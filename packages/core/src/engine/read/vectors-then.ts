import type { Selection } from "../../contracts/search.js";
import type { SpaceVector } from "../../contracts/vector-space.js";
import { embedWithFallback } from "../../embedding/embed-texts.js";
import { matchesSelection } from "../../in-memory-store/selection.js";
import { chunk } from "../../internal/async/chunk.js";
import { MAX_LIMIT } from "../../model/limits.js";
import { askedEmbedders } from "../embedding/spaces/choose-embedders.js";
import type { Engine } from "../engine.js";
import type { KnownRevision } from "./known-revisions.js";

interface VectorsCall {
  /** Nothing else than it matches is embedded. */
  readonly selection: Selection;
  readonly signal: AbortSignal | undefined;
}

type VectorsThen = ReadonlyMap<KnownRevision, readonly SpaceVector[]>;

/** Returns the stored vectors of texts that did not change since, and new ones for the others. */
export async function vectorsThen(
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
    const columns = await Promise.all(
      spaces.map((space) => store.vectors(space.id, part, { signal })),
    );
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
