import type { ExportParts } from "../../api/transfer.js";
import type { RecordHistory, StoredRevision } from "../../contracts/history.js";
import type { SpaceVector, VectorSpace } from "../../contracts/write-op.js";
import { checkScope } from "../../internal/check/check-inputs.js";
import { checkTable, optional } from "../../internal/check/check-options.js";
import {
  checkBoolean,
  checkMembers,
  checkOneOf,
  invalidInput,
} from "../../internal/check/check.js";
import { compareText } from "../../model/compare-text.js";
import type { RecordId } from "../../model/record.js";
import type { Scope } from "../../model/scope.js";
import {
  checkInstantText,
  checkRecordMembers,
  checkStoredText,
  checkVersion,
  textToVector,
} from "./exported-record.js";

const CHANGES = ["created", "updated", "superseded", "archived", "restored", "deleted"] as const;

/** A record of an export, checked, with its scope in this memory. */
export interface IncomingRecord extends RecordHistory {
  /** Vectors of its text, one per space. */
  readonly vectors: readonly SpaceVector[];
}

/** Earlier versions of the record of the line before, checked. */
export interface Earlier extends RecordId {
  readonly revisions: readonly StoredRevision[];
  readonly more?: true;
}

/** Context of the checks. */
export interface Context {
  /** Scope of the import. */
  readonly target: Scope;
  readonly parts: ExportParts;
  /** Spaces of the export, by id. */
  readonly spaces: ReadonlyMap<string, VectorSpace>;
}

/** Checks every part of the line of a record. */
export function checkExportedRecord(line: object, name: string, context: Context): IncomingRecord {
  const allowed = ["type", "scope", "id", "revisions", "idempotencyKeys", "vectors", "more"];
  checkMembers(line, name, allowed);
  const given = line as Readonly<Record<string, unknown>>;
  const scope = checkLineScope(given["scope"], name, context);
  const id = checkStoredText(given["id"], `${name}: id`);
  const revisions = checkRevisions(given["revisions"], name, { scope, id });
  const last = revisions.at(-1);
  const isGone = last?.record === undefined;
  if (!context.parts.history && (revisions.length > 1 || isGone)) {
    throw invalidInput(`${name}: revisions`, "one version, since the header says: no history");
  }
  const idempotencyKeys = checkKeys(given["idempotencyKeys"], `${name}: idempotencyKeys`);
  if (isGone && idempotencyKeys.length > 0) {
    throw invalidInput(`${name}: idempotencyKeys`, "empty for a record that was deleted");
  }
  const vectors = checkVectors(given["vectors"], name, context);
  if (last?.searchable !== true && vectors.length > 0) {
    throw invalidInput(`${name}: vectors`, "empty for what no search finds");
  }
  const more = checkMore(given["more"], name, context);
  return { scope, id, revisions, idempotencyKeys, vectors, ...more };
}

/** Checks every part of a line of earlier versions. */
export function checkExportedRevisions(line: object, name: string, context: Context): Earlier {
  checkMembers(line, name, ["type", "scope", "id", "revisions", "more"]);
  const given = line as Readonly<Record<string, unknown>>;
  const scope = checkLineScope(given["scope"], name, context);
  const id = checkStoredText(given["id"], `${name}: id`);
  const more = checkMore(given["more"], name, context);
  const none = Array.isArray(given["revisions"]) && given["revisions"].length === 0 && !more.more;
  const revisions = none ? [] : checkRevisions(given["revisions"], name, { scope, id });
  return { scope, id, revisions, ...more };
}

function checkMore(more: unknown, name: string, { parts }: Context): { more?: true } {
  if (more === undefined) return {};
  if (more === true && parts.history) return { more };
  throw invalidInput(`${name}: more`, "true, or left out where the header says: no history", more);
}

/** Returns the scope of a line in this memory. */
export function checkLineScope(value: unknown, name: string, context: Context): Scope {
  const { target, parts } = context;
  if (!Array.isArray(value)) throw invalidInput(`${name}: scope`, "a list of strings", value);
  if (parts.reach === "here" && value.length > 0) {
    throw invalidInput(`${name}: scope`, 'empty, since the header says: reach "here"', value);
  }
  return checkScope([...target, ...(value as readonly unknown[])], `${name}: scope`);
}

function checkRevisions(value: unknown, name: string, ref: RecordId): readonly StoredRevision[] {
  if (!Array.isArray(value) || value.length === 0) {
    throw invalidInput(`${name}: revisions`, "a list of at least one version", value);
  }
  let before = 0;
  // Not `map`, which calls a `constructor` that the list may have.
  return Array.from(value, (item: unknown, index) => {
    const part = `${name}: revisions[${index}]`;
    const revision = checkRevision(item, part, ref);
    if (revision.version <= before) {
      throw invalidInput(`${part}.version`, `more than ${before}`, revision.version);
    }
    before = revision.version;
    return revision;
  });
}

type RevisionParts = Omit<StoredRevision, "record"> & { readonly record?: unknown };

function checkRevision(value: unknown, name: string, identity: RecordId): StoredRevision {
  const { record: given, ...revision } = checkTable<RevisionParts>(value, name, {
    version: checkVersion,
    change: (change, part) => checkOneOf(change, part, CHANGES),
    at: checkInstantText,
    actor: optional(checkStoredText),
    cause: optional(checkStoredText),
    searchable: checkBoolean,
    record: (record) => record,
  });
  if (revision.change === "deleted") {
    if (given === undefined && !revision.searchable) return revision;
    throw invalidInput(name, "without a record and not searchable, since it is a deletion");
  }
  const record = checkRecordMembers(given, `${name}.record`, identity);
  if (record.version !== revision.version) {
    throw invalidInput(`${name}.record.version`, "that of its revision", record.version);
  }
  if (record.updatedAt.getTime() !== revision.at.getTime()) {
    throw invalidInput(`${name}.record.updatedAt`, "when its revision was written");
  }
  return { ...revision, record };
}

function checkKeys(value: unknown, name: string): readonly string[] {
  if (!Array.isArray(value)) throw invalidInput(name, "a list of strings", value);
  const keys = Array.from(value, (key: unknown, index) =>
    checkStoredText(key, `${name}[${index}]`),
  );
  const isOrdered = keys.every((one, at) => at === 0 || compareText(keys[at - 1] ?? "", one) < 0);
  if (!isOrdered) throw invalidInput(name, "in order and each there once");
  return keys;
}

function checkVectors(
  value: unknown,
  name: string,
  { parts, spaces }: Context,
): readonly SpaceVector[] {
  if ((value !== undefined) !== parts.vectors) {
    const should = parts.vectors ? "an object" : "left out";
    throw invalidInput(`${name}: vectors`, `${should}, since the header says so`);
  }
  if (value === undefined) return [];
  checkMembers(value, `${name}: vectors`, [...spaces.keys()]);
  return Object.entries(value as object).map(([id, text]): SpaceVector => {
    const part = `${name}: vectors[${JSON.stringify(id)}]`;
    const space = spaces.get(id);
    if (!space) throw invalidInput(part, "of a space that the export names");
    return { space, values: textToVector(text, part, space.dimensions) };
  });
}
