import { covers, markersIn, ownersIn } from "./owners.js";
import type { Region } from "./owners.js";

const MAX_DEPTH = 12;

/** Says what part of a value does not belong to a region; `undefined` if all of it does. */
export function findForeign(value: unknown, region: Region): string | undefined {
  const allowed = new Set(ownersIn(region).map(({ marker }) => marker));
  for (const [path, part] of partsOf(value, "it", 0)) {
    if (typeof part === "string") {
      const foreign = markersIn(part).find((marker) => !allowed.has(marker));
      if (foreign !== undefined) return `${path} holds what is of ${foreign}`;
    } else if (Array.isArray(part) && path.endsWith(".scope") && !covers(region, part)) {
      return `${path} is ${JSON.stringify(part)}`;
    }
  }
  return undefined;
}

/**
 * Every part of a value with its path: members, names of members, and what an error was caused by.
 */
function* partsOf(value: unknown, path: string, depth: number): Generator<[string, unknown]> {
  yield [path, value];
  if (typeof value !== "object" || value === null || depth > MAX_DEPTH) return;
  if (value instanceof Error) {
    yield [`${path}.message`, value.message];
    yield* partsOf(value.cause, `${path}.cause`, depth + 1);
    return;
  }
  if (ArrayBuffer.isView(value)) return;
  for (const [name, member] of Object.entries(value)) {
    yield [`a name in ${path}`, name];
    yield* partsOf(member, `${path}.${name}`, depth + 1);
  }
}
