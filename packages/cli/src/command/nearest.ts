/** Returns the name that a mistyped one was probably meant to be; `undefined` if none is near. */
export function nearest(typed: string, names: readonly string[]): string | undefined {
  const limit = Math.max(1, Math.floor(typed.length / 3));
  let best: { readonly name: string; readonly distance: number } | undefined;
  for (const name of names) {
    const distance = distanceOf(typed.toLowerCase(), name);
    if (distance <= limit && distance < (best?.distance ?? Infinity)) best = { name, distance };
  }
  return best?.name;
}

/** Returns how many letters to add, to drop, to change or to swap make one word of another. */
function distanceOf(from: string, to: string): number {
  // Unlikely names need no table of their length.
  if (Math.abs(from.length - to.length) > 8 || from.length > 40) return Infinity;
  let [earlier, before]: [number[], number[]] = [
    [],
    Array.from({ length: to.length + 1 }, (_, j) => j),
  ];
  for (let i = 1; i <= from.length; i++) {
    const row = [i];
    for (let j = 1; j <= to.length; j++) {
      const change = from[i - 1] === to[j - 1] ? 0 : 1;
      const isSwap = i > 1 && j > 1 && from[i - 1] === to[j - 2] && from[i - 2] === to[j - 1];
      row[j] = Math.min(
        (before[j] ?? 0) + 1,
        (row[j - 1] ?? 0) + 1,
        (before[j - 1] ?? 0) + change,
        isSwap ? (earlier[j - 2] ?? 0) + 1 : Infinity,
      );
    }
    [earlier, before] = [before, row];
  }
  return before[to.length] ?? Infinity;
}
