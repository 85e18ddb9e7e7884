/** Orders versions such as `0.8.4` or `0.8.0-yb` by their numbers: below 0, 0 or above 0. */
export function compareVersions(a: string, b: string): number {
  const left = numbersOf(a);
  const right = numbersOf(b);
  for (let place = 0; place < Math.max(left.length, right.length); place += 1) {
    const difference = (left[place] ?? 0) - (right[place] ?? 0);
    if (difference !== 0) return difference;
  }
  return 0;
}

function numbersOf(version: string): readonly number[] {
  const [numbers = ""] = /^[0-9.]*/u.exec(version) ?? [];
  return numbers.split(".").map(Number);
}
