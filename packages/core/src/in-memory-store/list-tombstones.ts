import type { Tombstone, TombstonesRequest } from "../contracts/history.js";
import { decodeCursor, encodeCursor } from "../internal/cursor.js";
import { compareText } from "../model/compare-text.js";
import type { Page } from "../model/page.js";
import { scopeToPath } from "../model/scope-path.js";
import { isInScopes } from "./matches-selection.js";
import type { Tables } from "./tables.js";

/** One page of what was erased. */
export function listTombstones(tables: Tables, request: TombstonesRequest): Page<Tombstone> {
  const { cursor, limit, hashes } = request;
  const end = cursor === undefined ? undefined : decodeCursor(cursor, "tombstones", 2);
  const sought = hashes && new Set(hashes);
  const rest = [...tables.tombstones.values()]
    .filter(({ scope, hash }) => isInScopes(scope, request) && (!sought || sought.has(hash)))
    .map((tombstone) => ({ tombstone, path: scopeToPath(tombstone.scope) }))
    .filter(({ tombstone, path }) => {
      if (end === undefined) return true;
      const [lastPath, lastHash] = end;
      const { hash } = tombstone;
      return (compareText(path, String(lastPath)) || compareText(hash, String(lastHash))) > 0;
    })
    .toSorted((a, b) => {
      return compareText(a.path, b.path) || compareText(a.tombstone.hash, b.tombstone.hash);
    });
  const page = rest.slice(0, limit);
  const items = page.map(({ tombstone: { scope, hash, at } }) => {
    return { scope: [...scope], hash, at: new Date(at) };
  });
  const last = page.at(-1);
  if (!last || rest.length === page.length) return { items };
  return { items, cursor: encodeCursor("tombstones", [last.path, last.tombstone.hash]) };
}
