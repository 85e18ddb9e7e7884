import { readFile } from "node:fs/promises";

/** One memory of a group. */
export interface SetRecord {
  readonly id: string;
  readonly text: string;
  readonly thread?: string;
  readonly speaker?: string;
  /** ISO 8601 UTC. */
  readonly at?: string;
  readonly caption?: string;
}

/** One question and the ids of the records that answer it. */
export interface SetQuery {
  readonly id: string;
  readonly text: string;
  readonly category: string;
  readonly relevant: readonly string[];
  /** Number of the group's records that exist when it is asked; absent for all. */
  readonly known?: number;
}

/** One memory (a user, a conversation) with its questions. */
export interface SetGroup {
  readonly id: string;
  readonly records: readonly SetRecord[];
  readonly queries: readonly SetQuery[];
}

/** A recall set: `{ name, licence, groups }`. */
export interface RecallSet {
  readonly name: string;
  readonly groups: readonly SetGroup[];
}

/** Reads a recall set and checks its shape; errors name the file and the place. */
export async function readRecallSet(path: string): Promise<RecallSet> {
  let text: string;
  try {
    text = await readFile(path, "utf8");
  } catch (cause) {
    throw new Error(`cannot read ${path}: pass a recall set with --data FILE`, { cause });
  }
  let set: unknown;
  try {
    set = JSON.parse(text);
  } catch (cause) {
    throw new Error(`${path} is not JSON`, { cause });
  }
  if (!isRecallSet(set)) {
    throw new Error(
      `${path} is no recall set: it must be { name, groups: [{ id, records: [{ id, text }], queries: [{ id, text, category, relevant }] }] }`,
    );
  }
  for (const group of set.groups) checkIds(path, group);
  return set;
}

function checkIds(path: string, group: SetGroup): void {
  const ids = new Set(group.records.map((record) => record.id));
  if (ids.size !== group.records.length)
    throw new Error(`${path}: group ${group.id} has an id twice`);
  for (const query of group.queries) {
    const unknown = query.relevant.find((id) => !ids.has(id));
    if (unknown !== undefined) {
      throw new Error(
        `${path}: query ${query.id} of group ${group.id} names the unknown id ${unknown}`,
      );
    }
    const { known = 0 } = query;
    if (!Number.isInteger(known) || known < 0 || known > ids.size) {
      throw new Error(
        `${path}: query ${query.id} of group ${group.id} knows ${known} of ${ids.size} records`,
      );
    }
  }
}

function isRecallSet(value: unknown): value is RecallSet {
  return (
    hasText(value, "name") &&
    isList(
      value,
      "groups",
      (group) =>
        hasText(group, "id") &&
        isList(group, "records", (record) => hasText(record, "id") && hasText(record, "text")) &&
        isList(
          group,
          "queries",
          (query) =>
            hasText(query, "id") &&
            hasText(query, "text") &&
            hasText(query, "category") &&
            isList(query, "relevant", (id) => typeof id === "string"),
        ),
    )
  );
}

function hasText(value: unknown, name: string): value is Readonly<Record<string, unknown>> {
  return member(value, name) !== undefined && typeof member(value, name) === "string";
}

function isList(value: unknown, name: string, check: (item: unknown) => boolean): boolean {
  const list = member(value, name);
  return Array.isArray(list) && list.every((item) => check(item));
}

function member(value: unknown, name: string): unknown {
  return typeof value === "object" && value !== null
    ? (value as Readonly<Record<string, unknown>>)[name]
    : undefined;
}
