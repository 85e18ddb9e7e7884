import { recordFromJson } from "../model/record-json.js";
import type {
  JsonObject,
  JsonValue,
  MemoryRecord,
  Origin,
  Revision,
  RevisionChange,
  Strength,
  TextForm,
} from "../model/record.js";
import type { Scope } from "../model/scope.js";

/** A record in SQL columns; instants in milliseconds since 1970, JSON as text. */
export type RecordColumns = Readonly<
  Record<"id" | "kind" | "content" | "metadata" | "form" | "origin", string> &
    Record<"key" | "value" | "thread" | "speaker" | "sources", string | null> &
    Record<"trust" | "importance" | "created_at" | "updated_at" | "version", number> &
    Record<"valence" | "arousal" | "occurred_at" | "valid_from" | "valid_to", number | null> &
    Record<"expires_at" | "archived_at", number | null> &
    Record<"pinned", boolean>
>;

/** A strength in SQL columns. */
export type StrengthColumns = Readonly<
  Record<"stability_days" | "uses", number> & Record<"last_used_at", number | null>
>;

/** A record with its strength in SQL columns. */
export interface StoredColumns extends RecordColumns, StrengthColumns {}

/** Columns as read from a database that may have no booleans. */
export interface ReadColumns extends Omit<StoredColumns, "pinned"> {
  /** Or 1 and 0. */
  readonly pinned: boolean | number;
}

/** Names of the columns of a record without its strength. */
export const RECORD_COLUMNS: readonly (keyof RecordColumns)[] =
  `id key kind content value metadata thread speaker form origin trust sources importance valence arousal pinned occurred_at
  valid_from valid_to created_at updated_at expires_at archived_at version`.split(
    /\s+/u,
  ) as (keyof RecordColumns)[];

/** Writes a record as columns, without its scope. */
export function recordToColumns(record: MemoryRecord): StoredColumns {
  const { emotion, sources, value } = record;
  return {
    id: record.id,
    key: record.key ?? null,
    kind: record.kind,
    content: record.content,
    value: value === undefined ? null : JSON.stringify(value),
    metadata: JSON.stringify(record.metadata),
    thread: record.thread ?? null,
    speaker: record.speaker ?? null,
    form: record.form,
    origin: record.origin,
    trust: record.trust,
    sources: sources.length === 0 ? null : JSON.stringify(sources),
    importance: record.importance,
    valence: emotion?.valence ?? null,
    arousal: emotion?.arousal ?? null,
    pinned: record.pinned,
    occurred_at: toMs(record.occurredAt),
    valid_from: toMs(record.validFrom),
    valid_to: toMs(record.validTo),
    created_at: record.createdAt.getTime(),
    updated_at: record.updatedAt.getTime(),
    expires_at: toMs(record.expiresAt),
    archived_at: toMs(record.archivedAt),
    version: record.version,
    ...strengthToColumns(record.strength),
  };
}

/** Writes a strength as columns. */
export function strengthToColumns(strength: Strength): StrengthColumns {
  const { stabilityDays, uses, lastUsedAt } = strength;
  return { stability_days: stabilityDays, uses, last_used_at: toMs(lastUsedAt) };
}

type Writable<T> = { -readonly [Name in keyof T]: T[Name] };

/** Reads a record from columns, as a copy that keeps `scope`. */
export function columnsToRecord(row: ReadColumns, scope: Scope): MemoryRecord {
  const { valence, arousal } = row;
  // Several times faster than spreading what there may be.
  const record = { id: row.id, scope } as Writable<MemoryRecord>;
  if (row.key !== null) record.key = row.key;
  record.kind = row.kind;
  record.content = row.content;
  if (row.value !== null) record.value = JSON.parse(row.value) as JsonValue;
  record.metadata = row.metadata === "{}" ? {} : (JSON.parse(row.metadata) as JsonObject);
  if (row.thread !== null) record.thread = row.thread;
  if (row.speaker !== null) record.speaker = row.speaker;
  record.form = row.form as TextForm;
  record.origin = row.origin as Origin;
  record.trust = row.trust;
  record.sources = row.sources === null ? [] : (JSON.parse(row.sources) as string[]);
  record.importance = row.importance;
  if (valence !== null && arousal !== null) record.emotion = { valence, arousal };
  record.pinned = Boolean(row.pinned);
  const strength: Writable<Strength> = { stabilityDays: row.stability_days, uses: row.uses };
  if (row.last_used_at !== null) strength.lastUsedAt = new Date(row.last_used_at);
  record.strength = strength;
  if (row.occurred_at !== null) record.occurredAt = new Date(row.occurred_at);
  if (row.valid_from !== null) record.validFrom = new Date(row.valid_from);
  if (row.valid_to !== null) record.validTo = new Date(row.valid_to);
  record.createdAt = new Date(row.created_at);
  record.updatedAt = new Date(row.updated_at);
  if (row.expires_at !== null) record.expiresAt = new Date(row.expires_at);
  if (row.archived_at !== null) record.archivedAt = new Date(row.archived_at);
  record.version = row.version;
  return record;
}

function toMs(date: Date | undefined): number | null {
  return date === undefined ? null : date.getTime();
}

/** Author and kind of a version in SQL columns. */
export type AuthorColumns = Readonly<
  Record<"change", string> & Record<"actor" | "cause", string | null>
>;

/** An ended version or a deletion in SQL columns. */
export interface EndedColumns extends AuthorColumns, Pick<Revision, "version"> {
  /** The `at` of the revision, in milliseconds since 1970. */
  readonly recorded_at: number;
  /** `recordToJson` as text; null for a deletion. */
  readonly snapshot: string | null;
}

/** Reads an ended version or a deletion. */
export function endedToRevision(row: EndedColumns): Revision {
  const { snapshot } = row;
  return {
    ...head(row, row.recorded_at),
    ...(snapshot === null
      ? undefined
      : { record: recordFromJson(JSON.parse(snapshot) as JsonObject) }),
  };
}

/** Reads the present version. */
export function currentToRevision(row: ReadColumns & AuthorColumns, scope: Scope): Revision {
  return { ...head(row, row.updated_at), record: columnsToRecord(row, scope) };
}

function head(row: AuthorColumns & { readonly version: number }, at: number): Revision {
  return {
    version: row.version,
    change: row.change as RevisionChange,
    at: new Date(at),
    ...(row.actor === null ? undefined : { actor: row.actor }),
    ...(row.cause === null ? undefined : { cause: row.cause }),
  };
}

/** Meaning of a job's token. */
export interface TokenColumns {
  /** Number of the queued text, from 1; 0: no job. */
  readonly number: number;
  /** Claims and releases so far, 0 to 2,147,483,647. */
  readonly claims: number;
}

/** Writes a token. */
export function toToken({ number, claims }: TokenColumns): string {
  return `${number}.${claims}`;
}

/** The greatest `integer` of databases. */
const MAX_CLAIMS = 2_147_483_647;
const NO_JOB: TokenColumns = { number: 0, claims: 0 };

/** Reads a token; an unknown one is of no job. */
export function fromToken(token: string): TokenColumns {
  const [number = 0, claims = 0] = token.split(".").map(Number);
  const isOfStore =
    Number.isSafeInteger(number) && number >= 0 && claims >= 0 && claims <= MAX_CLAIMS;
  // Other spellings of the same numbers are no tokens.
  return isOfStore && toToken({ number, claims }) === token ? { number, claims } : NO_JOB;
}
