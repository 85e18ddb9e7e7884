/** A stretch of a text that a rule found. */
export interface Found {
  /** Index of its first UTF-16 unit. */
  readonly start: number;
  /** Index after its last one. */
  readonly end: number;
}

/**
 * Finds what is to be redacted, in the order of the text and without overlaps, in time linear in
 * its length.
 */
export type FindSecrets = (text: string) => readonly Found[];

/** Every match of a pattern that has the flag `g`. */
function* matchesOf(pattern: RegExp, text: string): Generator<RegExpExecArray> {
  const own = new RegExp(pattern);
  for (let match = own.exec(text); match; match = own.exec(text)) {
    if (match[0] === "") own.lastIndex += 1;
    yield match;
  }
}

/**
 * What a pattern finds, and `accept` takes. Where it has groups, the last one that took part is the
 * secret; it stands at the end of the match, and what comes before it stays.
 */
export function findByPattern(
  pattern: RegExp,
  accept: (match: RegExpExecArray) => boolean = () => true,
): FindSecrets {
  const global = new RegExp(pattern.source, `${pattern.flags}g`);
  return (text) => {
    const found: Found[] = [];
    for (const match of matchesOf(global, text)) {
      const [whole] = match;
      const secret = match.findLast((group) => group !== undefined) ?? whole;
      const end = match.index + whole.length;
      if (secret !== "" && accept(match)) found.push({ start: end - secret.length, end });
    }
    return found;
  };
}

/**
 * The same for a pattern of a user: where a group called `secret` took part, only that is redacted.
 */
export function findByOwnPattern(pattern: RegExp): FindSecrets {
  const global = new RegExp(pattern.source, `${pattern.flags.replaceAll(/[gdy]/gu, "")}gd`);
  return (text) => {
    const found: Found[] = [];
    for (const { indices } of matchesOf(global, text)) {
      const [start, end] = indices?.groups?.["secret"] ?? indices?.[0] ?? [0, 0];
      if (start < end) found.push({ start, end });
    }
    return found;
  };
}

/** What several rules find in the same text; of overlapping finds the first one stands. */
export function findByAny(...finders: readonly FindSecrets[]): FindSecrets {
  return (text) => {
    const found = finders.flatMap((find) => find(text)).toSorted((a, b) => a.start - b.start);
    let reached = 0;
    return found.filter(({ start, end }) => {
      if (start < reached) return false;
      reached = end;
      return true;
    });
  };
}
