import { numberOf } from "../text/numbers.js";

/** Most characters of a value. */
const MAX_LENGTH = 60;

const MONTHS =
  "january february march april may june july august september october november december".split(
    " ",
  );
const NUMERALS = /[a-z]{3,}|[一二两三四五六七八九十]+/gu;

/** Words after which an English value is over. */
const ENGLISH_TAIL =
  /\s+(?:(?:with|since|because|where|which|who|when|while|last|next|until|after|before|so|though|although|but|together|every|each|for (?:\d|a|an|the|about|over|almost|many|some|two|three|four|five|six|ten|years|months|my|work|now|good)|in (?:19|20)\d\d|in (?:spring|summer|autumn|winter|january|february|march|april|may|june|july|august|september|october|november|december|the (?:morning|evening))|on (?:my|weekends|\p{L}+days?)|and (?:I|we|my|our|it|am|have|live|work|love|like)|this (?:year|month|week|spring|summer|autumn|winter)|these days|all my life|please|thanks|way|more than)\b|[-–—(]).*$/iu;
const OWN_TAILS: Readonly<Record<string, RegExp>> = {
  home: /\s+from\b.*$/iu,
  job: /\s+(?:at|in|for|from|on)\b.*$/iu,
  employer: /\s+(?:as|in|from|on|doing)\b.*$/iu,
  studies: /\s+(?:at|in|for)\b.*$/iu,
  diet: /\s+(?:for|diet|food)\b.*$/iu,
  language: /\s+(?:at|in|with|for|on|to|every|since)\b.*$/iu,
  hobby: /\s+(?:badly|well|in my|after)\b.*$/iu,
};
const PET_TAIL = /\s+(?:from|in|on|at|two|three|four|\d+|a few|last|who|that|and)\b.*$/iu;
const ARTICLES =
  /^(?:(?:a|an|the|my|our|some|any|all kinds of|all|lots of|being|to be|called|named|both|very|really|eating|to eat|drinking|to drink)\s+)+/iu;
const CHINESE_TAIL =
  /(?:已经|其实|并|都|也|会|是|严重|很|非常)?(?:一段时间|[一二三四五六七八九十几两\d]+年|很久|好久)?(?:工作|上班|生活|居住)?(?:了|的|啦|呢|呀|吧|哦|噢|啊|哈|嘛)*$/u;
const CHINESE_HEAD = /^(?:(?:一家|一个|一名|一位|一只|一条|一间|一所|是|叫做?|在|了)+)/u;

/** Values, as they are said, that are none of the attribute though its pattern fits. */
const NO_VALUES: Readonly<Record<string, RegExp>> = {
  name: /^(?:not|on|in|too|very|so|hard|easy|the|a|an|spelled|pronounced|unusual|important|difficult|short|long|just|actually)\b|[是很]|名字/u,
  home: /^(?:a|an|the|my|our|your|his|her|another|some|this|that) (?:\p{L}+ ){0,2}(?:apartment|flat|house|place|home|room|row|seat|table|desk|office|floor|building|team|department|company|job|role|school|class|version|plan|tool|side|page|topic|question|step|level|world|bubble)s?\b(?! (?:in|near|by|outside) )|^(?:constant |daily |permanent |perpetual )?(?:fear|hope|peace|harmony|denial|chaos|poverty|luxury|sin|terror|uncertainty)\b|\bfor (?:a|an|the|two|three|four|five|six|\d+) (?:days?|nights?|weeks?|weekend|months?|summer|winter)\b|^(?:新家|新房|新的?(?:公寓|房子|地方)|这里|那里|一起|楼|[一二三四五六七八九十\d]+楼|前排|后排|前面|后面|旁边|角落|恐惧|回忆|梦)/u,
  job: /^(?:an? )?(?:very |really |pretty )?(?:good|bad|great|terrible|awful|decent|careful|better|big|bit|fast|slow|lousy|happy|proud|huge|avid|keen|amateur|would-be|wannabe|former|ex|future|frustrated|mere|team|hit)\b/iu,
  employer:
    /^(?:the intersection|an intersection|myself|yourself|a living|peanuts|fun|hire|change|peace|it|a while|years|hours|ages|speed|scale|full|my own|our own|own)\b|^(?:公司|单位|办公室|外面|附近|市区|那边|这边)$|^(?:一起|家里?|线上|远程|晚上|白天|周末|自己)/iu,
  studies:
    /^(?:hard|late|all|every|together|alone|abroad|my|your|the (?:menu|map|options|report))\b/iu,
  partner: /\bto (?:my|the|this|that|work|an? )|^(?:engaged|single|separated) (?:in|with|by)\b/iu,
  pet: /\b(?:dog|cat|fish|horse|bird) (?:person|lover|walker|sitter|food|show|day|house|fight|film|video|story|hair|bed|allergy|phobia|tank|race|chart|problem)\b|(?:图|照片|视频|片|粮|饭|肉|咖啡)$/iu,
  language: /\b(?:words?|class(?:es)? today)\b/iu,
  avoids:
    /^(?:and|another|a bite|more|any more|anymore|like|as|until|before|after|because|there|here|breakfast yet|lunch yet|now|right now|yet)\b/iu,
  allergy: /^(?:点|些|点儿|一点|这|那)$/u,
  favorite: /^(?:when|how|that|this|because)\b/iu,
  plan: /^(?:go (?:home|to bed|out|there|now)|sleep|eat|rest|cry|die|know|see|be|have|get|hear|understand|learn more|do|make it|stay in bed|throw up|thank|apologi[sz]e|add|point out|explain|share)\b|^(?:说|问|知道|看看|睡|吃|喝|回家|休息|静静|哭)/iu,
};

/** Topics that make no favourite: "my favourite part is the end". */
const NO_TOPICS = /^(?:part|bit|moment|line|one|thing about|scene|部分|地方|一句|那)/iu;

/** Tests if what was said is a value of an attribute at all. */
export function isValue(attribute: string, said: string): boolean {
  const [name = "", topic = ""] = attribute.split(":");
  return !(NO_VALUES[name]?.test(said) ?? false) && !NO_TOPICS.test(topic);
}

/** Returns the value of an attribute in a form in which equal values are equal, or "". */
export function normalizeValue(attribute: string, value: string): string {
  const name = attribute.split(":", 1)[0] ?? "";
  if (name === "birthday") return dayOf(value) ?? normalizeText(value);
  if (name === "age" || name === "children") return numbersIn(normalizeText(value));
  if (name === "relative" || name === "pet") {
    return normalizeText(
      value
        .replace(PET_TAIL, "")
        .replaceAll(/'s name|\b(?:is|called|named)\b|(?<=\p{sc=Han})(?:的名字|名)?[叫是]/gu, " "),
    ).replaceAll(/ +/gu, " ");
  }
  const tail = OWN_TAILS[name];
  const cut = value.replace(ENGLISH_TAIL, "");
  return normalizeText(tail ? cut.replace(tail, "") : cut);
}

/** Returns the topic of a favourite: `colour` and `color` are one. */
export function normalizeTopic(topic: string): string {
  return topic.normalize("NFKC").toLowerCase().replaceAll("colour", "color").slice(0, 24);
}

function normalizeText(value: string): string {
  const text = value
    .normalize("NFKC")
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{M}\p{N}&+#'’、-]+/gu, " ")
    .trim();
  const short = /\p{sc=Han}/u.test(text)
    ? text.replace(CHINESE_HEAD, "").replace(CHINESE_TAIL, "")
    : text.replace(ARTICLES, "");
  return short.slice(0, MAX_LENGTH).trim();
}

function numbersIn(value: string): string {
  return value
    .replace(/^an? /u, "1 ")
    .replaceAll(NUMERALS, (word) => String(numberOf(word) ?? word));
}

/** Returns the month and day of a date, as `05-04`. */
function dayOf(value: string): string | undefined {
  const text = numbersIn(value.toLowerCase());
  const chinese = /(\d{1,2})月(\d{1,2})/u.exec(text) ?? /\d{4}-(\d{2})-(\d{2})/u.exec(text);
  if (chinese) return twoDigits(chinese[1], chinese[2]);
  const month = MONTHS.findIndex((name) => new RegExp(String.raw`\b${name}\b`, "u").test(text));
  const day = /\b(\d{1,2})(?:st|nd|rd|th)?\b/u.exec(text)?.[1];
  return month >= 0 && day !== undefined ? twoDigits(String(month + 1), day) : undefined;
}

function twoDigits(month = "", day = ""): string {
  return `${month.padStart(2, "0")}-${day.padStart(2, "0")}`;
}

const EXACT = /^(?:age|birthday|children|partner)$/u;
const IS_LIST = /、|\b(?:and|or)\b|[和与跟或]/u;

/** Tests if two values of an attribute say the same, one perhaps in more words. */
export function isSameValue(attribute: string, one: string, other: string): boolean {
  if (one === other) return true;
  const name = attribute.split(":", 1)[0] ?? "";
  return /^(?:name|origin|home|job|employer|studies|diet)$/u.test(name) && names(one, other);
}

/** Tests if the value that an ending names is that of a fact. A list has to be named whole. */
export function namesValue(attribute: string, named: string, value: string): boolean {
  if (named === value) return true;
  return !EXACT.test(attribute) && !IS_LIST.test(value) && names(named, value);
}

/** Tests if all words of a value stand in a text. */
export function isIn(value: string, text: string): boolean {
  if (/\p{sc=Han}/u.test(value)) return text.includes(value);
  const words = wordsOf(text.toLowerCase());
  return value !== "" && [...wordsOf(value)].every((word) => words.has(word));
}

function names(one: string, other: string): boolean {
  if (one === "" || other === "") return false;
  if (/\p{sc=Han}/u.test(one + other)) return one.includes(other) || other.includes(one);
  const [fewer, more] = [wordsOf(one), wordsOf(other)].toSorted((a, b) => a.size - b.size);
  return (
    fewer !== undefined &&
    more !== undefined &&
    fewer.size > 0 &&
    [...fewer].every((word) => more.has(word))
  );
}

function wordsOf(value: string): Set<string> {
  const words = value
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word.length > 1 || /\d/u.test(word));
  return new Set(words.map((word) => word.replace(/(?<=\p{L}{3})(?:es|s)$/u, "")));
}
