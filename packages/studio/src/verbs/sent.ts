import type { Sent } from "../wire/sent.js";

/** Returns a value as JSON carries it. */
export function toSent<T>(value: T): Sent<T> {
  return JSON.parse(JSON.stringify(value)) as Sent<T>;
}
