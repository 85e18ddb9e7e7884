/** Words of a statement that something is different from now on. */
const CHANGES =
  /\b(?:moved|no longer|not [^.!?]{1,40} any ?more|instead|from now on|changed|switched|now|used to|as of|quit|replaced?|stopped|correction|rather than)\b|搬到|搬去|搬家|不再|改成|改为|改到|换成|换到|换了|现在|从今|如今|已经不|辞职|更正|取消|变成/iu;
/** Changes that are said in other words than what they change: of one's home, and of one's work. */
const TOPICS = [
  [
    /\b(?:i|we)(?:'ve| have| had| just| recently)* (?:moved|relocated)\b|我们?[^，。]{0,6}搬/iu,
    /\b(?:i|we)(?:'m| am| are|'re)? (?:currently )?(?:live|living|based|reside)\b|\bmy (?:home|address)\b|我们?[^，。]{0,4}住|我家在/iu,
  ],
  [
    /\bi(?:'ve| have| just)* (?:quit|changed jobs|got a new job|started (?:at|working))\b|我[^，。]{0,4}(?:辞职|跳槽|入职|换工作)|我.{0,20}(?:不再|改成|改到|换成|换到).{0,20}(?:上班|工作)/iu,
    /\bi(?:'m| am)? (?:work|working|employed)\b|\bmy (?:job|employer|company)\b|我[^，。]{0,8}(?:上班|工作)/iu,
  ],
] as const;
/** Most characters of a text that are looked at. */
const MAX_LENGTH = 1_000;

/** Tests if a text tells of a change. */
export function tellsOfChange(text: string): boolean {
  return CHANGES.test(text.slice(0, MAX_LENGTH));
}

/** Tests if a text tells of a change of what an older one says, in other words. */
export function changesTopic(text: string, older: string): boolean {
  const [now, before] = [text.slice(0, MAX_LENGTH), older.slice(0, MAX_LENGTH)];
  return TOPICS.some(([change, state]) => change.test(now) && state.test(before));
}
