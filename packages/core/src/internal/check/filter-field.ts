import { MemoryError } from "../../errors/memory-error.js";
import type { PredicateField, RecordField } from "../../model/predicate.js";
import { describe } from "./invalid-input.js";

/** Record fields by the name that filters give them. */
const RECORD_FIELDS: Readonly<Record<string, RecordField>> = {
  "@id": { type: "text", name: "id" },
  "@key": { type: "text", name: "key" },
  "@kind": { type: "text", name: "kind" },
  "@content": { type: "text", name: "content" },
  "@thread": { type: "text", name: "thread" },
  "@origin": { type: "text", name: "origin" },
  "@trust": { type: "number", name: "trust" },
  "@importance": { type: "number", name: "importance" },
  "@version": { type: "number", name: "version" },
  "@emotion.valence": { type: "number", name: "valence" },
  "@emotion.arousal": { type: "number", name: "arousal" },
  "@pinned": { type: "boolean", name: "pinned" },
  "@createdAt": { type: "instant", name: "createdAt" },
  "@updatedAt": { type: "instant", name: "updatedAt" },
  "@occurredAt": { type: "instant", name: "occurredAt" },
  "@validFrom": { type: "instant", name: "validFrom" },
  "@validTo": { type: "instant", name: "validTo" },
  "@expiresAt": { type: "instant", name: "expiresAt" },
  "@archivedAt": { type: "instant", name: "archivedAt" },
};

const SEGMENT = /^[\p{L}_][\p{L}\p{M}\p{N}_-]{0,63}$/u;
const MAX_SEGMENTS = 8;

/**
 * What a name in a filter refers to.
 * @throws `invalid-input` for a record field that does not exist, or a path that is not made of
 *   names joined by dots.
 */
export function filterField(name: string): PredicateField {
  if (Object.hasOwn(RECORD_FIELDS, name)) {
    const field = RECORD_FIELDS[name];
    if (field) return field;
  }
  const inValue = name === "@value" || name.startsWith("@value.");
  if (name.startsWith("@") && !inValue) {
    const known = [...Object.keys(RECORD_FIELDS), "@value"].join(", ");
    throw new MemoryError(
      "invalid-input",
      `filter has no field ${describe(name)}; record fields are ${known}`,
    );
  }
  const path = (inValue ? name.slice("@value.".length) : name).split(".");
  if (name === "@value") return { type: "json", root: "value", path: [] };
  if (path.length > MAX_SEGMENTS || !path.every((segment) => SEGMENT.test(segment))) {
    throw new MemoryError(
      "invalid-input",
      `filter field ${describe(name)} must be up to ${MAX_SEGMENTS} names joined by dots; a name starts with a letter or _ and goes on with letters, digits, _ and -`,
    );
  }
  return { type: "json", root: inValue ? "value" : "metadata", path };
}
