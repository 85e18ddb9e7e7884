import { scopeToPath } from "./scope-path.js";
import type { Scope } from "./scope.js";

/** Returns a text that names one record among those of all scopes. */
export function recordKey({ scope, id }: { readonly scope: Scope; readonly id: string }): string {
  return `${id}\0${scopeToPath(scope)}`;
}
