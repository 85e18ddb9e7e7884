import { CHINESE_SIGNS } from "./chinese-mood.js";
import { ENGLISH_SIGNS, ORDERS, type Mood, type MoodSigns } from "./english-mood.js";
import { isReadable } from "./text-form.js";

/** A clause of a text. `stating`: says what is so, and maybe means a wish. */
export interface Clause {
  readonly text: string;
  readonly mood: Mood | "stating";
  /** Place in the text, in UTF-16 units. */
  readonly start: number;
  readonly end: number;
}

/** A piece between two joints, and what joins it to the piece before. */
interface Piece {
  readonly source: string;
  readonly start: number;
  readonly end: number;
  readonly joint: "comma" | "colon" | "join" | "break";
  readonly isAsked: boolean;
}

/** Longest text to read, in UTF-16 units. */
const LOOKED_AT = 500;
const CHINESE = /\p{Script=Han}/u;
/** Openings that say nothing: calls, interjections, thanks. */
const OPENING =
  /^(?:hey|yo|hi|hello|ok|okay|well|so|oh|um|uh|erm|hmm|lol|haha|omg|ugh|dude|bro|bruh|mate|man|nah|and|but|then|also|now|alright|right|yeah|yes|yep|sure|actually|look|listen|sorry|excuse me|thanks|thank you|by the way|btw|honestly|seriously|anyway|apparently|supposedly|obviously|luckily|as i said|by mistake|by accident|just|guys|sweetie|honey|dear|computer|robot|assistant|alexa|siri|cortana|google|小爱(?:同学)?|小度|小艺|小布|天猫精灵|嗯|呃|哎呀?|诶|喂|嘿|好的|好吧|好|那个|那么?|对了|哦|噢|啊|哈喽|你好|您好|对不起|不好意思|抱歉|另外|顺便|还有)(?:[\s,，!！、]+|(?=\p{Script=Han}))|^(?:no|nope)[,，!]\s*/u;
