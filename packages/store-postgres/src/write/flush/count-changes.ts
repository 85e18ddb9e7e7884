import type { CurrentRecord } from "../../schema/record-row.js";
import type { RecordEntry } from "../model/record-entry.js";
import type { CounterChange } from "./related-rows.js";

/** Numbers that a batch takes from its scopes, which count them before they are used. */
interface Places {
  /** Places of new texts, counted from the last number of the scope. */
  readonly texts: ReadonlyMap<RecordEntry, number>;
  /** Places of queued texts. */
  readonly jobs: ReadonlyMap<RecordEntry, number>;
  /** Count of numbers that each scope gives, by its path. */
  readonly numbers: ReadonlyMap<string, number>;
}

/** Numbers new texts, then jobs, in the order of the batch. */
export function placesOf(entries: readonly RecordEntry[]): Places {
  const texts = entries.filter(({ stored, current }) => {
    return current !== stored && current?.terms !== undefined;
  });
  const jobs = entries.filter(({ jobRunsAt }) => jobRunsAt !== undefined);
  const numbers = new Map<string, number>();
  for (const { path } of [...texts, ...jobs]) numbers.set(path, (numbers.get(path) ?? 0) + 1);
  const left = new Map(numbers);
  const place = (entry: RecordEntry): readonly [RecordEntry, number] => {
    const count = (left.get(entry.path) ?? 0) - 1;
    left.set(entry.path, count);
    return [entry, count];
  };
  return { texts: new Map(texts.map(place)), jobs: new Map(jobs.map(place)), numbers };
}

/** Counts the changes of scopes. A scope with nothing but history becomes known, too. */
export function countChanges(
  entries: Iterable<RecordEntry>,
  numbers: Places["numbers"],
): readonly CounterChange[] {
  const changes = new Map<string, CounterChange>();
  const onlyHistory = new Set<string>();
  for (const { path, stored, current, ended } of entries) {
    if (!stored && !current && ended.length > 0) onlyHistory.add(path);
    else if (stored === current && !numbers.has(path)) continue;
    const { records, documents, terms } = changes.get(path) ?? countsOf(undefined);
    const [before, after] = [countsOf(stored), countsOf(current)];
    changes.set(path, {
      path,
      records: records + after.records - before.records,
      documents: documents + after.documents - before.documents,
      terms: terms + after.terms - before.terms,
      numbers: numbers.get(path) ?? 0,
    });
  }
  return [...changes.values()].filter(
    (change) =>
      onlyHistory.has(change.path) ||
      change.records !== 0 ||
      change.documents !== 0 ||
      change.terms !== 0 ||
      change.numbers !== 0,
  );
}

function countsOf(
  record: CurrentRecord | undefined,
): Pick<CounterChange, "records" | "documents" | "terms"> {
  if (!record) return { records: 0, documents: 0, terms: 0 };
  return {
    records: 1,
    documents: record.text_hash === null ? 0 : 1,
    terms: record.term_count,
  };
}
