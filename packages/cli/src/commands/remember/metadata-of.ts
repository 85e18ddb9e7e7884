import type { JsonObject, JsonPrimitive } from "@kioku/core";

import { usageError } from "../../command/cli-error.js";
import { valueOf } from "../../command/selection.js";

/**
 * Returns the fields of `--meta name=value`, with numbers, `true` and `false` as in filters.
 * `empty` is the value of those without one.
 */
export function metadataOf(fields: readonly string[], empty: JsonPrimitive): JsonObject {
  const pairs = fields.map((field) => {
    const [name = "", ...rest] = field.split("=");
    if (name.trim() === "" || rest.length === 0) {
      throw usageError(`--meta must be name=value, got "${field}"`, "such as --meta topic=food");
    }
    const value = rest.join("=");
    return [name.trim(), value === "" ? empty : valueOf(value)] as const;
  });
  return Object.fromEntries(pairs);
}
