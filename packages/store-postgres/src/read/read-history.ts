import type { Revision } from "@kioku/core";
import { scopeToPath } from "@kioku/core/toolkit";
import type { HistoryOptions, RecordId } from "@kioku/core/toolkit";

import type { Ask } from "../ask.js";
import { findVersionsAfter } from "./find-versions.js";
import { readTimelines } from "./read-timelines.js";

/**
 * The versions of one record that are asked for, oldest first: those that have ended, then the one
 * that is there.
 */
export async function readHistory(
  ask: Ask,
  { scope, id }: RecordId,
  { after = 0, limit }: HistoryOptions,
): Promise<readonly Revision[]> {
  const timeline = { scope: scopeToPath(scope), id, version: null };
  const wanted =
    limit === undefined
      ? [timeline]
      : (await findVersionsAfter(ask, timeline, { after, limit })).map(({ version }) => {
          return { ...timeline, version };
        });
  const revisions = (await readTimelines(ask, wanted)).flat();
  return revisions
    .filter(({ version }) => version > after)
    .map(({ searchable: _searchable, ...revision }) => revision);
}
