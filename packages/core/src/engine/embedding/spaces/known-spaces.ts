import type { CompleteStore } from "../../../contracts/memory-store.js";
import type { StoredSpace } from "../../../contracts/vector-space.js";
import type { CallOptions } from "../../../model/call-options.js";

/**
 * What the store knows of spaces. Where there is a choice of embedders it is read anew each time,
 * because other processes change it; with one there is nothing to choose, and what was there on
 * opening is enough.
 */
export class KnownSpaces {
  readonly #store: CompleteStore;
  readonly #hasChoice: boolean;
  #onOpening: readonly StoredSpace[] = [];

  constructor(store: CompleteStore, embedderCount: number) {
    this.#store = store;
    this.#hasChoice = embedderCount > 1;
  }

  /** Notes what was there on opening. */
  opened(spaces: readonly StoredSpace[]): void {
    this.#onOpening = spaces;
  }

  /** The spaces, as fresh as the choice of embedders needs them. */
  async read({ signal }: CallOptions): Promise<readonly StoredSpace[]> {
    return this.#hasChoice ? this.#store.spaces({ signal }) : this.#onOpening;
  }
}
