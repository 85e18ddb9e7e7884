import { isCardNumber } from "./card-networks.js";
import { digitRuns } from "./digit-runs.js";
import type { DigitGroup } from "./digit-runs.js";
import type { FindSecrets, Found } from "./rule.js";

const MOST_DIGITS = 19;
/** Digits of a part of a card number among other numbers. */
const PART = { min: 3, max: 7 };

/**
 * Finds card numbers in one piece, in parts of 3 to 7 digits, or in any parts where no other number
 * is beside them. Full-width digits count, invisible characters do not. Parts of words, decimals
 * and telephone numbers with a plus sign are left alone.
 */
export const findCardNumbers: FindSecrets = (text) =>
  digitRuns(text).flatMap((run) => cardsAmong(run, text));

/** Returns the leftmost card numbers, each as long as possible. */
function cardsAmong(groups: readonly DigitGroup[], text: string): readonly Found[] {
  const found: Found[] = [];
  for (let first = 0; first < groups.length; first += 1) {
    const last = lastOfCard(groups, first, text);
    if (last === undefined) continue;
    found.push({ start: groups[first]?.start ?? 0, end: groups[last]?.end ?? 0 });
    first = last;
  }
  return found;
}

/** Returns the index of the last group of the longest card number from a group on. */
function lastOfCard(
  groups: readonly DigitGroup[],
  first: number,
  text: string,
): number | undefined {
  let digits = "";
  let longest: number | undefined;
  let onlyParts = true;
  for (let last = first; last < groups.length && digits.length <= MOST_DIGITS; last += 1) {
    const group = groups[last];
    if (!group) break;
    digits += group.digits;
    onlyParts &&= isPart(group);
    const alone = first === 0 && last === groups.length - 1;
    const shaped = onlyParts || last === first || alone;
    if (shaped && isCardNumber(digits) && standsFree(groups[first], group, text)) longest = last;
    // Only a number without others beside it may have parts of any length.
    if (!onlyParts && (first > 0 || groups.length > MOST_DIGITS)) break;
  }
  return longest;
}

function isPart({ digits }: DigitGroup): boolean {
  return digits.length >= PART.min && digits.length <= PART.max;
}

function standsFree(first: DigitGroup | undefined, last: DigitGroup, text: string): boolean {
  const start = first?.start ?? 0;
  return (
    !/[A-Za-z_+]$|[0-9０-９][.．]$/u.test(text.slice(Math.max(0, start - 2), start)) &&
    !/^[A-Za-z_]|^[.．][0-9０-９]/u.test(text.slice(last.end, last.end + 2))
  );
}
