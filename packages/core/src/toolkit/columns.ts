import { recordFromJson } from "../model/record-json.js";
import type {
  Emotion,
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

/** Reads a record from columns, as a copy that keeps `scope`. */
export function columnsToRecord(row: ReadColumns, scope: Scope): MemoryRecord {
  const { stability_days: stabilityDays } = row;
  return {
    id: row.id,
    scope,
    ...(row.key === null ? undefined : { key: row.key }),
    kind: row.kind,
    content: row.content,
    ...(row.value === null ? undefined : { value: JSON.parse(row.value) as JsonValue }),
    metadata: row.metadata === "{}" ? {} : (JSON.parse(row.metadata) as JsonObject),
    ...(row.thread === null ? undefined : { thread: row.thread }),
    ...(row.speaker === null ? undefined : { speaker: row.speaker }),
    form: row.form as TextForm,
    origin: row.origin as Origin,
    trust: row.trust,
    sources: row.sources === null ? [] : (JSON.parse(row.sources) as string[]),
    importance: row.importance,
    ...emotionOf(row),
    pinned: Boolean(row.pinned),
    strength: { stabilityDays, uses: row.uses, ...instant("lastUsedAt", row.last_used_at) },
    ...instant("occurredAt", row.occurred_at),
    ...instant("validFrom", row.valid_from),
    ...instant("validTo", row.valid_to),
    createdAt: new Date(row.created_at),
    updatedAt: new Date(row.updated_at),
    ...instant("expiresAt", row.expires_at),
    ...instant("archivedAt", row.archived_at),
    version: row.version,
  };
}

function emotionOf({ valence, arousal }: ReadColumns): { readonly emotion: Emotion } | undefined {
  return valence === null || arousal === null ? undefined : { emotion: { valence, arousal } };
}

function instant<Name extends string>(
  name: Name,
  ms: number | null,
): { readonly [key in Name]?: Date } | undefined {
  return ms === null ? undefined : ({ [name]: new Date(ms) } as { readonly [key in Name]: Date });
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
