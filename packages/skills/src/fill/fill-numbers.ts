import type { InputMember } from "./input-members.js";
import { withDigits } from "./number-words.js";
import { saidNumbers, type SaidNumber } from "./said-numbers.js";
import { withoutSpans } from "./spans.js";
import { UNITS, type Unit } from "./units.js";

/** Members that are numbers, and whether the text names numbers that belong to none for sure. */
interface FilledNumbers {
  readonly filled: ReadonlyMap<string, number>;
  readonly isUnsure: boolean;
}

/** Returns true if a member is a number. */
export function isNumeric({ type }: InputMember): boolean {
  return type === "number" || type === "integer";
}

/**
 * Fills numbers: each that stands beside the name, the description or the unit of one member, or
 * the only number of a text for the only member, if nothing else is counted by it.
 */
export function fillNumbers(members: readonly InputMember[], given: string): FilledNumbers {
  const text = withoutSpans(withDigits(given));
  const numbers = saidNumbers(text);
  const claims = members.map((member) => ({
    member,
    united: numbers.filter(({ unit }) => unit && measures(member, unit)),
    cued: numbers.filter((number) => isCued(member, number, text)),
  }));
  const filled = new Map<string, number>();
  const used = new Set<SaidNumber>();
  const fill = (member: InputMember, number: SaidNumber): void => {
    const value = isExact(member, number, text) ? valueFor(member, number) : undefined;
    if (value === undefined || Number.isNaN(value)) return;
    filled.set(member.name, value);
    used.add(number);
  };
  for (const { member, united, cued } of claims) {
    const [only, ...more] = united.length > 0 ? united : cued;
    const others = claims.filter((one) => one.member !== member);
    const isTaken = (number: SaidNumber): boolean =>
      others.some((one) => one.united.includes(number) || one.cued.includes(number));
    if (!only || more.length > 0 || isTaken(only)) continue;
    // Another number may be the one that is meant: from 20 to 30.
    if (numbers.every((one) => one === only || isTaken(one))) fill(member, only);
  }
  const [[member], [number]] = [members, numbers];
  if (member && number && used.size === 0 && members.length === 1 && numbers.length === 1) {
    const isMeant = member.isRequired || number.unit?.name === "percent";
    if (isMeant && isAlone(member, number, text)) fill(member, number);
  }
  return { filled, isUnsure: members.length > 0 && numbers.some((one) => !used.has(one)) };
}

/** Returns the units that a member names: in its name, or else in its description. */
function unitsOf({ nameWords, said }: InputMember): readonly Unit[] {
  const name = nameWords.join(" ");
  const named = UNITS.filter((unit) => unit.said.test(name));
  if (named.length > 0) return named;
  const described = UNITS.filter((unit) => unit.said.test(said));
  return described.length > 0 ? described : UNITS.filter(({ kind }) => kind?.test(said));
}

/** Returns true if a member is counted in a unit, or both are times. */
function measures(member: InputMember, unit: Unit): boolean {
  const units = unitsOf(member);
  const isTime = unit.seconds !== undefined && units.some(({ seconds }) => seconds !== undefined);
  return isTime || units.includes(unit);
}

const DEGREES = /^(?:degree|celsius|fahrenheit)$/u;

/** Returns the value of a number in the unit of a member. */
function valueFor(member: InputMember, { value, unit }: SaidNumber): number | undefined {
  const units = unitsOf(member);
  if (!unit || units.includes(unit)) return value;
  if (unit.seconds !== undefined) {
    const [own, ...more] = units.flatMap(({ seconds }) => seconds ?? []);
    if (own === undefined || more.length > 0) return undefined;
    return Math.round((value * unit.seconds * 1e9) / own) / 1e9;
  }
  if (unit.name === "percent") {
    if (member.maximum === 1) return value / 100;
    return member.maximum === 100 ? value : undefined;
  }
  const degrees = DEGREES.test(unit.name) ? units.filter(({ name }) => DEGREES.test(name)) : units;
  if (degrees.length === 0) return counts(member) ? value : undefined;
  // A degree is one of any scale.
  const isSame = degrees.every(({ name }) => name === "degree" || unit.name === "degree");
  return DEGREES.test(unit.name) && isSame ? value : undefined;
}

/** Common names of members in Chinese. */
const IN_CHINESE: Readonly<Record<string, string>> = {
  volume: "音量 声音",
  brightness: "亮度",
  temperature: "温度",
  speed: "速度",
  channel: "频道",
  age: "年龄",
  weight: "体重 重量",
  height: "身高 高度",
};

/** Words that say nothing of a member. */
const PLAIN =
  /^(?:.{1,2}|the|and|for|from|with|this|that|its|number|value|level|count|amount|how|many|much|what|which|set|between|optional|integer|per|each|min|max|name|new|one|two|ten|are|not|all|any|should|will|can|you|use|used|user|default)$/u;
/** Ends of clauses, behind which another thing is named, and other numbers. */
const CLAUSE = /[,;.!?，。；！？、·\n\d]/u;

