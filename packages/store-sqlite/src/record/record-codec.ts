import { pathToScope, scopeToPath } from "@kioku/core";
import type {
  Emotion,
  JsonObject,
  JsonValue,
  MemoryRecord,
  Origin,
  Scope,
  Strength,
} from "@kioku/core";

import type { StrengthColumns } from "../sql/tables.js";
import type { RecordRow } from "./record-row.js";

/** A record as it is stored. */
export function recordToRow(record: MemoryRecord): RecordRow {
  const { emotion, sources, value } = record;
  return {
    path: scopeToPath(record.scope),
    id: record.id,
    key: record.key ?? null,
    kind: record.kind,
    content: record.content,
    value: value === undefined ? null : JSON.stringify(value),
    metadata: JSON.stringify(record.metadata),
    thread: record.thread ?? null,
    origin: record.origin,
    trust: record.trust,
    sources: sources.length === 0 ? null : JSON.stringify(sources),
    importance: record.importance,
    valence: emotion?.valence ?? null,
    arousal: emotion?.arousal ?? null,
    pinned: record.pinned ? 1 : 0,
    occurred_at: toMs(record.occurredAt),
    valid_from: toMs(record.validFrom),
    valid_to: toMs(record.validTo),
    created_at: record.createdAt.getTime(),
    updated_at: record.updatedAt.getTime(),
    expires_at: toMs(record.expiresAt),
    archived_at: toMs(record.archivedAt),
    version: record.version,
    ...strengthToRow(record.strength),
  };
}

/** A strength as it is stored. */
export function strengthToRow(strength: Strength): StrengthColumns {
  return {
    stability_days: strength.stabilityDays,
    uses: strength.uses,
    last_used_at: toMs(strength.lastUsedAt),
  };
}

/** A record as it is read, a fresh copy that keeps `scope`. What it does not have is absent. */
export function rowToRecord(row: RecordRow, scope: Scope = pathToScope(row.path)): MemoryRecord {
  return {
    id: row.id,
    scope,
    ...(row.key === null ? undefined : { key: row.key }),
    kind: row.kind,
    content: row.content,
    ...(row.value === null ? undefined : { value: JSON.parse(row.value) as JsonValue }),
    metadata: row.metadata === "{}" ? {} : (JSON.parse(row.metadata) as JsonObject),
    ...(row.thread === null ? undefined : { thread: row.thread }),
    origin: row.origin as Origin,
    trust: row.trust,
    sources: row.sources === null ? [] : (JSON.parse(row.sources) as string[]),
    importance: row.importance,
    ...emotionOf(row),
    pinned: row.pinned === 1,
    strength: {
      stabilityDays: row.stability_days,
      uses: row.uses,
      ...instant("lastUsedAt", row.last_used_at),
    },
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

function emotionOf({ valence, arousal }: RecordRow): { readonly emotion: Emotion } | undefined {
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
