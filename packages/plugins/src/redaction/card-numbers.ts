import { digitRuns, type DigitGroup } from "./digit-runs.js";
import { outsideUuids, type FindSecrets, type Found } from "./rule.js";

/** Lengths of the numbers of card networks, and their prefixes: one, or a range of equal length. */
interface CardNetwork {
  readonly lengths: readonly number[];
  readonly prefixes: readonly string[];
}

const SIXTEEN_TO_NINETEEN = [16, 17, 18, 19];
const NETWORKS: readonly CardNetwork[] = [
  // Visa
  { lengths: [13, 16, 19], prefixes: ["4"] },
  // Mastercard and RuPay
  { lengths: [16], prefixes: ["51-55", "2221-2720", "60", "508"] },
  // American Express
  { lengths: [15], prefixes: ["34", "37"] },
  // Discover, JCB, UnionPay and Mir
  {
    lengths: SIXTEEN_TO_NINETEEN,
    prefixes: ["6011", "644-659", "3528-3589", "62", "81-82", "2200-2204"],
  },
  // Diners Club
  { lengths: [14, ...SIXTEEN_TO_NINETEEN], prefixes: ["300-305", "38-39"] },
  { lengths: [14, 15, ...SIXTEEN_TO_NINETEEN], prefixes: ["36"] },
  // Maestro
  {
    lengths: [13, 14, 15, ...SIXTEEN_TO_NINETEEN],
    prefixes: ["5018", "5020", "5038", "5893", "6304", "6759-6763"],
  },
];

const MOST_DIGITS = 19;
/** Digits of a part of a card number among other numbers. */
const PART = { min: 3, max: 7 };

/**
 * Finds card numbers in one piece, in parts of 3 to 7 digits, or in any parts where no other number
 * is beside them. Full-width digits count, invisible characters do not. Parts of words, decimals
 * and telephone numbers with a plus sign are left alone.
 */
export const findCardNumbers: FindSecrets = outsideUuids((text) =>
  digitRuns(text).flatMap((run) => cardsAmong(run, text)),
);

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

/** Returns true for digits of a known network, with its length and the check digit of Luhn. */
function isCardNumber(digits: string): boolean {
  const networks = NETWORKS.filter(({ lengths }) => lengths.includes(digits.length));
  const isKnown = networks.some(({ prefixes }) => prefixes.some((one) => hasPrefix(digits, one)));
  return isKnown && passesLuhn(digits);
}

/** Compares prefixes as texts, as those of a range are equally long. */
function hasPrefix(digits: string, range: string): boolean {
  const [from = "", to = from] = range.split("-");
  const prefix = digits.slice(0, from.length);
  return prefix >= from && prefix <= to;
}

function passesLuhn(digits: string): boolean {
  let sum = 0;
  for (let index = 0; index < digits.length; index += 1) {
    const digit = Number(digits.at(-1 - index));
    const doubled = index % 2 === 1 ? digit * 2 : digit;
    sum += doubled > 9 ? doubled - 9 : doubled;
  }
  return sum % 10 === 0;
}
