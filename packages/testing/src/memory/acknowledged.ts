import { deepEqual, equal, ok } from "node:assert/strict";

import type { MemoryRecord } from "@kioku/core";

/** A record as it has to be, after all that was acknowledged. */
export interface KnownRecord {
  readonly id: string;
  readonly kind: string;
  content: string;
  readonly key?: string | undefined;
  searchable: boolean;
  trusted: boolean;
  version: number;
  uses: number;
  readonly idempotencyKeys: Set<string>;
}

/** Contents that a scope has to have after all that was acknowledged, in the order of writing. */
export class Acknowledged {
  readonly records: Map<string, KnownRecord> = new Map();

  byKey(key: string): KnownRecord | undefined {
    return [...this.records.values()].find((record) => record.key === key);
  }

  byIdempotencyKey(key: string): KnownRecord | undefined {
    return [...this.records.values()].find((record) => record.idempotencyKeys.has(key));
  }

  /** The oldest note that says the same and is trusted as much. */
  bySaying(content: string, trusted: boolean): KnownRecord | undefined {
    return [...this.records.values()].find((record) => says(record, content, trusted));
  }

  /** Fails unless these are the records, all of them, as they have to be. */
  check(records: readonly MemoryRecord[]): void {
    const ids = records.map(({ id }) => id).toSorted();
    deepEqual(ids, [...this.records.keys()].toSorted(), "the records are those acknowledged");
    for (const record of records) {
      const known = this.records.get(record.id);
      ok(known);
      equal(record.content, known.content, "the text is the one acknowledged last");
      equal(record.version, known.version, "each change made one version");
      equal(record.strength.uses, known.uses, "each repetition strengthened once");
    }
  }
}

/** Returns true if a note has this text and this trust. */
export function says(record: KnownRecord, content: string, trusted: boolean): boolean {
  return record.kind === "note" && record.content === content && record.trusted === trusted;
}
