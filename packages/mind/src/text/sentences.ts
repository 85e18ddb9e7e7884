/** Most UTF-16 units of a sentence; longer ones are cut, at a comma or blank if there is one. */
const MAX_LENGTH = 500;

/**
 * A line break, a quotation, or marks that may end a sentence, with the quotes and brackets that
 * they close. What is quoted may be of somebody else, so it stays in its sentence.
 */
const ENDS =
  /\n+|(?:"[^"\n]{1,400}"|“[^“”\n]{1,400}”|「[^「」\n]{1,400}」|『[^『』\n]{1,400}』)|[.!?…。！？｡]+["'”’»)\]）】」』]*/gu;
const QUOTATION = /^["“「『]/u;
const QUOTED_END = /[.!?…。！？｡]+["”」』]$/u;
const CHINESE_END = /[。！？｡]/u;
const CLOSES = /["'”’»)\]）】」』]$/u;
/** Units before and after a mark that tell what it is. */
const LOOK = 16;
const ELLIPSIS = /^(?:…|\.\.)/u;
const HAN_NEXT = /^\p{Script=Han}/u;
const SPACE_OR_HAN = /^[\s\p{Script=Han}]/u;
const HAN_AT_END = /\p{Script=Han}$/u;
const LOWER_CASE_NEXT = /^\s*\p{Ll}/u;
const UPPER_CASE_NEXT = /^\s+\p{Lu}/u;
/** The word before a full stop. */
const LAST_WORD = /[\p{L}\p{N}.]{1,12}$/u;
/** The number of a line of a list. */
const LIST_NUMBER = /^\s*\p{N}{1,3}$/u;
/** Abbreviations after which a sentence goes on. */
const TITLES =
  /^(?:[A-HJ-Z]|[Mm](?:rs?|s|t)|[Dd]r|[Pp]rof|[Ss]t|vs|[Aa]pprox|[EeIi]\.[ge]|[Cc]f|[Ff]ig|Gen|Rev)$/u;
const NUMBER_NEXT = /^\s*\p{N}/u;
/** Abbreviations that may stand at the end of a sentence, too. */
const EITHER = /^(?:etc|jr|sr|inc|ltd|co|[ap]\.m|u\.s|u\.k|ph\.d)$/iu;
/** Emoji, which belong to the sentence before. */
const PICTURES_FIRST = /^(?:\s|\p{Extended_Pictographic}|\p{Emoji_Modifier}|\u200D|\uFE0F)+/u;
const HAS_WORDS = /[\p{L}\p{N}]/u;

/** Code between fences; the last one may be open. */
const CODE = /^[ \t]*```[^]*?(?:^[ \t]*```|$(?![^]))/gmu;

/**
 * Splits a text into its sentences, each a verbatim passage with words, of at most 500 UTF-16
 * units. Line breaks end sentences, too. Words are in one sentence each; marks, and code between
 * fences, may be in none.
 */
export function splitSentences(whole: string): readonly string[] {
  const text = whole.includes("```") ? whole.replaceAll(CODE, "\n") : whole;
  const sentences: string[] = [];
  let from = 0;
  let to = 0;
  for (const end of endsOf(text)) {
    // Marks alone: "Great! :)".
    if (to > from && HAS_WORDS.test(text.slice(to, end))) {
      sentences.push(...cutLong(text.slice(from, to).trim()));
      from = to;
    }
    to = end;
  }
  sentences.push(...cutLong(text.slice(from, to).trim()));
  return sentences
    .map((sentence) => sentence.replace(PICTURES_FIRST, ""))
    .filter((sentence) => HAS_WORDS.test(sentence));
}

/** Returns the sentences of a text that a stretch of it touches. */
export function sentencesAt(
  text: string,
  { start, end }: { readonly start: number; readonly end: number },
): readonly string[] {
  let at = 0;
  return splitSentences(text).filter((sentence) => {
    const from = text.indexOf(sentence, at);
    at = from + sentence.length;
    return from < end && at > start;
  });
}

/** Yields the places after sentences, the last one at the end of the text. */
function* endsOf(text: string): Generator<number> {
  for (const { 0: found, index } of text.matchAll(ENDS)) {
    const marks = QUOTATION.test(found) ? (QUOTED_END.exec(found)?.[0] ?? "") : found;
    const end = index + found.length;
    if (marks === "") continue;
    const before = text.slice(Math.max(0, end - marks.length - LOOK), end - marks.length);
    if (end < text.length && endsSentence(marks, before, text.slice(end, end + LOOK))) yield end;
  }
  yield text.length;
}

function endsSentence(marks: string, before: string, after: string): boolean {
  if (marks.includes("\n")) return true;
  const isLower = LOWER_CASE_NEXT.test(after);
  // “Stop!” she said.
  if (CLOSES.test(marks) && isLower) return false;
  if (CHINESE_END.test(marks)) return true;
  if (!SPACE_OR_HAN.test(after) || (HAN_NEXT.test(after) && !HAN_AT_END.test(before))) return false;
  if (ELLIPSIS.test(marks)) return !isLower;
  if (!marks.startsWith(".")) return true;
  const word = LAST_WORD.exec(before)?.[0] ?? "";
  const line = before.slice(before.lastIndexOf("\n") + 1);
  if (LIST_NUMBER.test(line) && line.length < LOOK) return false;
  if (word.toLowerCase() === "no") return !NUMBER_NEXT.test(after);
  return !TITLES.test(word) && (!EITHER.test(word) || UPPER_CASE_NEXT.test(after));
}

/** Cuts a passage that is too long, at commas or blanks where there are some. */
function cutLong(passage: string): readonly string[] {
  const parts: string[] = [];
  let rest = passage;
  while (rest.length > MAX_LENGTH) {
    const head = rest.slice(0, MAX_LENGTH);
    const at = Math.max(...[",", "，", ";", "；", " "].map((mark) => head.lastIndexOf(mark)));
    // Not in the middle of a character of two units.
    const most = (rest.codePointAt(MAX_LENGTH - 1) ?? 0) > 0xff_ff ? MAX_LENGTH - 1 : MAX_LENGTH;
    const length = at > 0 ? at + 1 : most;
    parts.push(rest.slice(0, length).trim());
    rest = rest.slice(length).trim();
  }
  return [...parts, rest];
}
