/** A find in a text. */
export interface Found {
  /** Index of its first UTF-16 unit. */
  readonly start: number;
  /** Index after its last one. */
  readonly end: number;
}

/** Returns the finds of a text in their order, without overlaps, in time linear in its length. */
export type FindSecrets = (text: string) => readonly Found[];

/** Yields all matches of a pattern with the flag `g`. */
function* matchesOf(pattern: RegExp, text: string): Generator<RegExpExecArray> {
  const own = new RegExp(pattern);
  for (let match = own.exec(text); match; match = own.exec(text)) {
    if (match[0] === "") own.lastIndex += 1;
    yield match;
  }
}

/**
 * Finds the accepted matches of a pattern. The secret is the last group that took part, which ends
 * the match, or else the whole match.
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

/** Finds the matches of a user's pattern, or of its group `secret` if that took part. */
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

/** Finds what any of several rules finds; of overlapping finds the first. */
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

const UUID = /(?<![\w-])[\da-f]{8}-(?:[\da-f]{4}-){3}[\da-f]{12}(?![\w-])/giu;

/** Finds what a rule for numbers finds, with every UUID read as letters. */
export function outsideUuids(find: FindSecrets): FindSecrets {
  return (text) => find(text.replaceAll(UUID, ({ length }) => "x".repeat(length)));
}
