import type { Connection } from "../sql/connection.js";

const FIND = "select id from scopes where path = ?";
const INSERT = "insert into scopes (path) values (?)";
const UPDATE =
  "update scopes set records = records + ?, documents = documents + ?, terms = terms + ? where id = ?";

/** By how much a write changes what `scopes` counts. */
export interface ScopeCounts {
  readonly records: number;
  readonly documents: number;
  readonly terms: number;
}

const NOTHING: ScopeCounts = { records: 0, documents: 0, terms: 0 };

/** Scopes by path, and what a transaction adds to their counters: written once, at its end. */
export class ScopeLedger {
  readonly #connection: Connection;
  readonly #ids = new Map<string, number>();
  readonly #added = new Map<number, ScopeCounts>();

  constructor(connection: Connection) {
    this.#connection = connection;
  }

  /** The number of a scope, if it ever held records. */
  find(path: string): number | undefined {
    const known = this.#ids.get(path);
    if (known !== undefined) return known;
    const [found] = this.#connection.values<number>(FIND, path);
    if (found !== undefined) this.#ids.set(path, found);
    return found;
  }

  /** The number of a scope; makes its row if there is none. */
  idOf(path: string): number {
    const found = this.find(path) ?? this.#connection.run(INSERT, path);
    this.#ids.set(path, found);
    return found;
  }

  /** Notes that these were added, or taken away. */
  add(scope: number, counts: ScopeCounts): void {
    const { records, documents, terms } = this.#added.get(scope) ?? NOTHING;
    this.#added.set(scope, {
      records: records + counts.records,
      documents: documents + counts.documents,
      terms: terms + counts.terms,
    });
  }

  /** Writes the counters. */
  flush(): void {
    for (const [scope, { records, documents, terms }] of this.#added) {
      this.#connection.run(UPDATE, records, documents, terms, scope);
    }
  }
}
