import type { ListSchema } from "@kioku/tools";

import type { ItemKind } from "../model/kind-fields.js";
import { fieldsOf } from "./item-schemas.js";

/** Most items of one call. */
export const MAX_ITEMS = 100;

/** Returns the JSON Schema of a list of items; with a description, without those of its fields. */
export function itemsProperty(kind: ItemKind, description?: string): ListSchema {
  const fields = fieldsOf(kind);
  const properties = fields.map(([field, { description: about, ...schema }]) => {
    const isDescribed = description === undefined && about !== undefined;
    return [field, isDescribed ? { ...schema, description: about } : schema] as const;
  });
  return {
    type: "array",
    ...(description === undefined ? {} : { description }),
    items: {
      type: "object",
      properties: Object.fromEntries(properties),
      required: fields.map(([field]) => field),
    },
    maxItems: MAX_ITEMS,
  };
}
