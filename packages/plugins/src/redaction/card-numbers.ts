import { isCardNumber } from "./card-networks.js";
import { digitRuns } from "./digit-runs.js";
import type { DigitGroup } from "./digit-runs.js";
import type { FindSecrets, Found } from "./rule.js";

const MOST_DIGITS = 19;
/** How many digits a part of a card number has where it stands among other numbers. */
const PART = { min: 3, max: 7 };

/**
 * Card numbers: in one piece; in parts of 3 to 7 digits with spaces, dashes or dots between them,
 * also among other numbers; or however they are parted, where no other number stands beside them.
 * Full-width digits count, and what is invisible does not. Left alone are numbers that are parts of
 * words, of decimals, and of telephone numbers with a plus sign.
 */
export const findCardNumbers: FindSecrets = (text) =>
  digitRuns(text).flatMap((run) => cardsAmong(run, text));

/** The leftmost ones, each as long as it can be. */
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

/** Index of the last group of the longest card number that begins with a group. */
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
    // Only a number that stands alone may have parts of any length.
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
