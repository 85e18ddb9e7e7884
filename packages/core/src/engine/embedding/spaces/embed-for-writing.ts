import type { SpaceVector, VectorSpace, EmbedOp, SpaceOp } from "../../../contracts/write-op.js";
import { embedTexts, embedWithFallback } from "../../../embedding/embed-texts.js";
import type { EmbedTextsOptions } from "../../../embedding/embed-texts.js";
import { MemoryError } from "../../../errors/memory-error.js";
import type { CallOptions } from "../../../model/call-options.js";
import type { MemoryRecord, RecordId } from "../../../model/record.js";
import { scopeToPath } from "../../../model/scope.js";
import type { Engine } from "../../engine.js";
import { textHash } from "../../write/search-entry.js";
import { askedEmbedders, chooseNow, type ChosenEmbedders } from "./choose-embedders.js";

interface TextVectors {
  /** One per space. The first is in a space that recall asks, if one is. */
  readonly vectors: readonly SpaceVector[];
  /** True if recall finds the text by meaning. If not, an embedder failed, or there is none. */
  readonly isFound: boolean;
  /** True if no embedder can embed it, now or later. */
  readonly isUnfit: boolean;
}

/** Vectors of texts to be written. */
export interface EmbeddedTexts {
  /** One per text, in order. */
  readonly texts: readonly TextVectors[];
  /** First failure, also if another embedder helped. */
  readonly failure: MemoryError | undefined;
  /** Ops that go before the vectors. */
  readonly spaceOps: readonly SpaceOp[];
}

/** Embeds texts in a space that recall asks and in the one that is to take over. */
export async function embedForWriting(
  engine: Engine,
  texts: readonly string[],
  options: Omit<EmbedTextsOptions, "purpose"> = {},
): Promise<EmbeddedTexts> {
  const { signal, onProgress } = options;
  const chosen = await chooseNow(engine, { signal });
  const { asked, next, spare } = chosen;
  const purpose = "document";
  const [found, more] = await Promise.all([
    embedWithFallback([...asked, ...spare], texts, { purpose, signal, onProgress }),
    next ? embedTexts(next, texts, { purpose, signal }) : undefined,
  ]);
  const embedded = texts.map((_, index): TextVectors => {
    const made = [found.vectors[index], more?.vectors[index]];
    const vectors = made.filter((vector) => vector !== undefined);
    return { vectors, isFound: made[0] !== undefined, isUnfit: found.unfit.has(index) };
  });
  const ops = spaceOps(engine, chosen, embedded);
  return { texts: embedded, failure: found.failure ?? more?.failure, spaceOps: ops };
}

/** Returns ops for spaces that start, and for those that hold the only vector of a text. */
function spaceOps(
  { embedders }: Engine,
  { starting, claiming }: ChosenEmbedders,
  texts: readonly TextVectors[],
): readonly SpaceOp[] {
  const started = new Map<string, SpaceOp>();
  const kept = new Map<string, SpaceOp>();
  for (const { vectors } of texts) {
    for (const { space } of vectors) {
      const isOnly = vectors.length === 1 && embedders.length > 1;
      if (space.id === starting?.id) started.set(space.id, startSpace(space));
      else if (space.id === claiming?.id || isOnly) {
        kept.set(space.id, { op: "space", space, state: "ready" });
      }
    }
  }
  return [...started.values(), ...kept.values()];
}

/** Returns the op that adds a vector to a record unless its text has changed by then. */
export function embedOp(record: MemoryRecord, vector: SpaceVector, dequeue: boolean): EmbedOp {
  const { scope, id } = record;
  return { op: "embed", scope, id, textHash: textHash(record), vector, dequeue };
}

/** Returns the op that makes a space known as being filled; a known one stays as it is. */
export function startSpace(space: VectorSpace): SpaceOp {
  return { op: "space", space, state: "building", unlessKnown: true };
}

/** Writes vectors. After a mismatch the embedders know the widths, and refuse such vectors. */
export async function writeVectors<T>(
  { store, embedders }: Engine,
  write: () => Promise<T>,
  { signal }: CallOptions,
): Promise<T> {
  try {
    return await write();
  } catch (error) {
    if (MemoryError.is(error, "vector-space-mismatch")) {
      const spaces = await store.spaces({ signal });
      for (const embedder of embedders) embedder.learnWidth(spaces);
    }
    throw error;
  }
}

/** Emits, scope by scope, which records got their vectors. */
export function emitEmbedded({ events }: Engine, embedded: readonly RecordId[]): void {
  const byScope = Map.groupBy(embedded, ({ scope }) => scopeToPath(scope));
  for (const refs of byScope.values()) {
    events.emit("embedded", { scope: refs[0]?.scope ?? [], ids: refs.map(({ id }) => id) });
  }
}

/** Returns the records of which no space that recall asks has a vector. */
export async function withoutFoundVector(
  engine: Engine,
  records: readonly MemoryRecord[],
  { signal }: CallOptions,
): Promise<readonly MemoryRecord[]> {
  let missing = records;
  for (const { id } of await askedEmbedders(engine, { signal })) {
    if (missing.length === 0) break;
    const vectors = await engine.store.vectors(id, missing, { signal });
    missing = missing.filter((_, index) => !vectors[index]);
  }
  return missing;
}
