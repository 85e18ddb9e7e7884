import type { Embedder } from "../../../contracts/embedder.js";
import type { SpaceState, StoredSpace } from "../../../contracts/vector-space.js";

/** What each of a memory's embedders is for, as things stand. */
export interface ChosenEmbedders {
  /** Whose spaces a recall asks, each by itself; empty only where there is no embedder. */
  readonly asked: readonly Embedder[];
  /**
   * The first embedder, while its space is being filled and recall does not ask it yet: what is
   * written goes there as well.
   */
  readonly next: Embedder | undefined;
  /** Who helps a write where all that are asked fail. Recall asks their spaces from then on. */
  readonly spare: readonly Embedder[];
  /**
   * The first embedder, if it has to take over from another space: its own one begins as
   * `building`.
   */
  readonly starting: Embedder | undefined;
  /**
   * The first embedder, if its space was kept apart and nothing else is asked: with the first
   * vector of the memory it becomes `ready`.
   */
  readonly claiming: Embedder | undefined;
}

/**
 * Decides it by what the store knows. Pure, so that a recall or a write that decided once stays
 * with it.
 */
export function chooseEmbedders(
  embedders: readonly Embedder[],
  stored: readonly StoredSpace[],
): ChosenEmbedders {
  const [first] = embedders;
  if (!first) {
    return { asked: [], next: undefined, spare: [], starting: undefined, claiming: undefined };
  }
  // What is kept apart is neither complete nor on its way to be.
  const spaces = stored.filter(({ state }) => state !== "separate");
  const states = new Map(spaces.map(({ id, state }) => [id, state]));
  const inState = (state: SpaceState): readonly Embedder[] =>
    embedders.filter(({ id }) => states.get(id) === state);
  const ready = inState("ready");
  // What is retired was complete once, what is being built never was.
  const [substitute = first] = [...inState("retired"), ...inState("building")];
  const asked = ready.length > 0 ? ready : [substitute];
  const settled = states.get(first.id) === "ready" || spaces.length === 0;
  return {
    asked,
    next: asked.includes(first) ? undefined : first,
    spare: settled ? embedders.filter((one) => isSpare(one, asked, states)) : [],
    claiming: spaces.length === 0 && stored.some(({ id }) => id === first.id) ? first : undefined,
    starting: settled || spaces.every(({ id }) => id === first.id) ? undefined : first,
  };
}

/** A space that another memory is filling must not be asked before it is complete. */
function isSpare(
  embedder: Embedder,
  asked: readonly Embedder[],
  states: ReadonlyMap<string, SpaceState>,
): boolean {
  return !asked.includes(embedder) && states.get(embedder.id) !== "building";
}
