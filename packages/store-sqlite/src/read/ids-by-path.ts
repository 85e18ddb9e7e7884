import { scopeToPath } from "@kioku/core/toolkit";
import type { RecordId } from "@kioku/core/toolkit";

/**
 * The ids of each scope as a JSON array, by the path of the scope: one statement reads them all.
 */
export function idsByPath(refs: readonly RecordId[]): ReadonlyMap<string, string> {
  const ids = new Map<string, string[]>();
  for (const { scope, id } of refs) {
    const path = scopeToPath(scope);
    const known = ids.get(path);
    if (known) known.push(id);
    else ids.set(path, [id]);
  }
  return new Map([...ids].map(([path, some]) => [path, JSON.stringify(some)]));
}
