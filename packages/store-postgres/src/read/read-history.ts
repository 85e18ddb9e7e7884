import { scopeToPath } from "@kioku/core";
import type { RecordId, Revision } from "@kioku/core";

import type { Ask } from "../ask.js";
import { readTimelines } from "./read-timelines.js";

/** Every version of one record, oldest first: those that have ended, then the one that is there. */
export async function readHistory(ask: Ask, { scope, id }: RecordId): Promise<readonly Revision[]> {
  const [revisions = []] = await readTimelines(ask, [
    { scope: scopeToPath(scope), id, version: null },
  ]);
  return revisions.map(({ searchable: _searchable, ...revision }) => revision);
}
