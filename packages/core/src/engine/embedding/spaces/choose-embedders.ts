import type { Embedder } from "../../../contracts/embedder.js";
import type { CompleteStore } from "../../../contracts/memory-store.js";
import type { SpaceState, StoredSpace } from "../../../contracts/write-op.js";
import type { CallOptions } from "../../../model/call-options.js";

/** The spaces of the store, read anew each time if there is a choice of embedders. */
export class KnownSpaces {
  readonly #store: CompleteStore;
  readonly #hasChoice: boolean;
  #onOpening: readonly StoredSpace[] = [];

  constructor(store: CompleteStore, embedderCount: number) {
    this.#store = store;
    this.#hasChoice = embedderCount > 1;
  }

  /** Notes the spaces that the store had on opening. */
  opened(spaces: readonly StoredSpace[]): void {
    this.#onOpening = spaces;
  }

  /** Returns the spaces, as fresh as the choice of embedders needs them. */
  async read({ signal }: CallOptions): Promise<readonly StoredSpace[]> {
    return this.#hasChoice ? this.#store.spaces({ signal }) : this.#onOpening;
  }
}

/** The roles of a memory's embedders. */
export interface ChosenEmbedders {
  /** Embedders whose spaces a recall asks, each by itself; empty only if there is no embedder. */
  readonly asked: readonly Embedder[];
  /** The first embedder, while its space is being filled: what is written goes there as well. */
  readonly next: Embedder | undefined;
  /** Embedders for a write where all asked ones fail. Recall asks their spaces from then on. */
  readonly spare: readonly Embedder[];
  /** The first embedder, if it takes over from another space: its own begins as `building`. */
  readonly starting: Embedder | undefined;
  /** The first embedder, if its space was kept apart: the memory's first vector makes it ready. */
  readonly claiming: Embedder | undefined;
}

/** Chooses by the spaces of the store. Pure, so that a call that chose once stays with it. */
export function chooseEmbedders(
  embedders: readonly Embedder[],
  stored: readonly StoredSpace[],
): ChosenEmbedders {
  const [first] = embedders;
  if (!first) {
    return { asked: [], next: undefined, spare: [], starting: undefined, claiming: undefined };
  }
  // A separate space is neither complete nor on its way to be.
  const spaces = stored.filter(({ state }) => state !== "separate");
  const states = new Map(spaces.map(({ id, state }) => [id, state]));
  const inState = (state: SpaceState): readonly Embedder[] =>
    embedders.filter(({ id }) => states.get(id) === state);
  const ready = inState("ready");
  // A retired space was complete once, one that is being built never was.
  const [substitute = first] = [...inState("retired"), ...inState("building")];
  const asked = ready.length > 0 ? ready : [substitute];
  // A space that another memory is filling is not complete.
  const isSpare = (one: Embedder): boolean =>
    !asked.includes(one) && states.get(one.id) !== "building";
  const settled = states.get(first.id) === "ready" || spaces.length === 0;
  return {
    asked,
    next: asked.includes(first) ? undefined : first,
    spare: settled ? embedders.filter(isSpare) : [],
    claiming: spaces.length === 0 && stored.some(({ id }) => id === first.id) ? first : undefined,
    starting: settled || spaces.every(({ id }) => id === first.id) ? undefined : first,
  };
}

interface Choice {
  readonly embedders: readonly Embedder[];
  readonly spaces: KnownSpaces;
}

/** Chooses by the spaces as they are now. */
export async function chooseNow(
  { embedders, spaces }: Choice,
  options: CallOptions,
): Promise<ChosenEmbedders> {
  return chooseEmbedders(embedders, await spaces.read(options));
}

/** Returns the embedders whose spaces a recall asks now: one during a change of the model. */
export async function askedEmbedders(
  engine: Choice,
  options: CallOptions,
): Promise<readonly Embedder[]> {
  return (await chooseNow(engine, options)).asked;
}
