/** Values that most records have: their own column is null, which takes no bytes. */
export const USUAL = {
  kind: "note",
  form: "statement",
  origin: "user",
  importance: 0.5,
  // `initialStabilityDays` of this importance.
  first_stability_days: 8.040888484979245,
  change: "created",
} as const;

function hasUsual(column: string): column is keyof typeof USUAL {
  return Object.hasOwn(USUAL, column);
}

/** Returns the column that a value is stored in; readers use the one of this name. */
export function ownColumn(column: string): string {
  return hasUsual(column) || column === "updated_at" ? `own_${column}` : column;
}

/** Returns the usual value of a column, if there is one. */
export function usualValue(column: string): string | number | undefined {
  return hasUsual(column) ? USUAL[column] : undefined;
}
