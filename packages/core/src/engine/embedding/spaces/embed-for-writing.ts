import type { SpaceVector, VectorSpace } from "../../../contracts/vector-space.js";
import type { SpaceOp } from "../../../contracts/write-op.js";
import { embedTexts, embedWithFallback } from "../../../embedding/embed-texts.js";
import type { EmbedTextsOptions } from "../../../embedding/embed-texts.js";
import type { MemoryError } from "../../../errors/memory-error.js";
import type { Engine } from "../../engine.js";
import { chooseNow } from "./choose-embedders.js";
import type { ChosenEmbedders } from "./choose-embedders.js";

/** The vectors of one text. */
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

/**
 * Embeds texts in every space that needs them: one that recall asks, and the one that is to take
 * over. Only an abort and a failure of the store reject.
 */
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
    const vectors = [found.vectors[index], more?.vectors[index]];
    return {
      vectors: vectors.filter((vector) => vector !== undefined),
      isFound: vectors[0] !== undefined,
      isUnfit: found.unfit.has(index),
    };
  });
  return {
    texts: embedded,
    failure: found.failure ?? more?.failure,
    spaceOps: spaceOps(engine, chosen, embedded),
  };
}

/**
 * Returns ops for spaces that start, which must not be taken for complete because they have a
 * vector, and for those that hold the only vector of a text, which recall must ask from now on.
 */
function spaceOps(
  { embedders }: Engine,
  { starting, claiming }: ChosenEmbedders,
  texts: readonly TextVectors[],
): readonly SpaceOp[] {
  const started = new Map<string, VectorSpace>();
  const kept = new Map<string, VectorSpace>();
  for (const { vectors } of texts) {
    for (const { space } of vectors) {
      if (space.id === starting?.id) started.set(space.id, space);
      else if (space.id === claiming?.id) kept.set(space.id, space);
      else if (vectors.length === 1 && embedders.length > 1) kept.set(space.id, space);
    }
  }
  return [
    ...[...started.values()].map((space) => startSpace(space)),
    ...[...kept.values()].map((space): SpaceOp => ({ op: "space", space, state: "ready" })),
  ];
}

/** Returns the op that makes a space known as being filled; a known one stays as it is. */
export function startSpace(space: VectorSpace): SpaceOp {
  return { op: "space", space, state: "building", unlessKnown: true };
}
