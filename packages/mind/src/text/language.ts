/** Chinese has no blanks: a word has so many characters on average. */
const CHARACTERS_PER_WORD = 1.6;
/** Units of a text that are looked at. */
const READ_LENGTH = 1_000;
const HAN = /\p{Script=Han}/gu;
const KANA_OR_HANGUL = /[\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]/u;
const LATIN_WORD = /\p{Script=Latin}+/gu;
const OTHER_WORD = /(?:(?![\p{Script=Latin}\p{Script=Han}])\p{L})+/gu;
const ASCII_ONLY = /^\p{ASCII}*$/u;
const ENGLISH =
  /^(?:the|and|i|you|is|are|was|were|to|of|it|that|this|my|we|he|she|they|have|has|had|not|with|for|at|on|be|do|did|but|from|your|will|can|what|how|im|its|dont|their|there|would|when|who|from|just|so|if)$/u;
/** Frequent words of German, French, Spanish, Italian, Portuguese and Dutch. */
const FOREIGN =
  /^(?:ich|der|die|das|und|nicht|ist|ein|eine|mit|zu|wir|sie|den|je|le|la|les|et|est|une|des|pas|que|qui|el|los|las|y|un|una|es|por|con|mi|il|di|che|non|sono|per|o|os|uma|eu|meu|het|een|van|ik|niet|en|de|du|no|se|na)$/u;

const UNSPACED =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Thai}]/gu;
const TOKENS = /\S+/gu;
const HAS_WORDS = /[\p{L}\p{N}]/u;

/** Languages that rules know. */
export type Language = "en" | "zh" | "other";

/** Returns the language that most of the words at the beginning of a text are of. */
export function languageOf(text: string): Language {
  const sample = text.slice(0, READ_LENGTH);
  const words = sample.match(LATIN_WORD) ?? [];
  const chinese = (sample.match(HAN)?.length ?? 0) / CHARACTERS_PER_WORD;
  const others = sample.match(OTHER_WORD)?.length ?? 0;
  // Japanese has Chinese characters, too.
  if (KANA_OR_HANGUL.test(sample) || others > Math.max(chinese, words.length)) return "other";
  if (chinese > 0 && chinese * 2 >= words.length) return "zh";
  return isEnglish(words) ? "en" : "other";
}

function isEnglish(words: readonly string[]): boolean {
  let balance = 0;
  // Names keep their accents in English.
  for (const word of words) {
    const key = word.toLowerCase();
    if (ENGLISH.test(key)) balance += 1;
    else if (FOREIGN.test(key) || (word === key && !ASCII_ONLY.test(key))) balance -= 1;
  }
  // Names of two languages are in short texts of the other.
  return words.length > 0 && balance >= (words.length > 4 ? 0 : -1);
}

/** Counts the words of a text; of Chinese and the like 1.6 characters are one. */
export function countWords(text: string): number {
  const characters = text.match(UNSPACED)?.length ?? 0;
  const spaced = characters === 0 ? text : text.replaceAll(UNSPACED, " ");
  const tokens = spaced.match(TOKENS) ?? [];
  return tokens.filter((token) => HAS_WORDS.test(token)).length + characters / CHARACTERS_PER_WORD;
}
