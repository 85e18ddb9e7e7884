import type { RecordId } from "../model/record.js";
import { scopeToPath } from "../model/scope.js";

/** Returns one text per record: records of other scopes or ids have others. */
export function recordKey({ scope, id }: RecordId): string {
  return `${id}\0${scopeToPath(scope)}`;
}
