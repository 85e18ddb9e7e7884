import type { SpaceVector, VectorSpace } from "../../../contracts/vector-space.js";
import type { SpaceOp } from "../../../contracts/write-op.js";
import { embedTexts } from "../../../embedding/embed-texts.js";
import type { EmbedTextsOptions } from "../../../embedding/embed-texts.js";
import { embedWithFallback } from "../../../embedding/embed-with-fallback.js";
import type { MemoryError } from "../../../errors/memory-error.js";
import type { Engine } from "../../engine.js";
import { chooseEmbedders } from "./choose-embedders.js";
import type { ChosenEmbedders } from "./choose-embedders.js";
import { startSpace } from "./start-space.js";

/** The vectors of one text. */
interface TextVectors {
  /** One per space. The first is in a space that recall asks, if there is any such. */
  readonly vectors: readonly SpaceVector[];
  /** Whether recall finds the text by meaning. If not, an embedder failed, or there is none. */
  readonly isFound: boolean;
  /** Whether no embedder can embed it, now or later. */
  readonly isUnfit: boolean;
}

/** What a write needs of embedders. */
export interface EmbeddedTexts {
  /** One per text, in order. */
  readonly texts: readonly TextVectors[];
  /** The first failure, whether or not another embedder helped. */
  readonly failure: MemoryError | undefined;
  /** What has to stand in the batch before the vectors. */
  readonly spaceOps: readonly SpaceOp[];
}

/**
 * Embeds what is about to be written in every space that needs it: one that recall asks, and the
 * one that is to take over. Only an abort and a failure of the store reject.
 */
export async function embedForWriting(
  engine: Engine,
  texts: readonly string[],
  options: Omit<EmbedTextsOptions, "purpose"> = {},
): Promise<EmbeddedTexts> {
  const { signal, onProgress } = options;
  const chosen = chooseEmbedders(engine.embedders, await engine.spaces.read({ signal }));
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
 * A space that starts must not be taken for complete because it has a vector. And what holds the
 * only vector of a text must be asked, also if it is retired while the text is on its way to the
 * store; and no longer kept apart, if it was.
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
