import { compareText } from "../../model/compare-text.js";
import type { Page } from "../../model/page.js";
import { scopeToPath } from "../../model/scope-path.js";
import { decodeCursor, encodeCursor } from "../cursor.js";
import type { HistoriesRequest, RecordHistory, StoredRevision } from "../history.js";
import type { RecordId } from "../write-op.js";
import { copyRevision } from "./copy-record.js";
import { isInScopes } from "./matches-selection.js";
import { identityOf, refOfIdentity } from "./tables.js";
import type { Tables } from "./tables.js";

/** What is read of one record. */
interface Timeline extends RecordId {
  readonly path: string;
  readonly revisions: readonly StoredRevision[];
}

/** One page of what is known of records, whether or not they are still there. */
export function listHistories(tables: Tables, request: HistoriesRequest): Page<RecordHistory> {
  const { cursor, limit } = request;
  const end = cursor === undefined ? undefined : decodeCursor(cursor, "histories", 2);
  const rest = timelines(tables, request)
    .filter((one) => end === undefined || isBeyond(one, end))
    .toSorted((a, b) => compareText(a.path, b.path) || compareText(a.id, b.id));
  const items = rest.slice(0, limit).map(({ scope, id, revisions }): RecordHistory => {
    const keys = tables.records.get(identityOf({ scope, id }))?.idempotencyKeys ?? [];
    const copies = revisions.map((revision) => copyRevision(revision));
    return { scope, id, revisions: copies, idempotencyKeys: keys.toSorted(compareText) };
  });
  const last = rest[limit - 1];
  if (!last || rest.length === items.length) return { items };
  return { items, cursor: encodeCursor("histories", [last.path, last.id]) };
}

function timelines(tables: Tables, request: HistoriesRequest): readonly Timeline[] {
  const ids = request.ids && new Set(request.ids);
  return [...tables.history.keys()].flatMap((identity): readonly Timeline[] => {
    const ref = refOfIdentity(identity);
    if (!isInScopes(ref.scope, request) || ids?.has(ref.id) === false) return [];
    if (request.deleted === true && tables.records.get(identity)) return [];
    const revisions = selectRevisions(tables.history.get(identity) ?? [], request.at);
    return revisions.length === 0 ? [] : [{ ...ref, path: scopeToPath(ref.scope), revisions }];
  });
}

function selectRevisions(
  revisions: readonly StoredRevision[],
  at: Date | undefined,
): readonly StoredRevision[] {
  if (at === undefined) return revisions;
  const current = revisions.findLast((revision) => revision.at <= at);
  return current?.record ? [current] : [];
}

function isBeyond({ path, id }: Timeline, [lastPath, lastId]: readonly unknown[]): boolean {
  return (compareText(path, String(lastPath)) || compareText(id, String(lastId))) > 0;
}
