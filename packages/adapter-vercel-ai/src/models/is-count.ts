/** Whether it is a number of tokens; the AI SDK says `NaN` where nobody counted. */
export function isCount(value: unknown): value is number {
  return typeof value === "number" && Number.isFinite(value) && value >= 0;
}
