import type { RecallSet, SetGroup } from "../recall/recall-set.ts";

/**
 * The same set with all records in one scope. Ids and threads of a group carry its id, since other
 * groups may have the same ones.
 */
export function inOneScope({ name, groups }: RecallSet): RecallSet {
  const all = groups.map((group) => withNamesOf(group));
  return {
    name: `${name}, in one scope`,
    groups: [
      {
        id: "all",
        records: all.flatMap(({ records }) => records),
        queries: all.flatMap(({ queries }) => queries),
      },
    ],
  };
}

function withNamesOf({ id: group, records, queries }: SetGroup): SetGroup {
  const named = (id: string): string => `${group}/${id}`;
  return {
    id: group,
    records: records.map((record) => ({
      ...record,
      id: named(record.id),
      ...(record.thread === undefined ? {} : { thread: named(record.thread) }),
    })),
    queries: queries.map((query) => ({
      ...query,
      id: named(query.id),
      relevant: query.relevant.map((id) => named(id)),
    })),
  };
}