/** Returns true if a number stands beside a word of the name or description of the member. */
function isCued(member: InputMember, { start, end, unit }: SaidNumber, text: string): boolean {
  const before =
    text
      .slice(Math.max(0, start - 40), start)
      .split(CLAUSE)
      .at(-1) ?? "";
  const [behind = ""] = text.slice(end, end + 40).split(CLAUSE, 1);
  const after = new Set(wordsOf(behind).slice(0, 2));
  const cues = wordsOf(member.said).filter((word) => !PLAIN.test(word));
  if (cues.some((word) => after.has(word))) return true;
  // Of another unit, such as 50 mph, it is no value.
  if (!unit && OTHER_UNIT.test(text.slice(end, end + 2))) return false;
  if (cues.some((word) => wordsOf(before).slice(-4).includes(word))) {
    return FOLLOWS.test(text.slice(end, end + 12));
  }
  const chinese = `${before.slice(-8)} ${behind.slice(0, 4)}`;
  const names = member.nameWords.map((word) => IN_CHINESE[wordsOf(word)[0] ?? ""] ?? "");
  return pairsOf([member.said, ...names].join(" ")).some((pair) => chinese.includes(pair));
}

const OTHER_UNIT = /^\s?[斤磅米升两码尺寸里吨]/u;

/** Returns the words of a text in Latin letters, without the `s` of a plural. */
function wordsOf(text: string): readonly string[] {
  return (text.toLowerCase().match(/[a-z]+/gu) ?? []).map((word) =>
    word.length > 3 ? word.replace(/s$/u, "") : word,
  );
}

/** Returns each two Chinese characters that stand together. */
function pairsOf(text: string): readonly string[] {
  return [...text.matchAll(/(?=(\p{Script=Han}{2}))/gu)].map(([, pair = ""]) => pair);
}

/** Words before a value, such as `to 5` and not `channel 5`; `at 5` may be a time. */
const LEADS =
  /(?:^|\b(?:to|it|that|them|for|with|about|around|roughly|exactly|only|just|is|be|equals|set|make)|[到至成为是])\s*$/iu;
/** Beginnings of requests for some number of things. */
const ORDERS =
  /^(?:(?:please|now|can|could|you|i|want|would|like|get|me) )*(?:(?:buy|order|get|add|play|give|send|bring|roll|flip|toss|draw|pick|make|book|reserve|take|print|show|list|find|need|want|create|repeat|read|do|set|put)\s+)?$|[买订要来加点放播给转付用选发抽掷]$/iu;
/** Ends of requests and words that begin something else. */
const FOLLOWS =
  /^\s*(?:$|[^\p{L}\p{N}\s]|(?:at|on|in|for|by|to|from|with|and|or|please|pls|now|then|today|tonight|tomorrow|this|again|more|times?|instead|if|when|after|before|ok|thanks?)\b|[吧了呢吗啊个次遍的在就给和行可])/iu;
/** Names of members that count anything. */
const COUNTS = /^(?:n|count|counts|number|num|quantity|qty|amount|value|level|total|times|size)$/u;

/** Words around a number that is a limit, a change, or what is not wanted. */
const NO_VALUE =
  /(?:\b(?:by|than|least|most|up|down|was|were|is|are|currently|lost|gained|or|less|plus|after|before|feels like|under|over|above|below|(?<!\b(?:turn|set|put|bring|raise)\b.{0,30})up to|between|not|except|but|without)|['’]s|\b(?:is|was|are|were) at|超过|至少|最多|不到|少于|多于|或者?|不是|不要|除了|比|[高低大小]于|(?:现在|目前|已经|外面|里面|室温|都)(?:是|有)?|(?:昨天|刚才|原来)[^，。]{0,10}是|(?:调|提|升|降|加|减)[高低大小快慢少]?了?|增加|减少)\s*$/iu;
const CHANGES =
  /^\s*(?:times (?:as|[a-z]+er)|is|are|was|were|feels|[a-z]+s (?:up|down)|ago|earlier|off|or (?:less|more|under|over|below|above|higher|lower)|more|less|higher|lower|louder|quieter|warmer|cooler|brighter|darker)\b|^[，,]?\s*(?:有点|太|了(?=$|[，。])|频?道?[后前]面|以下|以上|以内|之内|内|之前|以前|前)/iu;
const FORBIDS = /\b(?:don['’]?t|do not|never)\b(?! forget)|不要|别(?!忘)/iu;
const ADDS = /\b(?:add|plus|another|extra|increase|decrease|raise|reduce)\s*$/iu;
const STEPS = /\b(?:by|add|extra|delta|step|change|increment|offset|difference)\b|增量|幅度/u;

/** Returns true if a number is a value, and no limit or change of one. */
function isExact(member: InputMember, { start, end }: SaidNumber, text: string): boolean {
  if (STEPS.test(member.said)) return true;
  const before = text.slice(Math.max(0, start - 40), start).replace(/百分之$/u, "");
  if (FORBIDS.test(before.split(CLAUSE).at(-1) ?? "")) return false;
  if (ADDS.test(before) && !counts(member)) return false;
  return !NO_VALUE.test(before) && !CHANGES.test(text.slice(end, end + 24));
}

/** Returns true if nothing but the member is counted or named by a number. */
function isAlone(member: InputMember, { start, end, unit }: SaidNumber, text: string): boolean {
  const before = text.slice(0, start);
  if (unit !== undefined) return true;
  if (counts(member)) return LEADS.test(before.slice(-16)) || ORDERS.test(before.slice(0, 80));
  return LEADS.test(before.slice(-16)) && FOLLOWS.test(text.slice(end, end + 12));
}

function counts({ nameWords }: InputMember): boolean {
  return nameWords.some((word) => COUNTS.test(word));
}
