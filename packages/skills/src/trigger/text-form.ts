/**
 * The form of a text by its words, each 0 to 1. Most examples of skills ask for something. A text
 * that only tells ("the lamp was a wedding present") names the same things and asks for nothing.
 */
export interface TextForm {
  /** It is a statement. */
  readonly states: number;
  /** It tells of others or of the past, and of no need. */
  readonly recounts: number;
  /** It gives an opinion of the speaker. */
  readonly judges: number;
  /** It is about a word, such as its meaning, and not about the thing. */
  readonly mentions: number;
}

/** Longest text to read, in UTF-16 units: these expressions take quadratic time. */
const LOOKED_AT = 200;

const ASKS: readonly RegExp[] = [
  /\b(?:please|pls|can you|could you|would you|will you|can we|could we|can i|could i|may i|i want|i'd like|i would like|i need|we need|i'm looking for|let's|lets|help|remind|don't forget|don't let)\b/iu,
  /^(?:(?:and|so|hey|hi|ok|well),? )?(?:what|what's|where|where's|when|who|who's|why|how|how's|which|is|are|am|was|were|does|do|did|has|have|should|will|can|could|any|anyone)\b|\?\s*$|, (?:what|how|where|when|why|who|which|can|could|should) /iu,
  /帮|给我|一下|麻烦|吧[。！!]?$|能不能|可不可以|我想(?!念)|我要|想要|需要|提醒|别忘|来[点首个]|替我|为我|怎么办|推荐|记[上下]|点儿?[。！!]?$/u,
  /吗|呢[？?]?$|(?<!没|没有)什么(?![都也])|怎么|哪|多少|几[点个天号]|(?<!没)谁(?![都也])|为什么|为啥|如何|[？?]$|有没有|是不是/u,
];
/** With these words something is to be done, or was done by somebody. */
const HANDLING = /把|(?<![申邀聘宴])请/u;
const HANDLED =
  /^(?:他|她|它|大家|有人|我(?:爸|妈|哥|姐|弟|妹|同事|朋友|老婆|老公|表哥|邻居|爷爷|奶奶)|我们?家).*[请了过]/u;
/** It was done by the speaker. */
const DONE =
  /^(?:我们?)?(?:昨天|昨晚|前天|上次|去年|小时候|以前).*[了过]|^我们?(?:已经|刚刚?)?把.*了[。！!]?$/u;
const OTHERS =
  /^(?:(?:well|and|but|oh|so),? )?(?:he|she|they|he's|she's|they're|someone|everyone|nobody|people|his|her|their|my (?:brother|sister|son|daughter|mother|father|mum|mom|dad|friend|boss|colleague|neighbou?r|wife|husband|girlfriend|boyfriend|teacher|uncle|aunt|cousin|grandmother|grandfather|grandma|grandpa|kids?|children)|our (?:teacher|neighbou?rs?))\b|^(?:他|她|大家|有人|这|那|我(?:爸|妈|哥|姐|弟|妹|同事|朋友|老婆|老公|表哥|邻居|爷爷|奶奶)|我们?家)/iu;
const STATEMENTS: readonly RegExp[] = [
  /^(?:(?:well|and|but|oh|so),? )?(?:i|i've|i'm|i'd|we|we've|we're|my|our)\b|^我/iu,
  /^(?:(?:well|and|but|oh|so),? )?(?:that|this|those|these|it|the|a|an|there|[a-z]+)(?:'s|'re|'ve)? ?(?:[a-z'-]+ ){0,5}?(?:is|are|was|were|has|had|used to|will be|isn't|wasn't|never|always|costs|looks|went|got|took|made)\b/iu,
  /昨天|昨晚|前天|上次|上周|上个月|去年|以前|小时候|曾经|从来|一直|刚才|过$|过了|[^不太]了$|是.*的$|是一|留下/u,
  /^[^，,。]{1,6}在(?!哪|什么)[^，,。]{2,}$|^[^，,。]{1,10}(?:是|很|挺|太|真|都|已经)/u,
];
const JUDGEMENTS: readonly RegExp[] = [
  /\b(?:i (?:really )?(?:like|love|hate|prefer|enjoy)|favou?rite|beautiful|strange|funny|boring|nice|great|wonderful|amazing|awful|terrible|sad|proud|interesting|quiet|strict|lovely|cute|delicious)\b/iu,
  /喜欢|讨厌|真[好丑棒美不]|太.{1,3}了|好看|好[贵难蓝美]|有意思|特别|非常|很\p{Script=Han}|最好/u,
];

const RECOUNTS: readonly RegExp[] = [
  OTHERS,
  /^(?:[\p{L}'’-]+ ){1,7}?(?:was|were|used to|wasn't|weren't)\b|^(?:i|we) (?:never|always|often|usually|sometimes)\b/iu,
  DONE,
  /^(?:昨天|昨晚|前天|上次|去年|小时候|以前).*的$|是.{1,8}的$|是一/u,
];

const MENTIONS =
  /\bwhat(?:'s| is| does| do)\b.*\b(?:mean|means|meaning|definition|stand for)\b|\bhow (?:do|does|would|to|is|should)\b.*\b(?:pronounce|pronounced|spell|spelled|spelt|say)\b|\b(?:word|term) for\b|\bdifference between\b|什么意思|是什么的缩写|怎么(?:说|念|读|拼)|有什么(?:区别|不同)|的区别/iu;

/** Reads the form of a text in English or Chinese. Other languages have no form. */
export function textForm(whole: string): TextForm {
  const text = whole.slice(0, LOOKED_AT);
  if (!isReadable(text)) return { states: 0, recounts: 0, judges: 0, mentions: 0 };
  const mentions = Number(MENTIONS.test(text));
  if (asks(text)) return { states: 0, recounts: 0, judges: 0, mentions };
  const recounts = RECOUNTS.some((pattern) => pattern.test(text));
  const judges = JUDGEMENTS.some((pattern) => pattern.test(text));
  const states = recounts || judges || STATEMENTS.some((pattern) => pattern.test(text));
  return {
    states: Number(states),
    recounts: Number(recounts),
    judges: Number(judges),
    mentions,
  };
}

function asks(text: string): boolean {
  if (ASKS.some((pattern) => pattern.test(text))) return true;
  return HANDLING.test(text) && !HANDLED.test(text) && !DONE.test(text);
}

export function meanForm(forms: readonly TextForm[]): TextForm {
  const mean = (of: (form: TextForm) => number): number =>
    forms.reduce((sum, form) => sum + of(form), 0) / Math.max(forms.length, 1);
  return {
    states: mean(({ states }) => states),
    recounts: mean(({ recounts }) => recounts),
    judges: mean(({ judges }) => judges),
    mentions: mean(({ mentions }) => mentions),
  };
}

const LETTER = /\p{L}/gu;
const OTHER_EAST_ASIAN = /[\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]/gu;
const ACCENTED = /(?!\p{ASCII})\p{Script=Latin}/u;
/** Common words of English that its neighbours lack, and of the neighbours that English lacks. */
const ENGLISH =
  /(?<![\p{L}'’])(?:i|i'm|i'd|i've|it|it's|is|are|the|to|of|for|and|or|my|your|our|his|her|their|you|we|they|she|this|that|what|what's|where|when|who|why|how|which|with|from|at|by|can|could|would|should|will|have|has|had|please|not|don't|be|been|were|there)(?![\p{L}])/giu;
const NEIGHBOURS =
  /(?<!\p{L})(?:ich|du|er|wir|ihr|sie|der|das|den|dem|ein|eine|einen|mein|meine|meinen|ist|sind|nicht|und|oder|für|mit|wo|wie|wer|wann|warum|bitte|kann|gestern|heute|zu|auf|je|tu|il|elle|nous|vous|le|la|les|des|une|mon|ma|mes|est|sont|pas|et|où|avec|dans|au|aux|du|de|ce|cette|qui|que|quoi|quel|quelle|comment|pourquoi|el|los|las|un|una|yo|mi|mis|es|está|son|para|con|por|en|qué|dónde|cómo|quién|al|del|lo|se|gli|mio|mia|sono|per|che|di|dove|perché|della|non|ho|os|um|uma|eu|meu|minha|são|não|com|em|da|dos|das|onde|quem|quando|ik|je|het|een|mijn|niet|naar|van|op|voor)(?!\p{L})|(?<!\p{L})(?:[cdjlmnst]|qu)['’](?=\p{L})/giu;

/**
 * Returns true if a text is not plainly in another language than English and Chinese. Short texts
 * that might be either count as English.
 */
export function isReadable(text: string): boolean {
  const start = text.slice(0, LOOKED_AT);
  if (5 * countOf(start, OTHER_EAST_ASIAN) > countOf(start, LETTER)) return false;
  const others = countOf(start, NEIGHBOURS) + Number(ACCENTED.test(start));
  return others < 2 || others <= countOf(start, ENGLISH);
}

function countOf(text: string, pattern: RegExp): number {
  return text.match(pattern)?.length ?? 0;
}

const MAX_PARTS = 4;
const LEAST_LENGTH = 4;
/** Ends of sentences and clauses, and words that join two wishes. */
const JOINTS =
  /[.!?;:](?=\s|$)|[\n。！？；，：]|,(?!\d)|\b(?:and|then|also)\b|然后|顺便|另外|接着|(?<=[^\s，。])再(?=[把帮给放提告找推开关来去])/u;

/** Splits a text into parts that may mean different things. Empty for a single part. */
export function textParts(text: string): readonly string[] {
  const parts = text
    .split(JOINTS)
    .map((part) => part.trim())
    .filter((part) => part.length >= LEAST_LENGTH);
  return parts.length < 2 ? [] : parts.slice(0, MAX_PARTS);
}
