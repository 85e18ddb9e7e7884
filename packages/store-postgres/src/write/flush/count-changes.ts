import type { RecordEntry } from "../model/record-entry.js";
import type { CurrentRecord } from "../model/stored-columns.js";
import type { CounterChange } from "./write-beside.js";

/**
 * By how much a batch changed what its scopes have. A scope that gets nothing but history becomes
 * known, too.
 */
export function countChanges(entries: Iterable<RecordEntry>): readonly CounterChange[] {
  const changes = new Map<string, CounterChange>();
  const onlyHistory = new Set<string>();
  for (const { path, stored, current, ended } of entries) {
    if (!stored && !current && ended.length > 0) onlyHistory.add(path);
    else if (stored === current) continue;
    const { records, documents, terms } = changes.get(path) ?? countsOf(undefined);
    const [before, after] = [countsOf(stored), countsOf(current)];
    changes.set(path, {
      path,
      records: records + after.records - before.records,
      documents: documents + after.documents - before.documents,
      terms: terms + after.terms - before.terms,
    });
  }
  return [...changes.values()].filter(
    ({ path, records, documents, terms }) =>
      onlyHistory.has(path) || records !== 0 || documents !== 0 || terms !== 0,
  );
}

function countsOf(record: CurrentRecord | undefined): Omit<CounterChange, "path"> {
  if (!record) return { records: 0, documents: 0, terms: 0 };
  return {
    records: 1,
    documents: record.text_hash === null ? 0 : 1,
    terms: record.term_count,
  };
}
