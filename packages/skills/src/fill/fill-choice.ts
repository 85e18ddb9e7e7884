import { moodOf } from "../trigger/mood.js";
import type { Found } from "./fill-times.js";
import type { InputMember } from "./input-members.js";

/** Words that are no choice: they are everywhere in requests. */
const COMMON =
  /^(?:in|at|by|to|of|out|all|any|no|none|a|an|the|other|i|me|my|is|be|do|set|and|or|for|it)$/iu;
const TURNED_ON =
  /\b(?:turn|switch|power)(?:ed)? on\b|\b(?:turn|switch|power|put)\b[^,.;!?]{1,60} on(?=$|[,.!?;]| (?:please|again|now|at|for|when|if|tonight|today|tomorrow)\b)|\b(?:enable|activate)\b|打开|开启|启用|开灯|(?<!离)开(?:一下|着|起来)/iu;
const TURNED_OFF =
  /\b(?:turn|switch|power)(?:ed)? off\b|\b(?:turn|switch|power|put)\b[^,.;!?]{1,60} off(?=$|[,.!?;]| (?:please|again|now|at|for|when|if|tonight|today|tomorrow)\b)|\b(?:disable|deactivate)\b|关掉|关闭|关上|停用|关灯|关(?:一下|了|着)/iu;
/** Words before a choice that is not wanted. */
const NEGATED =
  /(?:(?:\b(?:not|no|without|except|but|instead of|rather than|never|neither|nor|next to|opposite|near|behind|beside|outside|leave|from)|n['’]t)(?: the| a| in| at| on)* |(?:\b(?:less|more|too|so|light|dark|pale|deep|feel|feeling|is|are|was|were)|['’](?:s|m|re)) |不要?|别|从|除了?|没有?)$/iu;
/** Words behind a choice that is not sure. */
const OPEN = /^(?: or\b|或|旁边|隔壁|对面|[以之]?外|[后前上下]面)/iu;
const SWITCHES =
  /\b(?:on|enabled?|power|active|activated|state|switch(?:ed)?|turned)\b|开关|打开|开启|启用/u;

/** Returns the choice of a member, or whether it is on, if a text names just one. */
export function fillChoice(member: InputMember, text: string): Found {
  const { type, said, nameWords, options = [] } = member;
  if (type === "boolean") return SWITCHES.test(said) ? switched(text) : flagged(nameWords, text);
  const places = options.flatMap((option) =>
    placesOf(option, text).map((place) => ({ option, ...place })),
  );
  // "room" within "living room" names no choice of its own.
  const named = places.filter(
    ({ start, end }) =>
      !places.some(
        (one) => one.start <= start && one.end >= end && one.end - one.start > end - start,
      ),
  );
  const [first] = named;
  if (!first) return undefined;
  const isSure = named.every(
    ({ option, start, end }) =>
      option === first.option &&
      !NEGATED.test(text.slice(Math.max(0, start - 24), start)) &&
      !OPEN.test(text.slice(end, end + 4)),
  );
  return isSure ? { value: first.option } : "unsure";
}

const DOUBTS = /\b(?:on and off|off and on)\b|要不要|该不该/iu;

function switched(text: string): Found {
  const [on, off] = [TURNED_ON.test(text), TURNED_OFF.test(text)];
  if ((on && off) || ((on || off) && (DOUBTS.test(text) || moodOf(text) === "question"))) {
    return "unsure";
  }
  return on || off ? { value: on } : undefined;
}

/** Returns true for a flag whose name a text says, if no word of negation is in it. */
function flagged(nameWords: readonly string[], text: string): Found {
  if (placesOf(nameWords.join(" "), text).length === 0) return undefined;
  const isNegated =
    /\b(?:not|no|without|never|or|off|out|disable|stop|cancel|is|are|was)\b|n['’]t\b|[不别没关停吗]/iu.test(
      text,
    );
  return isNegated ? "unsure" : { value: true };
}

/** Returns the places where a text says a word or some words, such as `living-room`. */
function placesOf(
  option: string,
  text: string,
): readonly { readonly start: number; readonly end: number }[] {
  const pattern = patternOf(option);
  if (!pattern) return [];
  return [...text.matchAll(new RegExp(pattern, `g${pattern.flags}`))].map(
    ({ index: start, 0: said }) => ({
      start,
      end: start + said.length,
    }),
  );
}

function patternOf(option: string): RegExp | undefined {
  if (/^on$/iu.test(option)) return TURNED_ON;
  if (/^off$/iu.test(option)) return TURNED_OFF;
  const words = option
    .replaceAll(/(\p{Ll})(\p{Lu})/gu, "$1 $2")
    .split(/[\s_-]+/u)
    .filter((word) => word !== "");
  if (words.length === 0 || COMMON.test(words.join(" "))) return undefined;
  const body = words
    .map((word) => word.replaceAll(/[$()*+.?[\\\]^{|}]/gu, String.raw`\$&`))
    .join(String.raw`[\s_-]?`);
  // Chinese has no blanks between words; a single Latin letter is meant as it is written.
  if (/\p{Script=Han}/u.test(option)) return new RegExp(body, "iu");
  const edge = String.raw`[A-Za-z\p{N}'’]`;
  return new RegExp(`(?<!${edge})${body}(?!${edge})`, option.length === 1 ? "u" : "iu");
}
