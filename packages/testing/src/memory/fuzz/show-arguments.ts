const MAX_LENGTH = 600;
const MAX_DEPTH = 5;

/**
 * Arguments in a few words, whatever they are: never fails, never calls a getter, never goes deep.
 */
export function showArguments(given: readonly unknown[]): string {
  const shown = given.map((value) => show(value, 0)).join(", ");
  return shown.length > MAX_LENGTH ? `${shown.slice(0, MAX_LENGTH)}…` : shown;
}

function show(value: unknown, depth: number): string {
  try {
    return describe(value, depth);
  } catch {
    return "[refuses to be shown]";
  }
}

function describe(value: unknown, depth: number): string {
  if (typeof value === "string") {
    return value.length > 80
      ? `text of ${value.length}: ${JSON.stringify(value.slice(0, 20))}…`
      : JSON.stringify(value);
  }
  if (typeof value === "bigint") return `${value}n`;
  if (typeof value === "function") return "[function]";
  if (typeof value !== "object" || value === null)
    return Object.is(value, -0) ? "-0" : String(value);
  if (value instanceof Date) return `Date(${value.getTime()})`;
  if (depth > MAX_DEPTH) return "…";
  const members = Object.entries(Object.getOwnPropertyDescriptors(value)).slice(0, 20);
  const inner = members.map(
    ([name, property]) => `${name}: ${property.get ? "[getter]" : show(property.value, depth + 1)}`,
  );
  return Array.isArray(value) ? `[${value.length}; ${inner.join(", ")}]` : `{${inner.join(", ")}}`;
}
