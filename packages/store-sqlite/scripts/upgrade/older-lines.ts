import { createHash } from "node:crypto";

import type { ExportLine, JsonObject } from "@kioku/core";
import { compareText, pathToScope, textForm } from "@kioku/core/toolkit";
import type { Database } from "better-sqlite3";

/** Row of a table, as an older version wrote it: columns came and went. */
type Row = Readonly<Record<string, unknown>>;

/** A line before the footer. */
type Line = Exclude<ExportLine, { readonly type: "footer" }>;

/** Columns of instants, by the members that they are in lines. */
const INSTANTS = {
  occurredAt: "occurred_at",
  validFrom: "valid_from",
  validTo: "valid_to",
  createdAt: "created_at",
  updatedAt: "updated_at",
  expiresAt: "expires_at",
  archivedAt: "archived_at",
} as const;

/** Yields all that a file of an unreleased version holds, as lines that `import` reads. */
export function* olderLines(database: Database): Generator<ExportLine> {
  const hash = createHash("sha256");
  let records = 0;
  let tombstones = 0;
  for (const line of contents(database)) {
    hash.update(JSON.stringify(line)).update("\n");
    if (line.type === "record") records += 1;
    if (line.type === "tombstone") tombstones += 1;
    yield line;
  }
  yield { type: "footer", records, tombstones, sha256: hash.digest("hex") };
}

function* contents(database: Database): Generator<Line> {
  const parts = { reach: "below", records: true, history: true, vectors: true } as const;
  yield { type: "header", format: "kioku", formatVersion: 1, parts };
  const spaces = rowsOf(database, "select * from spaces");
  for (const { name, dimensions, state = "ready" } of spaces.toSorted(by("name"))) {
    yield { type: "space", id: name, dimensions, state } as Line;
  }
  const scopes = rowsOf(database, "select id, path from scopes").toSorted(by("path"));
  for (const { id, path } of scopes) yield* scopeLines(database, Number(id), String(path));
  if (columnsOf(database, "tombstones").size === 0) return;
  for (const { id, path } of scopes) {
    const erased = rowsOf(database, "select hash, at from tombstones where scope = ?", id);
    for (const { hash, at } of erased.toSorted(by("hash"))) {
      const scope = pathToScope(String(path));
      yield { type: "tombstone", scope, hash: String(hash), at: instant(at) };
    }
  }
}

function* scopeLines(database: Database, number: number, path: string): Generator<Line> {
  const current = new Map(
    rowsOf(
      database,
      "select r.*, s.stability_days, s.uses, s.last_used_at from records r " +
        "left join strength s on s.record = r.row where r.scope = ?",
      number,
    ).map((row) => [String(row["id"]), row]),
  );
  const earlier = Map.groupBy(
    rowsOf(database, "select * from history where scope = ? order by version", number),
    (row) => String(row["id"]),
  );
  const ids = [...new Set([...current.keys(), ...earlier.keys()])].toSorted(compareText);
  for (const id of ids) {
    const row = current.get(id);
    const ended = (earlier.get(id) ?? []).map((one) => revisionOf(one, endedFields(one)));
    const revisions = row ? [...ended, revisionOf(row, currentFields(row))] : ended;
    const keys = rowsOf(
      database,
      "select key from idempotency_keys where scope = ? and record = ? order by key",
      number,
      row?.["row"] ?? 0,
    ).map(({ key }) => String(key));
    const vectors = row ? vectorsOf(database, Number(row["row"])) : {};
    const ref = { type: "record", scope: pathToScope(path), id } as const;
    yield { ...ref, revisions, idempotencyKeys: keys, vectors } as unknown as Line;
  }
}

function revisionOf(row: Row, record: JsonObject | undefined): JsonObject {
  const isFound = row["searchable"] ?? (row["snapshot"] !== undefined || row["text_hash"] !== null);
  return withoutAbsent({
    version: Number(row["version"]),
    change: String(row["change"]),
    at: instant(row["recorded_at"] ?? row["updated_at"]),
    actor: row["actor"],
    cause: row["cause"],
    searchable: record !== undefined && Boolean(isFound),
    record,
  });
}

function endedFields({ snapshot }: Row): JsonObject | undefined {
  if (typeof snapshot !== "string") return undefined;
  const {
    id: _,
    scope: __,
    ...fields
  } = JSON.parse(snapshot) as JsonObject & {
    readonly content: string;
  };
  return { form: textForm(fields.content), ...fields };
}

function currentFields(row: Row): JsonObject {
  const instants = Object.entries(INSTANTS).map(([member, column]) => {
    return [member, row[column] === null ? null : instant(row[column])] as const;
  });
  const { valence, arousal, stability_days: days, last_used_at: usedAt } = row;
  return withoutAbsent({
    key: row["key"],
    kind: row["kind"],
    content: row["content"],
    value: parsed(row["value"]),
    metadata: parsed(row["metadata"]),
    thread: row["thread"],
    speaker: row["speaker"],
    form: row["form"] ?? textForm(String(row["content"])),
    origin: row["origin"],
    trust: row["trust"],
    sources: parsed(row["sources"]) ?? [],
    importance: row["importance"],
    emotion: valence === null ? undefined : { valence, arousal },
    pinned: row["pinned"] === 1,
    strength: withoutAbsent({
      stabilityDays: days ?? row["first_stability_days"],
      uses: row["uses"] ?? 0,
      lastUsedAt: usedAt === null ? undefined : instant(usedAt),
    }),
    ...Object.fromEntries(instants),
    version: Number(row["version"]),
  });
}

/** Returns the vectors of a record by space, in base64. */
function vectorsOf(database: Database, record: number): Readonly<Record<string, string>> {
  const numbered = columnsOf(database, "vectors").has("space")
    ? "v.space = s.id and v.record = ?"
    : "v.row = (s.id << 36) + ?";
  const found = rowsOf(
    database,
    `select s.name, v.vec from spaces s join vectors v on ${numbered}`,
    record,
  );
  return Object.fromEntries(
    found.map(({ name, vec }) => [String(name), (vec as Buffer).toString("base64")]),
  );
}

function columnsOf(database: Database, table: string): ReadonlySet<unknown> {
  return new Set(rowsOf(database, "select name from pragma_table_info(?)", table).map(nameOf));
}

function nameOf({ name }: Row): unknown {
  return name;
}

function rowsOf(database: Database, sql: string, ...values: readonly unknown[]): readonly Row[] {
  return database.prepare(sql).all(...values) as Row[];
}

function by(column: string): (a: Row, b: Row) => number {
  return (a, b) => compareText(String(a[column]), String(b[column]));
}

function parsed(value: unknown): unknown {
  return typeof value === "string" ? JSON.parse(value) : undefined;
}

function instant(value: unknown): string {
  return new Date(Number(value)).toISOString();
}

/** Returns an object without the members that are null or undefined: columns have only one. */
function withoutAbsent(members: Readonly<Record<string, unknown>>): JsonObject {
  const present = Object.entries(members).filter(
    ([, value]) => value !== null && value !== undefined,
  );
  return Object.fromEntries(present) as JsonObject;
}
