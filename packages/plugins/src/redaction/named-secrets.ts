import { findByAny, findByPattern, type FindSecrets } from "./rule.js";

/* Secrets that are known by a word beside them. */

/** Names of passwords, whose value may be anything. */
const PASSWORD =
  "pass(?:word|wd|phrase|code)s?|(?<![A-Za-z])pwd|(?:api|access|secret|private|account|auth|encryption|signing)[_ -]?keys?|client[_-]?secret|密码|口令|密钥|密碼|密鑰|パスワード";
/** Names of tokens, whose value has to look like one. */
const TOKEN = "(?<![A-Za-z])(?:[A-Za-z]{1,16}[_-]?)?(?:tokens?|secrets?|credentials?)";
const SIGN = "\\\\{0,3}[\"'`]?[ \\t]{0,3}(=>|:=|=|:|：|是|为)[ \\t]{0,3}";
/** Values in quotes, which may be escaped or never end, or up to the next space. */
const VALUE = [
  "\\\\{1,3}[\"']([^\"'\\\\\\r\\n]+)",
  '"((?:[^"\\\\\\r\\n]|\\\\.)+)',
  "'((?:[^'\\\\\\r\\n]|\\\\.)+)",
  "`([^`\\r\\n]+)",
  "([^\\s\"'`,;，。；、\\\\]+)",
].join("|");

const LEAST_TOKEN = 10;
const LONGEST_NO_SECRET = 12;
/** Words of forms and questions in place of a password. */
const NO_SECRET =
  /^(?:required|optional|none|null|undefined|true|false|yes|no|unknown|changed|reset|string|什么|多少)[.?!？]?$/iu;

/** Finds `password=…`, `api_key: …`, `"secret": "…"`, 密码：… */
export const findAssignments: FindSecrets = findByAny(
  findAssigned(PASSWORD, (value, { sign, bare, isLast }) => {
    if (value.length < LONGEST_NO_SECRET && NO_SECRET.test(value)) return false;
    // Chinese has no spaces, so that the value is a clause.
    if (bare && sign !== "=" && /^\p{Script=Han}/u.test(value)) return false;
    if (sign === "是" || sign === "为") return /[A-Za-z0-9]/u.test(value);
    return !bare || sign === "=" || isCode(value) || isLast();
  }),
  findAssigned(TOKEN, (value) => value.length >= LEAST_TOKEN && isCode(value)),
);

/** Finds tokens after `Bearer` or in an `Authorization` header. */
export const findBearerTokens: FindSecrets = findByAny(
  findByPattern(
    /(?<![A-Za-z])authorization["']?[ \t]{0,3}[:=][ \t]{0,3}["']?(?:[a-z]{1,16}[ \t]{1,3})?([\w.~+/=-]{6,})/iu,
  ),
  findByPattern(/(?<![A-Za-z])bearer[ \t]{1,3}([\w.~+/=-]{16,})/iu, ([match]) => /\d/u.test(match)),
);

/** Finds name and password in a URL. */
export const findUrlCredentials: FindSecrets = findByPattern(
  /(?<![a-z0-9+.-])[a-z][a-z0-9+.-]{1,20}:\/\/([^\s/?#]{1,512})(?=@)/iu,
  ([, secret = ""]) => /.:./u.test(secret),
);

/** Returns true for the name of a JSON member whose value is a secret. */
export function namesSecret(name: string): boolean {
  const letters = name.replaceAll(/[\s_-]/gu, "");
  return /(?:passwords?|passwd|passphrase|pwd|apikeys?|secretkey|accesskey|privatekey|clientsecret|secret|authtoken|accesstoken|refreshtoken|密码|口令|密钥)$/iu.test(
    letters,
  );
}

/** Circumstances of a value. */
interface Given {
  /** Sign between the name and the value. */
  readonly sign: string;
  /** True for a value without quotes. */
  readonly bare: boolean;
  /** Returns true if a line or a clause ends after the value. */
  readonly isLast: () => boolean;
}

const END_OF_CLAUSE = /^[ \t]{0,8}(?:[\r\n,;，。；]|$)/u;
/** Longest match of `END_OF_CLAUSE`, in UTF-16 units. */
const MAX_END_LENGTH = 9;

function findAssigned(
  names: string,
  accept: (value: string, given: Given) => boolean,
): FindSecrets {
  const pattern = new RegExp(`(?:${names})${SIGN}(?:${VALUE})`, "iu");
  return findByPattern(pattern, (match) => {
    const [whole, sign = "", ...values] = match;
    const value = values.findLast((one) => one !== undefined) ?? "";
    const isLast = (): boolean => {
      const end = match.index + whole.length;
      return END_OF_CLAUSE.test(match.input.slice(end, end + MAX_END_LENGTH));
    };
    return accept(value, { sign, bare: values.at(-1) !== undefined, isLast });
  });
}

/** Returns true for a word with digits and other characters. */
function isCode(value: string): boolean {
  return /\d/u.test(value) && /[^\d.,]/u.test(value);
}
