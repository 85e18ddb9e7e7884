/** Every text in a value, however deep. */
export function textsIn(value: unknown, seen: ReadonlySet<unknown> = new Set()): readonly string[] {
  if (typeof value === "string") return [value];
  if (typeof value !== "object" || value === null || seen.has(value)) return [];
  const within = new Set([...seen, value]);
  return Object.values(value).flatMap((member) => textsIn(member, within));
}
