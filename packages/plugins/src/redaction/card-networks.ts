/** Prefixes of a network's numbers, as a range of equal length, and lengths of its numbers. */
interface CardNetwork {
  readonly from: string;
  readonly to: string;
  readonly lengths: readonly number[];
}

const SIXTEEN_TO_NINETEEN = [16, 17, 18, 19];
const THIRTEEN_TO_NINETEEN = [13, 14, 15, ...SIXTEEN_TO_NINETEEN];

/** Visa, Mastercard, American Express, Discover, Diners, JCB, UnionPay, Maestro, Mir, RuPay. */
const NETWORKS: readonly CardNetwork[] = [
  { from: "4", to: "4", lengths: [13, 16, 19] },
  { from: "51", to: "55", lengths: [16] },
  { from: "2221", to: "2720", lengths: [16] },
  { from: "34", to: "34", lengths: [15] },
  { from: "37", to: "37", lengths: [15] },
  { from: "6011", to: "6011", lengths: SIXTEEN_TO_NINETEEN },
  { from: "644", to: "659", lengths: SIXTEEN_TO_NINETEEN },
  { from: "300", to: "305", lengths: [14, ...SIXTEEN_TO_NINETEEN] },
  { from: "36", to: "36", lengths: [14, 15, ...SIXTEEN_TO_NINETEEN] },
  { from: "38", to: "39", lengths: [14, ...SIXTEEN_TO_NINETEEN] },
  { from: "3528", to: "3589", lengths: SIXTEEN_TO_NINETEEN },
  { from: "62", to: "62", lengths: SIXTEEN_TO_NINETEEN },
  { from: "81", to: "82", lengths: SIXTEEN_TO_NINETEEN },
  { from: "5018", to: "5018", lengths: THIRTEEN_TO_NINETEEN },
  { from: "5020", to: "5020", lengths: THIRTEEN_TO_NINETEEN },
  { from: "5038", to: "5038", lengths: THIRTEEN_TO_NINETEEN },
  { from: "5893", to: "5893", lengths: THIRTEEN_TO_NINETEEN },
  { from: "6304", to: "6304", lengths: THIRTEEN_TO_NINETEEN },
  { from: "6759", to: "6763", lengths: THIRTEEN_TO_NINETEEN },
  { from: "2200", to: "2204", lengths: SIXTEEN_TO_NINETEEN },
  { from: "60", to: "60", lengths: [16] },
  { from: "508", to: "508", lengths: [16] },
];

/** Returns true for digits of a known network, with its length and the check digit of Luhn. */
export function isCardNumber(digits: string): boolean {
  if (digits.length < 13 || digits.length > 19) return false;
  const known = NETWORKS.some(({ from, to, lengths }) => {
    const prefix = digits.slice(0, from.length);
    // Prefixes of one length compare as texts as they do as numbers.
    return prefix >= from && prefix <= to && lengths.includes(digits.length);
  });
  return known && passesLuhn(digits);
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
