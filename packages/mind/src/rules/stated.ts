import { textForm } from "@kioku/core/toolkit";

/** Most characters of a sentence that are looked at. */
const MAX_LENGTH = 1_000;

/** Quotations of three words or more, and those in the first person, are somebody else's words. */
const QUOTATION =
  /"[^"]{1,400}"|“[^“”]{1,400}”|「[^「」]{1,400}」|『[^『』]{1,400}』|«[^«»]{1,400}»/gu;
const IS_SPEECH = /\P{L}I\P{L}|\p{L}+\P{L}+\p{L}+\P{L}+\p{L}|[我咱]|\p{sc=Han}{6}/u;

const TAG_QUESTION =
  /\b(?:right|no|eh|huh|correct|isn['’]t it|am I not|aren['’]t I|don['’]t I|do I|am I|was it|did I)\s*\?\s*$|(?:对吧|对吗|是吧|是吗|好吗|是不是|吗)\s*[?？]?\s*$/iu;
const WISH =
  /\b(?:I|we) (?:so |really |often |sometimes |just )?wish (?:I|we|my|our|that|it|there)\b|\bif only\b|\bI['’]d give anything\b|真希望|要是能?.{0,20}就好了|多么?希望|恨不得/iu;
const CONDITION =
  /^\W*(?:(?:and|but|so|well|oh|ok|okay|now|then|even|only|hey|hmm) )*(?:if|unless|suppose|supposing|assuming|assume|what if|in case|say I|let['’]s say|let us say)\b|\bif (?:I|we|my|our) (?:were|was|had|lived|could|won|worked|ever|moved|get|got|were to)\b|\bwere I to\b|^\W*(?:那|但是|不过|嗯|所以|其实)?(?:我?如果|我?要是|假如|假设|假使|倘若|万一|除非|我要是|哪天)|的话(?:[，,。！!]|$)/iu;
const PERSONS =
  "friends?|colleagues?|co-?workers?|boss|neighbou?rs?|brothers?|sisters?|mum|mom|mother|dad|father|parents|family|wife|husband|partner|girlfriend|boyfriend|kids?|son|daughter|cousin|uncle|aunt|grandma|grandpa|grandmother|grandfather|teacher|roommate|flatmate|people|everyone|everybody|somebody|someone|they|he|she|horoscope|fortune teller";
const HEARSAY = new RegExp(
  String.raw`\b(?:${PERSONS})(?: \p{L}+)?(?: always| once| often| keeps?| just| still| even| jokingly)? (?:says?|said|saying|thinks?|thought|claims?|claimed|tells?|told|believes?|believed|insists?|insisted|jokes?|joked|reckons?|assumes?|assumed|swears?|calls?)(?: to)?(?: me| us| everyone| people)?,?(?: that)? (?:I|I['’]m|we|my|our)\b|` +
    String.raw`\bI(?:['’]ve| have)? (?:heard|read)(?: somewhere)? (?:that|I|you|he|she|they|we|my|our)\b|\b(?:rumou?r has it|word is|supposedly|allegedly|apparently|according to)\b|\b(?:they|people|some) say\b|` +
    String.raw`^\W*(?!(?:it|that|this|which|i|we|doctor|dr|dentist|allergist|gp|vet)\b)\p{L}+ (?:says|said|thinks|claims|reckons|swears)(?: that)? (?:I|my|we|our)\b|` +
    String.raw`听说|据说|听人说|传闻|传说|有人说|别人说|大家都?说|人家说|网上说|(?:朋友|同事|老板|邻居|室友|同学|姐姐?|妹妹?|哥哥?|弟弟?|妈妈?|爸爸?|老公|老婆|家人|奶奶|爷爷|女儿|儿子|他|她|他们|老师|算命的)(?:总|老是?|经常|都|一直|还|就)?(?:开玩笑)?(?:地)?(?:说|觉得|以为|认为|非说|猜|告诉别人|笑)我|^(?![我咱]|医生|大夫)\p{sc=Han}{1,4}(?:总|老是?|都|一直)?(?:说|觉得|以为|认为)我(?!自己)`,
  "iu",
);
const JOKE =
  /\b(?:just |only |totally |i['’]?m )*(?:kidding|joking|jk)\b|\bjk\b|\bas a joke\b|\bfor a laugh\b|\byeah,? right\b|\bin my dreams\b|\bpull(?:ing)? your leg\b|(?:^|\s)\/s\s*$|\bsarcas(?:m|tic)|[,.\s](?:not|NOT)!+\s*$|[🙄🙃😜🤪😏]|开(?:个|的)?玩笑|逗你|骗你|才怪|说笑|说着玩|闹着玩|\[doge\]|狗头|做梦吧|想得美/iu;
const PRETENCE =
  /\b(?:imagine|pretend(?:ing)?|role[ -]?play(?:ing)?|make[ -]believe|hypothetically|in (?:the|my|this|a|our) (?:game|novel|story|dream|play|film|movie|song|role)|my character|I (?:dreamed|dreamt)|the lyrics|once upon a time|for the sake of argument)\b|想象(?:一下)?|假装|扮演|角色扮演|梦见|梦到|游戏里|小说里|故事里|剧本|台词|歌词|戏里|电影里|梦里/iu;
const SCENE =
  /^\W*(?:(?:please|can you|could you|would you|now|ok|okay|hey|and)[, ]+){0,3}(?:translate|proofread|rewrite|rephrase|paraphrase)\b|\b(?:how (?:do|would) (?:you|i) say|let['’]?s (?:role[ -]?play|play a game|pretend)|(?:write|tell|continue) (?:me )?(?:a|the|my|this) (?:\p{L}+ )?(?:story|poem|song|dialogue|scene|script|novel)|you are (?:now )?(?:a|an|my) \p{L}+ and I am|example sentence|sample text)\b|(?:请|帮我|麻烦你?)?.{0,6}(?:翻译(?:成|一下|下面|这)|翻译[:：])|把.{1,20}翻译|润色|改写|怎么说[：:]|造句|例句|写(?:一)?[个篇首段](?:故事|小说|诗|歌|对话|剧本)|角色扮演|我们来(?:玩|演|假装)|你(?:来)?(?:扮演|演)/iu;
const QUOTED_LINE = /^\s*>/u;

/**
 * Returns the problem of a sentence that states nothing at all, so that nothing may be made of
 * it: a question, a counterfactual wish, a condition, hearsay, a joke, pretence or a quotation.
 * A wish that is told as such ("I would love to see Rome") states something, but proves no
 * attribute: `attributeProblem` finds it.
 */
export function statementProblem(sentence: string): "not-stated" | undefined {
  const text = withoutQuotations(sentence.slice(0, MAX_LENGTH));
  const states =
    /[\p{L}\p{N}]/u.test(text) &&
    textForm(text) !== "question" &&
    ![TAG_QUESTION, WISH, CONDITION, HEARSAY, JOKE, PRETENCE, QUOTED_LINE].some((problem) =>
      problem.test(text),
    );
  return states ? undefined : "not-stated";
}

/** Tests if a sentence sets a task or a scene, so that the rest of its turn states nothing. */
export function setsScene(sentence: string): boolean {
  return SCENE.test(sentence.slice(0, MAX_LENGTH));
}

/** Tests if a short sentence takes back the one before it as a joke. */
export function takesBackAsJoke(sentence: string): boolean {
  return sentence.length <= 60 && (JOKE.test(sentence) || AFTERTHOUGHT.test(sentence));
}

const AFTERTHOUGHT =
  /^\W*(?:or so|at least,?)? ?(?:that['’]?s|is) what (?:my|he|she|they|people)\b.{0,30}\b(?:says?|said|thinks?|claims?|calls?)\b|^\W*I wish!|^\W*(?:oh,? )?(?:no,? wait|wait,? no)\b|^(?:啊|哦)?(?:不对|等等)[，,]|^\W*if only|^\W*(?:这|那)?是我?.{0,6}说的|^\W*(?:他|她|他们)是这么说的/iu;

/** Reasons why a sentence that states something proves no durable attribute of its speaker. */
export type AttributeProblem =
  /** Said as a guess or an exaggeration. */
  | "hedged"
  /** Over when it was said. */
  | "past"
  /** True for a while only: today, this week, on holiday. */
  | "passing"
  /** Wanted or to come. */
  | "planned"
  /** About somebody or something else. */
  | "other-person";

const HEDGED =
  /\b(?:maybe|perhaps|possibly|probably|might|may be|could be|not sure|unsure|no idea|i (?:guess|suppose|think|believe|assume|suspect)|seems?|sort of|kind of|kinda|sorta|practically|basically|virtually|pretty much|might as well|feels? like|as (?:if|though)|like a|something like|or something|or whatever|technically)\b|可能|也许|或许|大概|好像|似乎|应该是|估计|说不定|不确定|不太确定|不知道是不是|感觉像|差点|几乎|简直|算是|仿佛|差不多是/iu;
const PAST =
  /\b(?:used to|formerly|previously|once (?:lived|worked|had|was)|back (?:then|in|when)|at the time|in those days|as a (?:kid|child|teenager|student)|when (?:I|we) (?:was|were|lived|worked|had)|years? ago(?! (?:I|we) (?:moved|started|switched|quit|became))|until (?:last|recently|\d)|in my (?:youth|childhood|twenties|teens)|had been|no longer|not .{1,40} any ?more)\b|以前|曾经|从前|原来(?!是)|过去|小时候|当时|那时候?|那会儿|年轻的?时候?|之前|当年|的时候|[岁年]那年|不再/iu;
const PASSING =
  /\b(?:today|tonight|this (?:morning|afternoon|evening|week|weekend|month)|yesterday|for now|right now|at the moment|for the (?:moment|weekend|week|night|summer)|temporarily|temporary|for a (?:few|couple|day|week|month|bit|while)|until (?!last|recently|\d)|till|on holiday|on vacation|just this once|only a (?:little|bit))\b|今天|今晚|今早|昨天|昨晚|前天|刚才|这[周次会]|这几天|这两天|暂时|临时|这会儿|眼下|出差|度假|旅游|先住|一下子|就这一次/iu;
const PLANNED =
  /\b(?:(?<=\b(?:I|we|it|that|this|there|he|she|they|you) )will|shall|gonna|going to|would|want(?:s|ed)? to|wants?|hope|hoping|dream(?:ing|t|ed)?|plan(?:ning|s)?|thinking (?:of|about)|consider(?:ing)?|about to|next (?:week|month|year|spring|summer|autumn|fall|winter|monday|tuesday|wednesday|thursday|friday|saturday|sunday)|tomorrow|soon|some ?day|one day|eventually|interview(?:ing|ed)? (?:at|with|for)|apply(?:ing)? (?:to|for|at))\b|\b(?:I|we)['’](?:ll|d)\b|打算|计划|准备|想要?(?!念|起)|希望|要(?=搬|去|换|当|辞|学|来)|将来?|会(?=搬|去|换)|明年|明天|后天|下个?[周月]|下个?星期|以后|有一天|总有一天|快要|考虑|梦想|面试|申请/iu;
const OTHER_PERSON =
  /^\W*(?:(?:and|but|so|well|oh|actually|also|by the way|btw|yes|no|yeah),? )*(?:(?:my|our|his|her|their|your|the|a|an|this|that|some|one of my|one of our) (?!name|birthday|job|hobby|hobbies|favou?rite|mother tongue|native|major|age|home|home ?town|address|employer|company|diet|allergy|profession|occupation|main|new)|he|she|they|you|it|everyone|somebody|someone)\b|^\W*(?:其实|不过|但是?|而且|另外|对了|还有)?[，,]?(?:(?:我|咱)们?的?(?:妈|爸|父|母|姐|妹|哥|弟|爷|奶|外公|外婆|姥|叔|姑|舅|姨|伯|朋友|同事|同学|老板|领导|室友|邻居|老公|老婆|先生|太太|妻子|丈夫|男友|女友|男朋友|女朋友|对象|儿子|女儿|孩子|表|堂|闺蜜|哥们|老师|家人|[狗猫])|[你您他她它]|他们|大家|有人|别人)/iu;

/**
 * Returns the problem of a sentence, or clause, that states something, and may be kept as it is,
 * but proves no durable attribute of its speaker.
 */
export function attributeProblem(sentence: string): AttributeProblem | undefined {
  const text = withoutQuotations(sentence.slice(0, MAX_LENGTH));
  if (OTHER_PERSON.test(text)) return "other-person";
  if (HEDGED.test(text)) return "hedged";
  if (PAST.test(text)) return "past";
  if (PASSING.test(text)) return "passing";
  return PLANNED.test(text) ? "planned" : undefined;
}

/** Returns a text with an empty place where it quotes somebody. Names in quotes stay. */
export function withoutQuotations(text: string): string {
  return text.replaceAll(QUOTATION, (quotation) => (IS_SPEECH.test(quotation) ? "" : quotation));
}
