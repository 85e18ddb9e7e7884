/** No vocabulary in use has longer tokens, counted in characters without blanks. */
const LONGEST_TOKEN = 128;
/** Tokens of several Chinese characters exist, but no text consists of them alone. */
const CHARACTERS_PER_DENSE_TOKEN = 4;

/**
 * Tokens that a text has at least, with any vocabulary that can read it: no token reaches over a
 * blank. (BERT's can not read a word of more than 100 characters and takes it for one unknown
 * token, whatever it says; here it counts by its length.) Meant to refuse only what is certainly
 * too long; `estimateTokens` errs on the other side.
 */
export function leastTokens(text: string): number {
  let sum = 0;
  for (const [word] of text.matchAll(/\S+/gu)) sum += Math.ceil(word.length / LONGEST_TOKEN);
  const dense = text.match(/\p{Script=Han}/gu)?.length ?? 0;
  return Math.max(sum, Math.floor(dense / CHARACTERS_PER_DENSE_TOKEN));
}
