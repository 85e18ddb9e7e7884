import type { SpaceStatus } from "../../api/memory-root.js";
import { checkCallOptions } from "../../internal/check/check-inputs.js";
import type { CallOptions } from "../../model/call-options.js";
import { compareText } from "../../model/compare-text.js";
import type { Engine } from "../engine.js";

/** Returns the spaces of the store by id, each with the number of vectors it lacks. */
export async function spaceStatuses(
  { embedders, lifecycle, store }: Engine,
  options: CallOptions,
): Promise<readonly SpaceStatus[]> {
  checkCallOptions(options);
  const { signal } = options;
  return lifecycle.run(signal, async () => {
    const statuses: SpaceStatus[] = [];
    for (const space of await store.spaces({ signal })) {
      const hasEmbedder = embedders.some(({ id }) => id === space.id);
      const isWanted = hasEmbedder || space.state !== "separate";
      const missing = isWanted ? await store.countMissingVectors(space.id, { signal }) : 0;
      statuses.push({ ...space, missing, hasEmbedder });
    }
    return statuses.toSorted((a, b) => compareText(a.id, b.id));
  });
}
