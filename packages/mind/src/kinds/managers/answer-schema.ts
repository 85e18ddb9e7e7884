import type { JsonObject } from "@kioku/core";

import type { MemoryKind } from "../model/kind-fields.js";
import type { Manager, ManagerArgument } from "./manager.js";

const TEXT = { type: "string" } as const;

/** Makes the JSON Schema of the answers of a manager. The reason of an operation comes first. */
export function answerSchema({ ops, arguments: all }: Manager): JsonObject {
  const own = Object.entries(all).map(([name, one]) => [name, argumentSchema(one)]);
  return objectOf({
    operations: listOf(
      objectOf(
        {
          reason: TEXT,
          op: { ...TEXT, enum: ops },
          sources: listOf(objectOf({ turn: TEXT, quote: TEXT }, ["turn", "quote"])),
          targets: listOf(TEXT),
          ...(Object.fromEntries(own) as JsonObject),
        },
        ["reason", "op", "sources"],
      ),
    ),
  });
}

/** Makes the JSON Schema of the answers of the meta manager. */
export function kindsSchema(kinds: readonly MemoryKind[]): JsonObject {
  return objectOf({ reason: TEXT, kinds: listOf({ ...TEXT, enum: kinds }) });
}

function argumentSchema({ enum: values, items }: ManagerArgument): JsonObject {
  const schema = values ? { ...TEXT, enum: values } : TEXT;
  return items === undefined ? schema : listOf(schema);
}

function listOf(items: JsonObject): JsonObject {
  return { type: "array", items };
}

function objectOf(properties: JsonObject, required = Object.keys(properties)): JsonObject {
  return { type: "object", properties, required, additionalProperties: false };
}
