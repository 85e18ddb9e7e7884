/** A request in a sentence, before its time is resolved. All members are words of the sentence. */
export interface WordedRequest {
  /** Text to tell; empty if the sentence before says it. */
  readonly text: string;
  /** Expression of a time. */
  readonly when?: string;
  /** Topic with which it is due. */
  readonly topic?: string;
}

/** A clause without the time, the topic and the leads that it began with. */
export interface Peeled extends Partial<Pick<WordedRequest, "when" | "topic">> {
  readonly rest: string;
}

/** Patterns of the parts that a request may begin with, each anchored at the start. */
export interface Beginnings {
  /** With the group `when`. */
  readonly when: RegExp;
  /** With the group `spoken` or `coming`. */
  readonly topic: RegExp;
  /** Words of courtesy, and those that ask for something. */
  readonly lead: RegExp;
  /** The request itself: nothing is taken off it. */
  readonly request: RegExp;
}

/** Ways to find the clause of a sentence that is a request. */
export interface ClauseReading {
  /** Ends of clauses, with the flag `g`. */
  readonly clause: RegExp;
  /** Words of somebody else's, after which nothing is a request. */
  readonly hearsay: RegExp;
  /** Reads a clause, which may name no time and no topic if it is the whole sentence. */
  readonly readClause: (clause: string, isWhole: boolean) => WordedRequest | undefined;
}

/** Most parts that are taken off, and most clauses that are looked at. */
const MAX_ROUNDS = 8;
const MAX_CLAUSES = 8;

/** Reads a sentence as a request, or else the first of its clauses that is one. */
export function readRequest(
  text: string,
  { clause, hearsay, readClause }: ClauseReading,
): WordedRequest | undefined {
  const whole = readClause(text, true);
  if (whole) return whole;
  for (const { index, 0: gap } of [...text.matchAll(clause)].slice(0, MAX_CLAUSES)) {
    const before = text.slice(0, index);
    if (hearsay.test(before)) return undefined;
    const found = readClause(text.slice(index + gap.length), false);
    if (found) return found.text === "" ? { ...found, text: before } : found;
  }
  return undefined;
}

/** Takes leads, one time and one topic off the beginning of a clause. */
export function peel(clause: string, beginnings: Beginnings): Peeled {
  let rest = clause.trimStart();
  let when: string | undefined;
  let topic: string | undefined;
  for (let round = 0; round < MAX_ROUNDS && !beginnings.request.test(rest); round += 1) {
    const time = when === undefined ? beginnings.when.exec(rest) : null;
    const about = !time && topic === undefined ? beginnings.topic.exec(rest) : null;
    const found = time ?? about ?? beginnings.lead.exec(rest);
    if (!found) break;
    when = time?.groups?.["when"] ?? when;
    if (about) topic = topicOf(about);
    rest = rest.slice(found[0].length);
  }
  return { rest, ...partsOf(when, topic) };
}

/** Returns the topic that a pattern of topics found. */
export function topicOf({ groups = {} }: RegExpExecArray): string {
  return (groups["spoken"] ?? groups["coming"] ?? "").trim();
}

/** Makes the time and topic of a request, without those that are not there. */
export function partsOf(
  when: string | undefined,
  topic: string | undefined,
): Pick<WordedRequest, "when" | "topic"> {
  return {
    ...(when === undefined ? {} : { when }),
    ...(topic === undefined ? {} : { topic }),
  };
}
