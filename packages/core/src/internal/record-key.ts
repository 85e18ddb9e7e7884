import { scopeToPath, type Scope } from "../model/scope.js";

/** Returns one text per record: records of other scopes or ids have others. */
export function recordKey({ scope, id }: { readonly scope: Scope; readonly id: string }): string {
  return `${id}\0${scopeToPath(scope)}`;
}
