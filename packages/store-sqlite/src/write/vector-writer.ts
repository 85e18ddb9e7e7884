import type { SpaceVector, VectorSpace } from "@kioku/core";

import { findSpace } from "../read/find-space.js";
import type { SpaceRow } from "../read/find-space.js";
import type { RecordPlace } from "../record/record-place.js";
import type { Connection } from "../sql/connection.js";
import { requireWidth } from "../vector/require-width.js";
import { vectorToBytes } from "../vector/vector-bytes.js";
import type { VectorChange } from "../vector/vector-change.js";
import { insertSpace } from "./insert-space.js";

const PUT =
  "insert into vectors (space, scope, record, vec) values (?, ?, ?, ?) " +
  "on conflict (space, scope, record) do update set vec = excluded.vec";
const DROP =
  "delete from vectors where space in (select id from spaces) and scope = ? and record = ? " +
  "returning space";

/** Writes vectors in one transaction and remembers what it changed. */
export class VectorWriter {
  readonly #connection: Connection;
  readonly #spaces = new Map<string, SpaceRow>();
  /** In order. */
  readonly changes: VectorChange[] = [];

  constructor(connection: Connection) {
    this.#connection = connection;
  }

  /** The scopes whose vectors were changed. */
  changedScopes(): ReadonlySet<number> {
    return new Set(this.changes.map(({ scope }) => scope));
  }

  /**
   * Gives a record a vector in place of the one it may have in that space.
   * @throws `vector-space-mismatch` if it is not as wide as its space.
   */
  put({ scope, row }: RecordPlace, { space, values }: SpaceVector): void {
    const { id, dimensions } = this.#register(space);
    requireWidth({ id: space.id, dimensions }, space.dimensions);
    requireWidth(space, values.length);
    this.#connection.run(PUT, id, scope, row, vectorToBytes(values));
    this.changes.push({ space: id, scope, record: row, values });
  }

  /** Removes a record's vectors from all spaces. */
  drop({ scope, row }: RecordPlace): void {
    for (const space of this.#connection.values<number>(DROP, scope, row)) {
      this.changes.push({ space, scope, record: row });
    }
  }

  #register(space: VectorSpace): SpaceRow {
    const found = this.#spaces.get(space.id) ?? findSpace(this.#connection, space.id);
    const known = found ?? insertSpace(this.#connection, space, "ready");
    this.#spaces.set(space.id, known);
    return known;
  }
}
