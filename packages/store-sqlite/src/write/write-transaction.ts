import type { SpaceState, SpaceVector, VectorSpace } from "@kioku/core/toolkit";
import { requireWidth } from "@kioku/core/toolkit";

import { findSpace, readSpaceRows, type SpaceRow } from "../read/find-records.js";
import { packVector } from "../schema/packed-vector.js";
import { vectorRow, type RecordLocation } from "../schema/rows.js";
import type { Connection } from "../sql/connection.js";
import type { StoreContext } from "../sql/store-context.js";
import { KeywordWriter } from "./keyword-writer.js";
import { TouchedRecords } from "./touched-records.js";

/** State shared by the parts of one write. */
export interface WriteTransaction {
  readonly connection: Connection;
  readonly scopes: ScopeCounters;
  readonly vectors: VectorWriter;
  readonly keywords: KeywordWriter;
  readonly touched: TouchedRecords;
}

/** Runs `work` in one transaction. */
export async function inWriteTransaction<T>(
  { connection, pause }: Pick<StoreContext, "connection" | "pause">,
  work: (transaction: WriteTransaction) => T | Promise<T>,
): Promise<T> {
  return connection.write(async () => {
    const touched = new TouchedRecords();
    const scopes = new ScopeCounters(connection);
    const vectors = new VectorWriter(connection, touched);
    const keywords = new KeywordWriter(connection);
    const result = await work({ connection, scopes, vectors, keywords, touched });
    if (keywords.isMuch) connection.writeThrough();
    await keywords.flush(pause);
    scopes.flush();
    vectors.flush();
    touched.flush(connection);
    // The commit of FTS5's and the log's buffers takes a while if they are large.
    const pausing = pause();
    if (pausing) await pausing;
    return result;
  });
}

const FIND_SCOPE = "select id from scopes where path = ?";
const INSERT_SCOPE = "insert into scopes (path) values (?)";
const ADD_COUNTS =
  "update scopes set records = records + ?, documents = documents + ?, terms = terms + ? where id = ?";

interface ScopeCounts {
  readonly records: number;
  readonly documents: number;
  readonly terms: number;
}

const NOTHING: ScopeCounts = { records: 0, documents: 0, terms: 0 };

/** Scopes by path, and changes of their counters, written once at the end of a transaction. */
class ScopeCounters {
  readonly #connection: Connection;
  readonly #ids = new Map<string, number>();
  readonly #added = new Map<number, ScopeCounts>();

  constructor(connection: Connection) {
    this.#connection = connection;
  }

  /** Returns the number of a scope that ever held records. */
  find(path: string): number | undefined {
    const known = this.#ids.get(path);
    if (known !== undefined) return known;
    const [found] = this.#connection.values<number>(FIND_SCOPE, path);
    if (found !== undefined) this.#ids.set(path, found);
    return found;
  }

  /** Returns the number of a scope, creating its row if missing. */
  idOf(path: string): number {
    const found = this.find(path) ?? this.#connection.run(INSERT_SCOPE, path);
    this.#ids.set(path, found);
    return found;
  }

  add(scope: number, counts: ScopeCounts): void {
    const { records, documents, terms } = this.#added.get(scope) ?? NOTHING;
    this.#added.set(scope, {
      records: records + counts.records,
      documents: documents + counts.documents,
      terms: terms + counts.terms,
    });
  }

  flush(): void {
    for (const [scope, { records, documents, terms }] of this.#added) {
      this.#connection.run(ADD_COUNTS, records, documents, terms, scope);
    }
  }
}

const INSERT_VECTOR = "insert into vectors (row, vec) values (?, ?) on conflict (row) do nothing";
const REPLACE_VECTOR = "update vectors set vec = ? where row = ?";
const DROP_VECTOR = "delete from vectors where row = ?";
const COUNT_VECTORS = "update spaces set vectors = vectors + ? where id = ?";

class VectorWriter {
  readonly #connection: Connection;
  readonly #touched: TouchedRecords;
  readonly #spaces = new Map<string, SpaceRow>();
  readonly #added = new Map<number, number>();

  constructor(connection: Connection, touched: TouchedRecords) {
    this.#connection = connection;
    this.#touched = touched;
  }

  /**
   * Sets the vector of a record in a space.
   * @throws `vector-space-mismatch` if its width differs from the space.
   */
  put(location: RecordLocation, { space, values }: SpaceVector): void {
    const { id, dimensions } = this.#register(space);
    requireWidth({ id: space.id, dimensions }, space.dimensions);
    requireWidth(space, values.length);
    const row = vectorRow(id, location.row);
    const bytes = packVector(values);
    if (this.#connection.change(INSERT_VECTOR, row, bytes) > 0) this.#count(id, 1);
    else this.#connection.run(REPLACE_VECTOR, bytes, row);
    this.#touched.add(location);
  }

  /** Removes a record's vectors from all spaces. */
  drop(location: RecordLocation): void {
    for (const { id } of readSpaceRows(this.#connection)) {
      if (this.#connection.change(DROP_VECTOR, vectorRow(id, location.row)) > 0)
        this.#count(id, -1);
    }
    this.#touched.add(location);
  }

  flush(): void {
    for (const [space, added] of this.#added) this.#connection.run(COUNT_VECTORS, added, space);
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

const INSERT_SPACE = "insert into spaces (name, dimensions, state) values (?, ?, ?)";

/** Creates a space. */
export function insertSpace(
  connection: Connection,
  { id: name, dimensions }: VectorSpace,
  state: SpaceState,
): SpaceRow {
  return {
    id: connection.run(INSERT_SPACE, name, dimensions, state),
    dimensions,
    vectors: 0,
    state,
  };
}
