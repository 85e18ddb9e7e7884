import type { StrengthUpdate } from "../../contracts/memory-store.js";
import type { CallOptions } from "../../model/call-options.js";
import type { Strength } from "../../model/record.js";
import type { Scope } from "../../model/scope.js";
import { strengthAfterUse } from "../../ranking/strength.js";
import type { Engine } from "../engine.js";

/**
 * Strengthens the records that were said again, as `markUsed` would, and returns their new
 * strengths by id. Those that are gone by now are left out.
 */
export async function touchDuplicates(
  engine: Engine,
  ids: ReadonlySet<string>,
  { scope, signal }: CallOptions & { readonly scope: Scope },
): Promise<ReadonlyMap<string, Strength>> {
  if (ids.size === 0) return new Map();
  const now = engine.clock();
  const refs = [...ids].map((id) => ({ scope, id }));
  const found = await engine.store.get(refs, { now, signal });
  const updates = found.flatMap((record): readonly StrengthUpdate[] => {
    if (!record) return [];
    const { id, strength, createdAt } = record;
    return [{ scope, id, strength: strengthAfterUse(strength, { createdAt, now }) }];
  });
  if (updates.length === 0) return new Map();
  await engine.store.strengthen(updates, { signal });
  engine.events.emit("used", { scope, ids: updates.map(({ id }) => id), restored: [] });
  return new Map(updates.map(({ id, strength }) => [id, strength]));
}
