import type { CallOptions, Memory, MemoryRecord, RememberInput } from "@kioku/core";

import { remainingEvidence } from "../documents/proof.js";
import { KINDS } from "../model/kinds.js";
import { factToInput, recordToFact } from "../records/fact-record.js";
import { objectOf } from "../records/json.js";
import { readPages } from "../records/read-records.js";

/** A record that was made of others, some of which go. */
export interface Derived {
  readonly record: MemoryRecord;
  /** Makes the next version, of the part that is proven still; absent: there is none. */
  readonly rewrite?: (ifVersion: number) => RememberInput;
}

/** Finds what a mind made of records that go. */
export async function findDerived(
  memory: Memory,
  gone: ReadonlySet<string>,
  { signal }: CallOptions,
): Promise<readonly Derived[]> {
  const kinds = [KINDS.fact, KINDS.episode, KINDS.reminder, KINDS.refusal];
  const query = { kinds, includeRetired: true, includeArchived: true };
  const found: Derived[] = [];
  for await (const page of readPages(memory, query, { signal })) {
    for (const record of page) {
      if (gone.has(record.id) || !record.sources.some((id) => gone.has(id))) continue;
      const rewrite = rewriteFact(record, gone);
      found.push(rewrite ? { record, rewrite } : { record });
    }
  }
  return found;
}

function rewriteFact(record: MemoryRecord, gone: ReadonlySet<string>): Derived["rewrite"] {
  const fact = recordToFact(record);
  if (!fact) return undefined;
  const evidence = remainingEvidence(fact, ({ source }) => !gone.has(source));
  if (evidence.length === 0) return undefined;
  const { standing: _, ...mind } = objectOf(record.metadata["mind"]);
  const quotes = evidence.map(({ source, quote }) => ({ source, quote }));
  const { run, validTo } = fact;
  return (ifVersion) => ({
    ...factToInput({ ...fact, evidence }, { run, reason: "", ifVersion, validTo }),
    metadata: { ...record.metadata, mind: { ...mind, quotes } },
  });
}
