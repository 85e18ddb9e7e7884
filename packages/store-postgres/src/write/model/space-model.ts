import type { SpaceState, SpaceVector, StoredSpace, VectorSpace } from "@kioku/core/toolkit";
import { requireWidth } from "@kioku/core/toolkit";

/** The spaces of a batch. */
export class SpaceModel {
  readonly #known = new Map<string, StoredSpace>();
  readonly #changed = new Map<string, StoredSpace>();
  /** Spaces that are new by vectors of this batch. */
  readonly #registered = new Set<string>();

  /** Returns the spaces that have to be written. */
  get changed(): readonly StoredSpace[] {
    return [...this.#changed.values()];
  }

  /** Adds a space of the database. */
  addStored(space: StoredSpace): void {
    this.#known.set(space.id, space);
  }

  find(id: string): StoredSpace | undefined {
    return this.#known.get(id);
  }

  /** Adds the space of a vector. Throws `vector-space-mismatch` on another width. */
  register({ space, values }: SpaceVector): void {
    const known = this.#known.get(space.id);
    requireWidth(known ?? space, space.dimensions);
    requireWidth(space, values.length);
    if (known) return;
    this.set(space, "ready");
    this.#registered.add(space.id);
  }

  /** Sets the state of a space. */
  set({ id, dimensions }: VectorSpace, state: SpaceState): void {
    const space = { id, dimensions, state };
    this.#known.set(id, space);
    this.#changed.set(id, space);
    this.#registered.delete(id);
  }

  /** Adds a space of a concurrent writer. Throws `vector-space-mismatch` on another width. */
  addConcurrent(stored: StoredSpace): void {
    const own = this.#changed.get(stored.id);
    if (!own) return;
    requireWidth(stored, own.dimensions);
    if (this.#registered.has(stored.id)) this.#changed.delete(stored.id);
  }
}