const POLITE =
  /\b(?:if (?:you don't mind|you please|you like|possible|you would|it's not too much trouble|it isn't too much trouble|you have a (?:minute|moment|second)|you get a chance)|when you (?:have|get) a (?:minute|moment|second|chance)|for me|for us|thanks(?! for)|thank you(?! for))\b/g;
/** Ends of clauses, with the words that join the next one. */
const JOINTS =
  /(?<mark>[.!?;:](?=\s|$|\p{Script=Han})|[\n。！？；：…~]|,(?!\d)|，|、|--|—)|(?<=\s)(?:but|and then|and also|and now|and please|so please|otherwise|or else|because|so(?= (?:turn|switch|open|close|shut|lock|start|stop|play|put|set|call|get|order|book|send|text|wake|make|delete|remove|clean|water) (?:the|an?|some|me|my|us|him|her|it|them|up|on|off)\b))(?=\s)|(?<=了)(?=去[给把帮开关]|快(?![一两到要])|帮我|请|麻烦)|但是?(?=\p{Script=Han})|不过|可是|否则|不然|所以|因为|(?:(?<=\s)(?:and|or|nor|then|also)(?=\s)|然后|并且|而且|或者?|(?<=\p{Script=Han})和(?=[把开关放打])|(?<=[^\s，。])再(?=[把帮给放提告找推开关来去]))/gu;
const JOINS = /^(?:and|n?or|then|also|然后|并且|而且|或者?|和|再)$/u;
const COMMAS = /^(?:[,，、:：—]|--)$/u;
/** Short questions that make an order polite. */
const TAG =
  /^(?:please|pls|ok|okay|alright|will you|would you|can you|could you|won't you|can't you|right now|now|thanks|thank you|好吗|好么|行吗|可以吗|行不行|好不好|成吗|谢谢|拜托|求求你|麻烦(?:你|您)?了?)[\s?？]*$/u;
/** Short questions that make a question of what is said before. */
const CHECK =
  /^(?:right|correct|yes|no|huh|eh|(?:is|are|was|were|did|does|do|has|have|had)(?:n't)? (?:it|he|she|they|you|we|i)|对吧|对吗|是吧|是吗|是不是|不是吗|没错吧)$/u;
/** The one who said what stands before. */
const SAID_SO =
  /^(?:he|she|they|you|[a-z]+|(?:my|the) [a-z]+) (?:said|says|asked|shouted|yelled|whispered|replied|answered|cried|told me)(?: to [a-z]+)?$|^.{1,4}(?:说|说道|问道|喊道)$/u;
/** Prohibitions of what follows. */
const BARE =
  /^(?:please )?(?:(?:don't|do not|never)(?: ever| under any circumstances| i repeat| please)?|千万别|不要|别)$/u;
const TELLS =
  /(?:\b(?:said|says|say|asked|told (?:me|us|him|her|them)|shouted|yelled|replied|wrote|whispered|goes|like)|说|道|喊|问|叫我|写着?)\s*$/u;
const FIRM =
  /\b(?:please|pls|can you|could you|would you|i want|i need|i'd like)\b|请|帮我|麻烦|给我|我要|我想/u;
const STATES =
  /^(?:you|it|it's|he|she|they|we|i|the|my|our|that|this|there|there's)\b|^(?:你|我|他|她|门|灯|窗|这|那)|\b(?:still|already|yet|ever)\b|还|已经|都/u;

/** Careless and colloquial spellings, and particles at the end that change no mood. */
const SPELLINGS: readonly (readonly [RegExp, string])[] = [
  [/\b(do|does|did|is|are|was|were|has|have|had|would|could|should|must|ca|wo)nt\b/gu, "$1n't"],
  [
    /\b(what|who|where|when|how|that|there|it|he|she|(?:no|any|every|some)(?:body|one))s\b/gu,
    "$1's",
  ],
  [/^lets\b/gu, "let's"],
  [/\btheyre\b/gu, "they're"],
  [/\b(?:ur|youre)\b/gu, "you're"],
  [/\bu\b/gu, "you"],
  [/\br\b/gu, "are"],
  [/\bim\b/gu, "i'm"],
  [/\b(i|we|they|you)ve\b/gu, "$1've"],
  [/\b(?:pls|plz)\b/gu, "please"],
  [/\brn\b/gu, "right now"],
  [/啥/gu, "什么"],
  [/咋/gu, "怎么"],
  [/(?<=.)[啊呀哦噢哈哇哟咯]+$/gu, ""],
  [/啦$/gu, "了"],
  [/呗$/gu, "吧"],
];

const DOES = /^(?:do|have) (?:the|your|my|our)\b/;

/** Reads the clauses of a text with their moods. Texts in other languages have none. */
export function clausesOf(whole: string): readonly Clause[] {
  const text = whole
    .slice(0, LOOKED_AT)
    .toLowerCase()
    .replaceAll(/[’‘´`]/gu, "'");
  if (!isReadable(text)) return [];
  const clauses: Clause[] = [];
  for (const piece of piecesOf(text)) {
    const before = clauses.at(-1);
    const joined = before && joinTag(before, piece);
    if (joined) clauses.splice(-1, 1, joined);
    else clauses.push(...readClause(piece, before));
  }
  return clauses;
}

/** Returns true for a mood in which no skill that acts is meant. */
export function isVetoing(clause: Clause): clause is Clause & { readonly mood: Mood } {
  const { mood } = clause;
  return mood === "forbidding" || mood === "question" || mood === "report";
}

function piecesOf(text: string): readonly Piece[] {
  const pieces: Piece[] = [];
  let between: string[] = [];
  let start = 0;
  const add = (end: number, mark: string): void => {
    const source = text.slice(start, end).trim();
    if (source === "") return;
    const isAsked = /^[?？]/u.test(mark);
    pieces.push({ source, start, end, joint: jointOf(between), isAsked });
    between = [];
  };
  for (const { 0: found, index, groups: { mark = "" } = {} } of text.matchAll(JOINTS)) {
    add(index, mark);
    between.push(found.trim());
    start = index + found.length;
  }
  add(text.length, "");
  return pieces;
}

function jointOf(between: readonly string[]): Piece["joint"] {
  const last = between.at(-1);
  if (last === undefined || !between.every((one) => COMMAS.test(one) || JOINS.test(one))) {
    return "break";
  }
  const isJoin = JOINS.test(last) && (between.length === 1 || /^n?or$/u.test(last));
  if (isJoin) return "join";
  return /[:：]/u.test(last) ? "colon" : "comma";
}

/** Returns the clause before with a short question that follows it, if the piece is one. */
function joinTag(before: Clause, { source, end, joint, isAsked }: Piece): Clause | undefined {
  if (CHECK.test(source)) {
    return FIRM.test(before.text) ? before : { ...before, mood: "question" };
  }
  if (TAG.test(source)) {
    return isAsked && before.mood === "other" ? { ...before, mood: "command" } : before;
  }
  if (joint === "comma" && SAID_SO.test(source)) return { ...before, mood: "report" };
  const isCut = BARE.test(before.text) && joint === "comma";
  return isCut ? { ...before, text: `${before.text} ${source}`, end } : undefined;
}

function readClause(
  { source, start, end, joint, isAsked }: Piece,
  before: Clause | undefined,
): readonly Clause[] {
  const spelled = SPELLINGS.reduce((said, [from, to]) => said.replaceAll(from, to), source);
  let text = spelled.replaceAll(/["“”「」『』()（）]/gu, " ").replaceAll(POLITE, " ");
  text = text.replaceAll(/\s+/gu, " ").trim();
  for (let round = 0; round < 3; round += 1) text = text.replace(OPENING, "").trim();
  if (text === "") return [];
  const found = signOf(text, CHINESE.test(text) ? CHINESE_SIGNS : ENGLISH_SIGNS) ?? "other";
  const isOpen = found === "other" || found === "stating";
  const isQuestion = isAsked && ((isOpen && STATES.test(text)) || DOES.test(text));
  const own = isQuestion ? "question" : found;
  const clause = { text, mood: own, start, end };
  return [before && isHeld(clause, before, joint) ? { ...clause, mood: before.mood } : clause];
}

/** Returns true if the mood of the clause before holds for one, too. */
function isHeld(clause: Clause, before: Clause, joint: Piece["joint"]): boolean {
  // An order names it: "send mom a message: …".
  if (joint === "colon" && before.mood === "command") return true;
  if (joint === "break" || !isVetoing(before)) return false;
  if (joint !== "join") return before.mood === "report" && TELLS.test(before.text);
  if (isVetoing(clause) || clause.mood === "stating" || FIRM.test(clause.text)) return false;
  // "Check the weather and …": the question ends there.
  return before.mood !== "question" || !ORDERS.test(before.text);
}

function signOf(text: string, signs: MoodSigns): Mood | "stating" | undefined {
  return signs.find(([, ...patterns]) => patterns.some((one) => one.test(text)))?.[0];
}
