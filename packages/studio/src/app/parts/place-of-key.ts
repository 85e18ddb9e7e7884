/** Returns the place that a key leads to; `undefined` for other keys. */
export function placeOfKey(
  key: string,
  { active, total, page }: { active: number; total: number; page: number },
): number | undefined {
  const steps: Readonly<Record<string, number>> = {
    ArrowDown: 1,
    j: 1,
    ArrowUp: -1,
    k: -1,
    PageDown: page,
    PageUp: -page,
    Home: -total,
    End: total,
  };
  const step = Object.hasOwn(steps, key) ? steps[key] : undefined;
  if (step === undefined || total === 0) return undefined;
  return Math.min(Math.max(active + step, 0), total - 1);
}
