import { findByAny, findByPattern, outsideUuids, type FindSecrets } from "./rule.js";

/* Personal data, which is redacted only if named in the options. */

/** Finds email addresses. */
export const findEmails: FindSecrets = findByPattern(
  /(?<![\w.+%-])[\w.+%-]{1,64}@[A-Za-z0-9-]{1,63}(?:\.[A-Za-z0-9-]{1,63}){1,8}/u,
);

/** Finds phone numbers with a country code, of North America, and Chinese mobile ones. */
export const findPhones: FindSecrets = outsideUuids(
  findByAny(
    findByPattern(/(?<![\w+])\+\d(?:[ ().-]{0,2}\d){6,14}(?!\d)/u),
    findByPattern(/(?<![\w.-])(?:\(\d{3}\) ?|\d{3}[-. ])\d{3}[-. ]\d{4}(?![\w-])/u),
    findByPattern(/(?<!\d)1[3-9]\d{9}(?!\d)/u),
  ),
);

/** Lengths by country, from the registry of SWIFT. */
const IBAN_LENGTHS =
  "AD24AE23AL28AT20AZ28BA20BE16BG22BH22BI27BR29BY28CH21CR22CY28CZ24DE22DJ27DK18DO28EE20EG29ES24FI18FK18FO18FR27GB22GE22GI23GL18GR27GT28HN28HR21HU28IE22IL23IQ23IS26IT27JO30KW30KZ20LB28LC32LI21LT20LU20LV21LY25MC27MD24ME22MK19MN20MR27MT31MU30NI28NL18NO15OM23PK24PL28PS29PT25QA29RO24RS22RU33SA24SC31SD18SE24SI19SK24SM27SO23ST25SV28TL23TN24TR26UA29VA22VG24XK20YE30";
const LENGTH_BY_COUNTRY: ReadonlyMap<string, number> = new Map(
  Array.from(IBAN_LENGTHS.matchAll(/(?<country>[A-Z]{2})(?<length>\d{2})/gu), ({ groups }) => [
    groups?.["country"] ?? "",
    Number(groups?.["length"]),
  ]),
);

/** Finds IBANs of known countries with correct check digits (ISO 13616), with or without spaces. */
export const findIbans: FindSecrets = (text) =>
  [...text.matchAll(/(?<![A-Za-z0-9])[A-Z]{2}\d{2}(?: ?[A-Z0-9]){11,30}/gu)].flatMap(
    ({ 0: match, index }) => {
      const length = LENGTH_BY_COUNTRY.get(match.slice(0, 2)) ?? 0;
      const [account = ""] = new RegExp(`^(?:[A-Z0-9] ?){${length}}`, "u").exec(match) ?? [];
      const end = index + account.trimEnd().length;
      const whole = !/^[A-Za-z0-9]/u.test(text.slice(end, end + 1));
      return length > 0 && whole && passesMod97(account.replaceAll(" ", ""))
        ? [{ start: index, end }]
        : [];
    },
  );

function passesMod97(account: string): boolean {
  let rest = 0;
  for (const character of account.slice(4) + account.slice(0, 4)) {
    for (const digit of Number.parseInt(character, 36).toString()) {
      rest = (rest * 10 + Number(digit)) % 97;
    }
  }
  return account !== "" && rest === 1;
}
