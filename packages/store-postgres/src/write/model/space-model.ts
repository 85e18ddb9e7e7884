import type { SpaceState, SpaceVector, StoredSpace, VectorSpace } from "@kioku/core/toolkit";
import { requireWidth } from "@kioku/core/toolkit";

/** The spaces that a batch knows of. */
export class SpaceModel {
  readonly #known = new Map<string, StoredSpace>();
  readonly #changed = new Map<string, StoredSpace>();
  /** Made known by vectors of this batch. */
  readonly #registered = new Set<string>();

  /** Spaces that are not in the database as they are here. */
  get changed(): readonly StoredSpace[] {
    return [...this.#changed.values()];
  }

  /** Takes in a space that the database has. */
  addStored(space: StoredSpace): void {
    this.#known.set(space.id, space);
  }

  /** The space of this name. */
  find(id: string): StoredSpace | undefined {
    return this.#known.get(id);
  }

  /**
   * Makes known the space that a vector is written in.
   * @throws `vector-space-mismatch` if the vector has another width.
   */
  register({ space, values }: SpaceVector): void {
    const known = this.#known.get(space.id);
    requireWidth(known ?? space, space.dimensions);
    requireWidth(space, values.length);
    if (known) return;
    this.set(space, "ready");
    this.#registered.add(space.id);
  }

  /** Says what a space is from now on. */
  set({ id, dimensions }: VectorSpace, state: SpaceState): void {
    const space = { id, dimensions, state };
    this.#known.set(id, space);
    this.#changed.set(id, space);
    this.#registered.delete(id);
  }

  /**
   * Takes in a space that somebody else made known after the batch was loaded.
   * @throws `vector-space-mismatch` if vectors of this batch have another width.
   */
  meet(stored: StoredSpace): void {
    const own = this.#changed.get(stored.id);
    if (!own) return;
    requireWidth(stored, own.dimensions);
    if (this.#registered.has(stored.id)) this.#changed.delete(stored.id);
  }
}
