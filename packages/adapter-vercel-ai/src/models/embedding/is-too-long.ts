import { saidOf } from "../model-failure.js";

/** Answers of servers to what is too much for them. */
const STATUSES: ReadonlySet<unknown> = new Set([400, 413, 422]);
/** How they say that it is the length, and nothing else, that is wrong. */
const PHRASES =
  /too (?:long|large|many (?:tokens|inputs))|(?:context|sequence|input|token)[ _](?:length|window|size|limit)|max\w*[ _](?:tokens|length)|tokens? (?:exceed|over)|exceed\S*(?: \S+){0,4} (?:tokens|length)/iu;
/** How much of an answer is read. */
const MAX_BODY_LENGTH = 4_000;

/** Whether a provider refused texts for their length or number. */
export function isTooLong(error: unknown): boolean {
  const { statusCode, message, responseBody } = saidOf(error);
  if (!STATUSES.has(statusCode)) return false;
  const said = [message, responseBody].filter((text) => typeof text === "string");
  return statusCode === 413 || PHRASES.test(said.join("\n").slice(0, MAX_BODY_LENGTH));
}
