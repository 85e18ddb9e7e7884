/** Most parts of a text that are looked at by themselves. */
const MAX_PARTS = 4;
/** A part of fewer characters says too little. */
const LEAST_LENGTH = 4;
/** Ends of sentences and clauses, and words that join two wishes. */
const JOINTS =
  /[.!?;:](?=\s|$)|[\n。！？；，：]|,(?!\d)|\b(?:and|then|also)\b|然后|顺便|另外|接着|(?<=[^\s，。])再(?=[把帮给放提告找推开关来去])/u;

/**
 * The parts of a text that may mean something else each, such as two wishes in one sentence; none
 * where it has one part only.
 */
export function textParts(text: string): readonly string[] {
  const parts = text
    .split(JOINTS)
    .map((part) => part.trim())
    .filter((part) => part.length >= LEAST_LENGTH);
  return parts.length < 2 ? [] : parts.slice(0, MAX_PARTS);
}
