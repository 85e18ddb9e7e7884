import type { Embedder } from "../contracts/embedder.js";
import type { SpaceVector } from "../contracts/vector-space.js";
import type { MemoryError } from "../errors/memory-error.js";
import { embedTexts } from "./embed-texts.js";
import type { EmbedTextsOptions, EmbedTextsResult } from "./embed-texts.js";
import { graverFailure } from "./graver-failure.js";

/**
 * Embeds texts with the first embedder, and what it fails at with the next one, and so on. Each
 * vector says which space it is in. The failure is the gravest one met, whether or not another
 * embedder helped.
 */
export async function embedWithFallback(
  embedders: readonly Embedder[],
  texts: readonly string[],
  options: EmbedTextsOptions = {},
): Promise<EmbedTextsResult> {
  const vectors: (SpaceVector | undefined)[] = Array.from({ length: texts.length });
  let failure: MemoryError | undefined;
  // What every one of them says that it cannot embed.
  let unfit: ReadonlySet<number> | undefined;
  const isUnfit = (index: number): boolean => unfit?.has(index) ?? true;
  for (const embedder of embedders) {
    const missing = [...texts.keys()].filter((index) => vectors[index] === undefined);
    if (missing.length === 0) break;
    const result = await embedTexts(
      embedder,
      missing.map((index) => texts[index] ?? ""),
      // What has been reported as done is not undone.
      embedder === embedders[0] ? options : { ...options, onProgress: undefined },
    );
    for (const [place, index] of missing.entries()) vectors[index] = result.vectors[place];
    const refused = missing.filter((index, place) => result.unfit.has(place) && isUnfit(index));
    unfit = new Set(refused);
    failure = graverFailure(failure, result.failure);
  }
  unfit ??= new Set();
  return failure ? { vectors, unfit, failure } : { vectors, unfit };
}
