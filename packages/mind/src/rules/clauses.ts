import { withoutQuotations } from "./stated.js";

/** A part of a sentence with a verb of its own. */
export interface Clause {
  /** Its words, verbatim. */
  readonly text: string;
  /**
   * The same as patterns expect it: "I am", "I do not", 我 first, without adverbs. Empty if it does
   * not speak of the speaker.
   */
  readonly plain: string;
}

/** Most characters of a sentence that are looked at. */
const MAX_LENGTH = 600;
const BREAKS =
  /[,;:—–，；：。！？!?\n…]+\s*|(?<!\b(?:St|Dr|Mrs?|Ms|Prof))\.(?=\s|$)\s*|\s+-+\s+|\s+(?=(?:and|but|so|because|since|then|though|while|plus) (?:I|I['’]\p{L}+|we|we['’]\p{L}+|my|our|also|live|work|have|moved|love|like|hate|speak|study|am|now|started|joined|quit|got|enjoy|play|do|don['’]t)\b)|(?<=\p{sc=Han})\s+(?=\p{sc=Han})/giu;
const ENGLISH_LEADS =
  /^\W*(?:(?:and|but|so|because|since|then|though|while|plus|well|oh|ok|okay|hey|hi|hello|yes|yeah|yep|no|nope|um|uh|sorry|actually|also|anyway|by the way|btw|fyi|just so you know|you know|honestly|correction|to correct myself|turns out|it turns out|turned out|as of (?:today|now|this \p{L}+)|these days|nowadays|currently|now|recently|finally|last \p{L}+|this (?:year|spring|summer|autumn|winter|january|february|march|april|may|june|july|august|september|october|november|december)|in (?:\d{4}|january|february|march|april|may|june|july|august|september|october|november|december)|in (?:the|this) new year|(?:my|the|our) (?:doctor|dentist|dermatologist|allergist|gp|vet|optician) (?:says|said|told me|tells me|confirmed|thinks)(?: that)?|that)[\s,]+){0,5}/iu;
const ADVERBS =
  /\b(?:actually|currently|presently|still|also|really|just|always|usually|now|nowadays|these days|honestly|definitely|absolutely|truly|simply|already|recently|finally|officially|originally|personally|mostly|mainly|generally|normally|deeply|very much|so much|a lot|as well|too|both|unfortunately|sadly|happily|eventually|proudly|quite|totally|completely|entirely|strictly|even|in fact|after all|either|any ?more|again)\b\s*/giu;
const CALLED =
  /^(?:(?:you can|please|just|feel free to|everyone|everybody|my friends|most people) ){0,3}calls? me (?=\p{L})/iu;
const ENGLISH_START = /^\P{L}*(?:(?:and|but|so) )?(?:I|we|my|our)\b/iu;
const ENGLISH_SELF = /^(?:I|we|my|our)\b/u;
const VERB_FIRST =
  /^(?:live|work|have|moved|love|like|hate|speak|study|am|started|joined|quit|enjoy|play|do not|can not|adore|prefer|collect|got)\b/u;

/** The end of somebody who is called by name: "Rex ran away". */
const NAMED_END = /^\p{Lu}\p{L}+ (?:has |was )?(?:died|passed away|ran away|put down)\b/u;

const CHINESE_TIMES =
  "现在|如今|目前|最近|今天|昨天|去年|今年|前年|上个?月|上个?星期|上周|这个月|前几天|前段时间|不久前|年初|年底|[一二三四五六七八九十0-9]{1,3}月(?:份|初|底)?(?![0-9一二三四五六七八九十])|[0-9]{4}年(?![0-9一二三四五六七八九十])|从(?:今年|去年|上个?月|[一二三四五六七八九十0-9]{1,3}月)(?:开始|起)?|从(?:现在|今天|今)(?:开始|起)?";
const CHINESE_LEADS = new RegExp(
  String.raw`^[^\p{L}\p{N}]*(?:(?:${CHINESE_TIMES}|明年|后年|下个?[周月]|下个?星期|嗯+|啊|哦|对了|顺便说一下|顺便|另外|还有|而且|并且|但是|但|不过|所以|因为|然后|其实|说实话|事实上|实际上|更正一下|更正|抱歉|不好意思|不对|是的|没错|你好|大家好|嗨|终于|后来|就是|医生(?:说|告诉我|确诊))[，,\s]*){0,5}`,
  "u",
);
/** Words of another language at the start: "actually 我不住上海了". */
const BEFORE_CHINESE = /^[^\p{sc=Han}]+(?=\p{sc=Han})/u;
const CHINESE_ADVERBS = new RegExp(
  String.raw`^(?:${CHINESE_TIMES}|一直|一向|已经|已|也|都|还|就|真的|真|特别|非常|很|最|超级|超|挺|蛮|从小就?|从小到大|平时|通常|其实|刚刚|刚|才|终于|正|确实|一般|总是|可|太|比较|十分|极其|尤其|本人|自己|家里|从来|早就|们一家|们家|们|全家|是真的|又|更){1,5}`,
  "u",
);
const CHINESE_SELF = /^(?:我|咱|本人)/u;
const CHINESE_OTHERS =
  /^(?:我|咱)们?的?(?:妈|爸|父|母|姐|妹|哥|弟|爷|奶|外公|外婆|姥|叔|姑|舅|姨|伯|朋友|同事|同学|老板|领导|室友|邻居|老公|老婆|先生|太太|妻子|丈夫|男友|女友|男朋友|女朋友|对象|儿子|女儿|孩子|表|堂|闺蜜|哥们|老师|家人|[狗猫]|家的?[狗猫])/u;

/** Splits a sentence into clauses. What it quotes is left out. */
export function clausesOf(sentence: string): readonly Clause[] {
  const clauses: Clause[] = [];
  let subject: Subject;
  for (const part of withoutQuotations(sentence.slice(0, MAX_LENGTH)).split(BREAKS)) {
    const text = part.trim();
    if (text === "") continue;
    const isChinese = /\p{sc=Han}/u.test(text) && !ENGLISH_START.test(text);
    const { plain, ...next } = isChinese
      ? plainChinese(text, subject)
      : plainEnglish(text, subject);
    clauses.push({ text, plain });
    subject = next.subject;
  }
  return clauses;
}

/** Subject that a clause without one takes over. */
type Subject = "I" | "我" | "养" | undefined;

interface PlainClause {
  readonly plain: string;
  /** Subject of the next clause, if that has none. */
  readonly subject: Subject;
}

function plainEnglish(text: string, before: Subject): PlainClause {
  const own = text
    .replaceAll("’", "'")
    .replace(ENGLISH_LEADS, "")
    .replace(CALLED, "my nickname is ")
    .replaceAll(/\bI'm\b|\bIm\b/giu, "I am")
    .replaceAll(/\b(I|we)'ve\b/giu, "$1 have")
    .replaceAll(/\bwe're\b/giu, "we are")
    .replaceAll(/\b(?:can't|cannot|cant)\b/giu, "can not")
    .replaceAll(/\b(do|did|does|am|are|is|was|have|has)n'?t\b/giu, "$1 not")
    .replace(/^(?:i|We|My|Our)\b/u, (word) => (word === "i" ? "I" : word.toLowerCase()));
  const plain = own.replaceAll(ADVERBS, "").trim();
  if (ENGLISH_SELF.test(plain)) {
    return { plain, subject: /^(?:I|we)\b/u.test(plain) ? "I" : undefined };
  }
  if (NAMED_END.test(own)) return { plain: own, subject: undefined };
  const follows = before === "I" && VERB_FIRST.test(plain);
  return { plain: follows ? `I ${plain}` : "", subject: follows ? "I" : undefined };
}

function plainChinese(text: string, before: Subject): PlainClause {
  const own = text
    .replace(BEFORE_CHINESE, (lead) => lead.replace(ENGLISH_LEADS, ""))
    .replace(CHINESE_LEADS, "");
  const isSelf = CHINESE_SELF.test(own);
  const follows = before === "我" || (before === "养" && OF_PERSON.test(own));
  if (!isSelf && (!follows || /^[你您他她它这那大有谁]/u.test(own))) {
    return { plain: isEnding(own) ? own : "", subject: undefined };
  }
  const rest = isSelf ? own.replace(/^(?:我|咱|本人)/u, "") : own;
  const isOther = CHINESE_OTHERS.test(own);
  return {
    plain: `我${rest.replace(CHINESE_ADVERBS, "")}`,
    subject: isOther || rest.startsWith("的") ? undefined : NEW_SUBJECT.test(own) ? "养" : "我",
  };
}

/** Tests if a clause brings in somebody else whom the next one may be about: 养了一只橘猫，叫年糕. */
const NEW_SUBJECT =
  /^我?(?:们|家)?(?:里)?(?:现在|刚|刚刚)?(?:养|有|领养|买|收养)了?着?[一两二三四五六\d]/u;
/** Clauses that speak of a person, though one before has brought in somebody else. */
const OF_PERSON = /^(?:现在|目前)?(?:住|家住|在.{1,16}(?:工作|上班)|不吃|对.{1,8}过敏)/u;

/** Tests if a clause without a subject tells of the end of something: 仓鼠送人了. */
function isEnding(clause: string): boolean {
  return /^\p{sc=Han}{1,6}(?:送人|去世|死|卖|走丢|离职|辞职|离婚|分手|搬走|取消)/u.test(clause);
}
