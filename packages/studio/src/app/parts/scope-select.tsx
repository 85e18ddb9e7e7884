import type { JSX } from "preact";

import { route, scopeOf, scopeToQuery, setQuery } from "../frame/router.js";
import { shared } from "../words/shared.js";
import { Select } from "./fields.js";
import { useScopes } from "./use-scopes.js";

/** Choice of the scope that is looked at; nothing if there is only one. */
export function ScopeSelect(): JSX.Element {
  const { data = [] } = useScopes();
  const value = scopeToQuery(scopeOf(route.value));
  const all = new Set(["", value, ...data.map(scopeToQuery)]);
  if (all.size < 2) return <span />;
  return (
    <Select
      label={shared().scope}
      value={value}
      options={[...all].map((one) => [one, nameOf(one)] as const)}
      onChange={(scope) => setQuery({ scope })}
    />
  );
}

function nameOf(query: string): string {
  if (query === "") return shared().wholeMemory;
  return scopeOf({ page: "", path: [], query: { scope: query } }).join(" / ");
}
