import { plainText } from "./skill-texts.js";

/** Longest text that may refer back, in UTF-16 units. */
const MAX_LENGTH = 60;

/** Words of requests that name no thing of their own. */
const WORDS =
  /^(?:(?:please|pls|now|ok|okay|and|then|so|could|can|would|you|me|for|thanks|turn|switch|put|make|set|do|play|open|close|shut|start|stop|pause|resume|cancel|repeat|run|show|read|say|send|undo|skip|delete|remove|lock|unlock|dim|mute|unmute|raise|increase|decrease|try|tell|it|that|this|them|those|these|the|same|another|one|two|once|twice|time|times|again|more|less|on|off|up|down|back|all|a|to|at|by|bit|little|lot|even|much|slightly|still|further|louder|quieter|softer|brighter|dimmer|darker|lighter|warmer|hotter|cooler|colder|higher|lower|faster|slower|bigger|smaller|longer|shorter|percent|degrees|[0-9]{1,4}%?)(?: |$))+$/u;
/** Beginnings of such requests: an act, more of the same, or a comparison. */
const BEGINNING =
  /^(?:(?:please|pls|now|ok|okay|and|then|so|could|can|would|you) )*(?:(?:turn|switch|put|make|set|do|play|open|close|shut|start|stop|pause|resume|cancel|repeat|run|show|read|say|send|undo|skip|delete|remove|lock|unlock|dim|mute|unmute|raise|increase|decrease|try|tell)(?: me)? (?:it|that|this|them|those|these|again|once more|the same|another one)|again|once (?:more|again)|one more time|the same again|same again|another one|(?:a (?:bit|little|lot) |even |much |slightly |still )?(?:more|less|further|louder|quieter|softer|brighter|dimmer|darker|lighter|warmer|hotter|cooler|colder|higher|lower|faster|slower|bigger|smaller|longer|shorter))(?: |$)/u;

/** Requests in Chinese that name no thing of their own. */
const CHINESE: readonly RegExp[] = [
  /^(?:请|那|那就|好的?|麻烦|帮我|给我){0,3}(?:再|重新)(?:(?:来|做|放|播|播放|试|说|念|读|讲|开|关|跑|打开|关掉|关上)?一(?:次|遍|个|首|下|回)|播放|打开|关掉|关上)(?:吧|好吗|谢谢)?$/u,
  /^(?:请|那|那就|好的?|麻烦|帮我|给我){0,3}重复(?:一(?:次|遍|下))?(?:吧|好吗|谢谢)?$/u,
  /^(?:请|那|那就|好的?|麻烦|帮我|给我){0,3}(?:再|还是)?(?:把|将)(?:它们?|这个|那个|这些|那些)(?:再|都|也|又|重新|给我){0,2}(?:打开|关掉|关上|关闭|关了|关|开|停掉|停下|停了|取消|撤销|删掉|删了|锁上|解锁|(?:开|调|放|弄)(?:大|小|高|低|亮|暗|快|慢|热|冷|暖|凉))(?:一?点儿?|一?些)?(?:吧|好吗|谢谢)?$/u,
  /^(?:请|那|那就|好的?|麻烦|帮我|给我){0,3}(?:打开|关掉|关上|关闭|停掉|取消|撤销|重复|重做)(?:它们?|这个|那个|这些|那些)(?:吧|好吗|谢谢)?$/u,
  /^(?:请|那|那就|好的?|麻烦|帮我|给我){0,3}(?:再?(?:开|调|放|弄)?(?:大|小|高|低|亮|暗|热|冷|暖|凉|响|轻)声?|(?:再|开|调|放|弄)[快慢])(?:一?点儿?|一?些)(?:吧|好吗|谢谢)?$/u,
];

/** "Again?" asks, "can you do it again?" does not. */
const DOUBTS = /^(?!.*\b(?:can|could|would|will)\b)[^\p{Script=Han}]*\?\s*$/iu;

/** Returns true for a short request that says what to do and leaves open with which thing. */
export function refersBack(text: string): boolean {
  if (text.length > MAX_LENGTH || DOUBTS.test(text)) return false;
  const plain = plainText(text);
  if (WORDS.test(plain) && BEGINNING.test(plain)) return true;
  const chinese = plain.replaceAll(" ", "");
  return CHINESE.some((pattern) => pattern.test(chinese));
}

/** Kinds of acts: to begin and to end. */
const ACTS: readonly RegExp[] = [
  /\b(?:on|open|start|play|resume|unlock)\b|开(?![大小高低亮暗快慢热冷暖凉响])|播放|启动|解锁/iu,
  /\b(?:off|close|shut|stop|pause|cancel|lock)\b|关|停|取消|(?<!解)锁/iu,
  ...["undo|撤销", "delete|remove|删", "skip|跳过", "(?:un)?mute|静音", "send|发"].map(
    (words) => new RegExp(words, "iu"),
  ),
];
/** Opposite directions of what is asked for. "Once more" is none. */
const MORE =
  /\b(?:up|(?<!\b(?:once|one) )more|raise|increase|louder|brighter|lighter|warmer|hotter|higher|faster|bigger|longer)\b|[大高亮暖热快响]/iu;
const LESS =
  /\b(?:down|less|dim|lower|decrease|quieter|softer|dimmer|darker|cooler|colder|slower|smaller|shorter)\b|[小低暗冷凉慢轻]/iu;

/** Returns true if a text names a direction, such as off or louder. */
export function namesDirection(text: string): boolean {
  return [...ACTS, MORE, LESS].some((pattern) => pattern.test(text));
}

/**
 * Returns true if a text cannot be meant for a skill: it asks for an act that no text of the skill
 * names, or for a direction of which they name the opposite only.
 */
export function isForeignTo(text: string, others: readonly string[]): boolean {
  const named = (pattern: RegExp): boolean => others.some((other) => pattern.test(other));
  const asked = ACTS.filter((pattern) => pattern.test(text));
  if (asked.length > 0 && !asked.some(named)) return true;
  const opposes = (one: RegExp, opposite: RegExp): boolean =>
    one.test(text) && !opposite.test(text) && named(opposite) && !named(one);
  return opposes(MORE, LESS) || opposes(LESS, MORE);
}
