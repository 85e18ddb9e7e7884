import type { ExportedRecord, ExportedRevision, ExportedRevisions } from "../../api/transfer.js";
import type { RecordHistory, StoredRevision } from "../../contracts/history.js";
import { recordToJson } from "../../model/record-json.js";
import type { JsonObject, MemoryRecord } from "../../model/record.js";
import type { Scope } from "../../model/scope.js";
import { toStorableText } from "../../text/normalize.js";
import { RECORD_MEMBERS } from "./record-members.js";

/** How a history is exported. */
export interface ExportAs {
  /** How many elements of its scope are those of the exported scope, and left out. */
  readonly depth: number;
  /** Whether earlier versions are in it. */
  readonly history: boolean;
  /** By id of the space, as text. */
  readonly vectors?: Readonly<Record<string, string>> | undefined;
}

/**
 * The line of a record: its members in a fixed order, so that the same record gives the same bytes.
 */
export function toExportedRecord(stored: RecordHistory, how: ExportAs): ExportedRecord {
  const { scope, id, idempotencyKeys } = stored;
  const revisions = how.history ? stored.revisions : stored.revisions.slice(-1);
  return {
    type: "record",
    scope: below(scope, how.depth),
    id,
    revisions: revisions.map((revision) => toExportedRevision(revision)),
    idempotencyKeys,
    ...(how.vectors ? { vectors: how.vectors } : {}),
    ...(how.history && stored.more ? { more: true } : {}),
  };
}

/** Makes the line of earlier versions of a record, of which the line before has later ones. */
export function toExportedRevisions(stored: RecordHistory, depth: number): ExportedRevisions {
  const { scope, id, revisions, more } = stored;
  return {
    type: "revisions",
    scope: below(scope, depth),
    id,
    revisions: revisions.map((revision) => toExportedRevision(revision)),
    ...(more && { more }),
  };
}

/** Returns whether two versions are the same in all that an export says of them. */
export function isSameRevision(a: StoredRevision, b: StoredRevision): boolean {
  return JSON.stringify(toExportedRevision(a)) === JSON.stringify(toExportedRevision(b));
}

/** A scope from that of the export on. */
export function below(scope: Scope, depth: number): Scope {
  return scope.slice(depth);
}

function toExportedRevision(revision: StoredRevision): ExportedRevision {
  const { version, change, at, actor, cause, searchable, record } = revision;
  return {
    version,
    change,
    at: at.toISOString(),
    ...(actor === undefined ? {} : { actor: toStorableText(actor) }),
    ...(cause === undefined ? {} : { cause: toStorableText(cause) }),
    searchable,
    ...(record ? { record: toExportedFields(record) } : {}),
  };
}

function toExportedFields(record: MemoryRecord): JsonObject {
  const { emotion, strength } = record;
  const json: JsonObject = {
    ...recordToJson(record),
    ...(emotion ? { emotion: { valence: emotion.valence, arousal: emotion.arousal } } : {}),
    strength: {
      stabilityDays: strength.stabilityDays,
      uses: strength.uses,
      ...(strength.lastUsedAt ? { lastUsedAt: strength.lastUsedAt.toISOString() } : {}),
    },
  };
  const members = RECORD_MEMBERS.filter((member) => json[member] !== undefined);
  return Object.fromEntries(members.map((member) => [member, json[member]]));
}
