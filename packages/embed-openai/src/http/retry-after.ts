/**
 * How long an answer asks to be left alone, in milliseconds: `retry-after-ms`, or `retry-after` in
 * seconds or as a date.
 */
export function retryAfterMs(headers: Headers, now: Date): number | undefined {
  const exact = toAmount(headers.get("retry-after-ms"));
  if (exact !== undefined) return exact;
  const given = headers.get("retry-after");
  const seconds = toAmount(given);
  if (seconds !== undefined) return seconds * 1_000;
  const until = given === null ? Number.NaN : Date.parse(given);
  return Number.isNaN(until) ? undefined : Math.max(until - now.getTime(), 0);
}

function toAmount(text: string | null): number | undefined {
  return text !== null && /^\s*\d{1,15}(?:\.\d{1,15})?\s*$/u.test(text) ? Number(text) : undefined;
}
