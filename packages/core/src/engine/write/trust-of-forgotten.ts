import { eachPage } from "../../contracts/store-helpers.js";
import { inGroups } from "../../internal/async/in-groups.js";
import type { CallOptions } from "../../model/call-options.js";
import { MAX_LIMIT } from "../../model/limits.js";
import type { Scope } from "../../model/scope.js";
import { derivableTrust } from "../../model/trust.js";
import type { Engine } from "../engine.js";

/**
 * Returns, by id, the most that something derived from records can be trusted that are there no
 * more, as their histories say. What was erased, has never been, or is in a store without history,
 * is not among them.
 */
export async function trustOfForgotten(
  engine: Engine,
  ids: readonly string[],
  { scope, signal }: CallOptions & { readonly scope: Scope },
): Promise<ReadonlyMap<string, number>> {
  const trusts = new Map<string, number>();
  for (const group of inGroups([...new Set(ids)], MAX_LIMIT)) {
    const request = { within: [scope], reach: "here", ids: group, limit: MAX_LIMIT } as const;
    const pages = eachPage((cursor) => engine.store.histories({ ...request, cursor }, { signal }));
    for await (const page of pages) {
      for (const { id, revisions } of page) {
        const last = revisions.findLast(({ record }) => record !== undefined)?.record;
        if (last) trusts.set(id, derivableTrust(last));
      }
    }
  }
  return trusts;
}
