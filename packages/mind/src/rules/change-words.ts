/** Most characters of a sentence that are looked at. */
const MAX_LENGTH = 1_000;

const CHANGE =
  /\b(?:moved (?!on\b|by\b|me\b)|moving out|relocated|no longer|not [^.!?]{1,60} any ?more|n['’]t [^.!?]{1,60} any ?more|any ?more|anymore|instead(?! of course)|from now on|as of (?:today|now|this|last)|since (?:last|this) (?:week|month|year|spring|summer|autumn|winter)|changed|switched|swapped|converted|quit|resigned|retired|left my|laid off|got fired|was fired|promoted|replaced|stopped|gave up|given up|(?:eat|drink|play|live|work)(?:ing)? .{1,40} again|graduated|dropped out|divorced|broke up|split up|separated|got (?:married|engaged|remarried)|passed away|died|(?<!\b(?:I|we|and) )ran away|gave away|rehomed|sold|turned \d+|turned (?:vegan|vegetarian)|became|cancelled|canceled|called off|got over|recovered from|outgrew|outgrown|went off|got rid of|new (?:job|employer|home|address|name|number)|used to .{1,80}\bnow)\b|\b(?:i|we)(?:['’]ve| have)?(?: just| recently| finally)? left (?!(?:at|for|it|a|an|some|him|her|you|them|early|late|out|behind|work|home)\b)|(?<!\b(?:right|just|for|until|till|by|every|even) )\bnow\b(?! and (?:then|again)| that\b)/iu;
const CORRECTION =
  /\b(?:correction|i was wrong|i was mistaken|my mistake|i made a mistake|i misspoke|mistyped|that was (?:wrong|a mistake|a typo)|to correct|correct myself|scratch that|not .{1,40} but|rather than|, not (?:at|in|on|from|as|an?)\b|i meant|typo)\b|更正|纠正|(?:我|刚才|刚刚|之前|上次|不好意思|抱歉)[，,]?(?:之前|刚才|刚刚|上次)?(?:说|记|打|写|搞|弄)错了?(?!电话|车|门|人|路)|之前说的不对|口误|笔误|应该是.{1,20}(?:而)?不是|不是.{1,20}[，,]?(?:而)?是/iu;
const CHINESE_CHANGE =
  /不再|再也不|换了?(?:工作|专业|公司|学校|名字)|转专业|转学|开始[吃喝]|又[吃喝]|重新[吃喝学]|改成|改为|改到|改名|改叫|改吃|改喝|改学|改做|改行|转行|转到|转去|转成|搬到|搬去|搬来|搬进|搬家|搬回|搬离|搬走|搬出|换成|换到|换了|换去|跳槽|入职|辞职|辞掉|辞了|离职|离开了|退休|失业|被裁|毕业|退学|离婚|分手|结婚了|订婚了|去世|过世|走了|死了|送人|送走|卖掉|卖了|现在|如今|从今|从此|已经不|已不|戒掉|戒了|戒[^，。！？]{1,6}了|戒酒|戒烟|放弃|取消|不[^，。！？]{1,16}了(?:$|[，。！？,.!?\s])|没[^，。！？]{0,10}了(?:$|[，。！？,.!?\s])|变成|成了|升[任职为到]|刚满|(?:可以|能)[吃喝][^，。！？]{1,12}了|[爱迷喜欢]上了|开始喜欢|[\d一二三四五六七八九十]岁了|好了(?:$|[，。])|康复|治好/u;

/** Tests if a sentence says that something is different from now on, or was said wrongly. */
export function tellsExplicitChange(sentence: string): boolean {
  const text = sentence.slice(0, MAX_LENGTH);
  return CHANGE.test(text) || CHINESE_CHANGE.test(text) || CORRECTION.test(text);
}

/** Tests if a sentence corrects what was said, whatever it was about. */
export function tellsCorrection(sentence: string): boolean {
  return CORRECTION.test(sentence.slice(0, MAX_LENGTH));
}

const OWN_MISTAKE =
  /\b(?:correction|i was (?:wrong|mistaken)|my mistake|i made a mistake|i misspoke|to correct myself|i meant)\b|更正|纠正一下|(?:刚才|刚刚|之前|上次)(?:我)?(?:说错|记错|弄错|写错)|说的.{0,6}(?:不对|错了)/iu;

/** Tests if a sentence owns up to a mistake in what was said before. */
export function ownsMistake(sentence: string): boolean {
  return OWN_MISTAKE.test(sentence.slice(0, MAX_LENGTH));
}

const DENIAL =
  /\b(?:that['’]?s|that is|this is|it['’]?s|it is) (?:not|n['’]t) (?:true|right|correct|the case|me)\b|\b(?:isn['’]?t|is not|wasn['’]?t|was not) (?:true|right|correct|the case)\b|\b(?:i|we) (?:have |had )?never (?:said|told|claimed|lived|worked|had|was|were|been|liked|owned|owned|ate|studied)\b|\bi (?:did not|didn['’]?t) say\b|\b(?:not|n['’]t|never) .{1,80}\b(?:after all|at all|actually|in fact|really)\b|\b(?:i(?:['’]?m| am)|we(?:['’]?re| are)) (?:actually |in fact |really )?not\b(?! (?:sure|that|so|very|too|only|just|even|always|really|quite|going|entirely|yet))|\b(?:i|we) (?:actually |in fact )?(?:do not|don['’]?t) (?:actually |even |in fact )?(?:live|work|have|own|speak|study|play|eat|drink|like|love)\b|\b(?:i|we) used to\b|\bno longer\b|(?:\bnot|n['’]t) .{1,80}\bany ?more\b|\bi lied\b|\bforget (?:that|what i said)\b|\bi made (?:that|it) up\b/iu;
const CHINESE_DENIAL =
  /不是真的|不是这样|不对|没这回事|没有这回事|我(?:从来|从|可)?没(?:有)?(?:说|讲|提)过|我(?:之前|刚才|上次)?说错了|(?:其实|实际上|事实上)[^，。！？]{0,12}(?:不|没)|我(?:其实|根本|从来|并|从)?(?:不|没)(?:是|在|住|对|叫|有|喜欢|姓|会|养)|我(?:根本|从来|并)(?:就)?[不没]|并不|并没|不再|再也不|不[^，。！？]{1,16}了(?:$|[，。！？,.!?\s])|乱说的|瞎说的|我编的|别当真/u;

/** Tests if a sentence denies something that was said, by a plain negation or as untrue. */
export function deniesFact(sentence: string): boolean {
  const text = sentence.slice(0, MAX_LENGTH);
  return DENIAL.test(text) || CHINESE_DENIAL.test(text);
}
