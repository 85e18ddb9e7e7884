import type { SpaceVector, VectorSpace } from "@kioku/core/toolkit";
import { requireWidth } from "@kioku/core/toolkit";

import { findSpace, readSpaceRows } from "../read/find-space.js";
import type { SpaceRow } from "../read/find-space.js";
import type { RecordPlace } from "../record/record-place.js";
import type { Connection } from "../sql/connection.js";
import { vectorToBytes } from "../vector/vector-bytes.js";
import { vectorRow } from "../vector/vector-row.js";
import { insertSpace } from "./insert-space.js";
import type { TouchedRecords } from "./touched-records.js";

const INSERT = "insert into vectors (row, vec) values (?, ?) on conflict (row) do nothing";
const REPLACE = "update vectors set vec = ? where row = ?";
const DROP = "delete from vectors where row = ?";
const COUNT = "update spaces set vectors = vectors + ? where id = ?";

/** Writes vectors in one transaction. */
export class VectorWriter {
  readonly #connection: Connection;
  readonly #touched: TouchedRecords;
  readonly #spaces = new Map<string, SpaceRow>();
  /** How many more a space has now. */
  readonly #added = new Map<number, number>();

  constructor(connection: Connection, touched: TouchedRecords) {
    this.#connection = connection;
    this.#touched = touched;
  }

  /**
   * Gives a record a vector in place of the one it may have in that space.
   * @throws `vector-space-mismatch` if it is not as wide as its space.
   */
  put(place: RecordPlace, { space, values }: SpaceVector): void {
    const { id, dimensions } = this.#register(space);
    requireWidth({ id: space.id, dimensions }, space.dimensions);
    requireWidth(space, values.length);
    const row = vectorRow(id, place.row);
    const bytes = vectorToBytes(values);
    if (this.#connection.change(INSERT, row, bytes) > 0) this.#count(id, 1);
    else this.#connection.run(REPLACE, bytes, row);
    this.#touched.add(place);
  }

  /** Removes a record's vectors from all spaces. */
  drop(place: RecordPlace): void {
    for (const { id } of readSpaceRows(this.#connection)) {
      if (this.#connection.change(DROP, vectorRow(id, place.row)) > 0) this.#count(id, -1);
    }
    this.#touched.add(place);
  }

  /** Writes how many there are. */
  flush(): void {
    for (const [space, added] of this.#added) this.#connection.run(COUNT, added, space);
  }

  #count(space: number, added: number): void {
    this.#added.set(space, (this.#added.get(space) ?? 0) + added);
  }

  #register(space: VectorSpace): SpaceRow {
    const found = this.#spaces.get(space.id) ?? findSpace(this.#connection, space.id);
    const known = found ?? insertSpace(this.#connection, space, "ready");
    this.#spaces.set(space.id, known);
    return known;
  }
}
