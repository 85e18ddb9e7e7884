import type { SearchRequest } from "@kioku/core/toolkit";
import { rangesOf } from "@kioku/core/toolkit";

import type { AreaMirror } from "../mirror/area-mirror.js";
import { findSpace } from "../read/find-space.js";
import type { SpaceRow } from "../read/find-space.js";
import { selectedAreaScopes } from "../read/selected-scopes.js";
import type { ScopesTable } from "../sql/tables.js";
import { MirrorPart } from "./by-mirror/mirror-part.js";
import { SqlPart } from "./by-sql/sql-part.js";
import type { SearchContext } from "./search-context.js";
import type { SearchPart } from "./search-part.js";

/**
 * Divides what a selection reaches among the ways to search it.
 * @param used - Gets the mirrors that were taken for it.
 */
export async function searchParts(
  context: SearchContext,
  { legs, selection }: SearchRequest,
  used: AreaMirror[],
): Promise<readonly SearchPart[]> {
  const parts: SearchPart[] = [];
  const others: ScopesTable[] = [];
  const spaces = legs
    .map((leg) => (leg.type === "vector" ? findSpace(context.connection, leg.space) : undefined))
    .filter((space): space is SpaceRow => space !== undefined);
  for (const area of rangesOf(selection)) {
    const mirror = await context.mirrors.use(context, area, spaces);
    if (mirror) {
      used.push(mirror);
      parts.push(await MirrorPart.begin(context, mirror, selection));
      continue;
    }
    const scopes = selectedAreaScopes(context.connection, area);
    const records = scopes.reduce((sum, scope) => sum + scope.records, 0);
    if (records > 0) context.mirrors.want({ area, spaces, records });
    others.push(...scopes);
  }
  if (others.length > 0) parts.push(new SqlPart(context, others, selection));
  return parts;
}
