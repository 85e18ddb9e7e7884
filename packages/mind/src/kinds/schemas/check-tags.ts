import type { JsonObject } from "@kioku/core";
import { invalidInput, toStorableText } from "@kioku/core/toolkit";

const MAX_TAGS = 20;
const MAX_VALUE = 200;
const NAME = /^[\p{L}\p{N}_-]{1,64}$/u;

/** Returns a copy of the tags of a host. @throws `invalid-input` for what no filter can find. */
export function checkTags(given: unknown, name: string): JsonObject | undefined {
  if (given === undefined) return undefined;
  if (typeof given !== "object" || given === null || Array.isArray(given)) {
    throw invalidInput(name, "an object");
  }
  const tags = Object.entries(given as Readonly<Record<string, unknown>>);
  const present = tags.filter(([, value]) => value !== undefined);
  if (present.length > MAX_TAGS) throw invalidInput(name, `at most ${MAX_TAGS} tags`);
  const checked = present.map(([tag, value]) => {
    if (!NAME.test(tag) || tag === "__proto__") {
      throw invalidInput(name, "an object whose names have 1 to 64 letters, digits, _ and -");
    }
    return [tag, checkTag(value, `${name}.${tag}`)] as const;
  });
  return Object.fromEntries(checked);
}

function checkTag(value: unknown, name: string): string | number | boolean {
  if (typeof value === "boolean" || (typeof value === "number" && Number.isFinite(value))) {
    return value;
  }
  if (typeof value === "string" && value.length <= MAX_VALUE) return toStorableText(value);
  throw invalidInput(name, `a number, true, false, or at most ${MAX_VALUE} characters`);
}
