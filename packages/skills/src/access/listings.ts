import type { ListQuery, Memory, MemoryRecord, Page, Scope, ScopesQuery } from "@kioku/core";
import { layersOf, listLayers } from "@kioku/core/toolkit";

import type { AccessState } from "./access-state.js";
import { filteredPage } from "./filtered-page.js";
import type { Guarded } from "./guard.js";

/** A listing of a view. */
export interface PermittedListing<Q> {
  readonly state: AccessState;
  readonly query: Q;
  readonly options: Guarded<object>;
}

/**
 * A page of what may be read. With `reach: "below"` that is what is below the first layer, and of
 * each other layer what is in its own scope, as with `recall`: each listing is filtered before they
 * are merged, so that no cursor names what is left out.
 */
export async function permittedList(
  view: Memory,
  { state, query, options }: PermittedListing<ListQuery>,
): Promise<Page<MemoryRecord>> {
  if (query?.reach !== "below") return view.list(query, options);
  const [first, ...others] = layersOf(view);
  const below = {
    list: (asked: ListQuery): Promise<Page<MemoryRecord>> =>
      filteredPage(
        {
          read: (page) => first.list({ ...asked, ...page }, options),
          isAllowed: ({ scope }) => state.mayRead(scope),
        },
        asked,
      ),
  };
  if (others.length === 0) return below.list(query);
  const beside = others.map((layer) => ({
    list: (asked: ListQuery): Promise<Page<MemoryRecord>> =>
      layer.list({ ...asked, reach: "here" }, options),
  }));
  return listLayers([below, ...beside], query, options);
}

/** A page of the scopes of the first layer that may be read. */
export async function permittedScopes(
  view: Memory,
  { state, query, options }: PermittedListing<ScopesQuery>,
): Promise<Page<Scope>> {
  const [first] = layersOf(view);
  return filteredPage(
    {
      read: (page) => first.scopes({ ...query, ...page }, options),
      isAllowed: (scope) => state.mayRead(scope),
    },
    query,
  );
}
