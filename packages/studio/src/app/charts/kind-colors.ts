const MOST = 8;

/** Gives the commonest kinds of memories a colour each. */
export function kindColors(kinds: readonly string[]): ReadonlyMap<string, string> {
  const counts = new Map<string, number>();
  for (const kind of kinds) counts.set(kind, (counts.get(kind) ?? 0) + 1);
  const common = [...counts].toSorted(([a, more], [b, most]) => most - more || (a < b ? -1 : 1));
  return new Map(common.slice(0, MOST).map(([kind], index) => [kind, `var(--hue-${index + 1})`]));
}
