/** Words for secrets, with the secret after them. */
const NAMED =
  /\b(?:passwords?|passcode|passphrase|passwd|pin(?: code)?|api[ -]?key|secret key|access token)\b[^.\n]{0,60}?(?:\bis\b|[:=])\s*(?!(?:in|on|at|the|an?|not|no|kept|stored|too|very|wrong|correct|changed|expired|required|needed)\b)\S{3}|(?:密码|口令|密钥|验证码|暗号)[^，。\n]{0,12}?(?:是|为|[:：=])\s*(?!在|什么|不|很|错|对|要|需)\S{3}/iu;
/** Keys that their form gives away. */
const KEY =
  /\b(?:sk|pk|rk|ghp|gho|ghs|glpat|xox[abprs]|github_pat)[-_][\w-]{8}|\bAKIA[0-9A-Z]{12}|\bAIza[\w-]{20}|\beyJ[\w-]{8,500}\.[\w-]{8}|-----BEGIN [A-Z ]{0,30}PRIVATE KEY/u;
/** Numbers of cards and accounts. */
const LONG_NUMBER = /(?<!\d)(?:\d[ -]?){13,19}(?!\d)/u;
const TOKEN = /[\w+/=-]{16,}/gu;

/** Tests if a text holds a password, key or number of a card, as far as one can see. */
export function holdsSecret(text: string): boolean {
  if (NAMED.test(text) || KEY.test(text) || LONG_NUMBER.test(text)) return true;
  const tokens = text.match(TOKEN) ?? [];
  return tokens.some((one) => /\d/u.test(one) && /[a-z]/u.test(one) && /[A-Z]/u.test(one));
}
