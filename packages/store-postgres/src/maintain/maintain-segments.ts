import type { Scope } from "@kioku/core";
import { pathToScope, scopeToPath } from "@kioku/core/toolkit";

import { buildSegment } from "../keyword/build-segment.js";
import { dropSegments } from "../keyword/drop-segments.js";
import { staleSegments } from "../keyword/stale-segments.js";
import type { Workshop } from "../store-session.js";
import type { MaintainOptions } from "./maintain-options.js";
import { report } from "./report-progress.js";

/** What a whole is, in progress that is told in shares. */
const WHOLE = 100;

/**
 * Builds the keyword segments that are missing or out of date, removes those of small scopes, and
 * says which were built.
 */
export async function maintainSegments(
  { session }: Workshop,
  { scopes, signal, onProgress }: MaintainOptions,
): Promise<readonly Scope[]> {
  const paths = scopes && new Set(scopes.map((scope) => scopeToPath(scope)));
  const asked = (path: string): boolean => paths?.has(path) ?? true;
  const stale = await staleSegments(session, { signal });
  await dropSegments(session, stale.drop.filter(asked), { signal });
  const built: Scope[] = [];
  for (const path of stale.build.filter(asked)) {
    signal?.throwIfAborted();
    const scope = pathToScope(path);
    const isInForce = await buildSegment(session, path, {
      signal,
      onProgress: (share) =>
        report(onProgress, {
          phase: "keyword segment",
          scope,
          done: Math.round(share * WHOLE),
          total: WHOLE,
        }),
    });
    if (isInForce) built.push(scope);
  }
  return built;
}
