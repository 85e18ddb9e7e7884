import { partsOf, peel, readRequest, type WordedRequest } from "./request-words.js";
import { CHINESE_WHEN } from "./when-words.js";

const LEAD =
  "(?:那么?|嗯|好的?|哦|对了|對了|另外|还有|還有|然后|然後|所以|请|請|麻烦|麻煩|拜托|拜託|帮我|幫我|帮忙|幫忙|给我|給我|能不能|可不可以|能否|可以|能|到时候?|到時候?|记得|記得|一定要?|务必|務必|别忘了|別忘了|不要忘了|不要忘记|不要忘記|我?(?:想|要|希望|需要)(?:让|讓|请|請)?你|麻烦你|你|再|就|要|也|都|还|還|顺便|順便)";
const TELLING =
  "(?:提醒我?|问|問|告诉我?|告訴我?|跟我说|跟我說|叫我|让我|讓我|提一下|提一句|别让我忘|別讓我忘|不要让我忘|不要讓我忘|推荐|推薦|给我|給我|帮我|幫我|建议我|建議我)";
const TALKING = "(?:聊|说|說|谈|談|讲|講|提|讨论|討論)(?:到|起|及)?";
const TOPIC = String.raw`(?:下次|下回|下一次|以后|以後|等|当|當|如果|要是|假如|一){0,3}(?:我们|我們|咱们|咱們|我|你|有人|再|又|一|次){0,4}${TALKING}(?<spoken>[^，,。；;！!？?：:]{1,40}?)(?:这事|这件事|這件事)?(?:的时候|的時候|时|時|的话|的話)?`;
const SEPARATOR = String.raw`[\s，,：:]*`;

const START_WHEN = /* @__PURE__ */ new RegExp(
  `^[在到等于於]?(?<when>${CHINESE_WHEN})(?:的时候|的時候|那天|时|時)?${SEPARATOR}`,
  "u",
);
const START_TOPIC = /* @__PURE__ */ new RegExp(
  `^${TOPIC}${SEPARATOR}(?=(?:${LEAD}${SEPARATOR}){0,4}(?<![别別不用没沒])${TELLING})`,
  "u",
);
const START_LEAD = /* @__PURE__ */ new RegExp(`^${LEAD}${SEPARATOR}`, "u");
const REMINDER =
  /^(?:提醒(?:一下)?我|(?:设|設|定|建|加|弄)(?:置|定|立)?(?:一?[个個])?提醒|(?<forget>(?:别|別|不要)(?:让|讓|叫)我忘[了记記]?)|(?<telling>叫(?:醒)?我|通知我|告诉我|告訴我|问我|問我|跟我说|跟我說))/u;
const TELLS = /* @__PURE__ */ new RegExp(`^${TELLING}`, "u");
const TELL_ME_TO = /^(?:告诉我|告訴我|叫我|让我|讓我|跟我说|跟我說)(?:要|去)?(?=.{2})/u;

const BEGINNINGS = { when: START_WHEN, topic: START_TOPIC, lead: START_LEAD, request: REMINDER };

const PAYLOAD_WHEN = /* @__PURE__ */ new RegExp(`^[在]?(?<when>${CHINESE_WHEN})${SEPARATOR}`, "u");
const INNER_WHEN = /* @__PURE__ */ new RegExp(`(?<when>${CHINESE_WHEN})`, "u");
const CONNECTOR = /^(?:一下|一声|一聲|[：:，,])+\s*/u;
const COURTESY =
  /(?:[，, ]?(?:谢谢你?|謝謝你?|好吗|好嗎|好不好|行吗|行嗎|可以吗|可以嗎|吧|哦|喔|啊|呀|哈|啦))?[\s。.！!？?…~～]*$/u;
/** "能…吗" asks for it. */
const MAY_YOU = /^((?:那么?|请|請|麻烦|麻煩)?你?(?:能|可以|能否).*)[吗嗎]$/u;
/** "了" after the verb tells what was done; question words ask for what is known. */
const NO_TASK =
  /^(?:[了过過的]|什么|什麼|谁|誰|哪|为什么|為什麼|怎么|怎麼|几[点點号號]|多少)|[了过過]?[吗嗎]$/u;
const ASKS = /什么|什麼|谁|誰|哪|怎么|怎麼|来着|來著/u;
const RECURS = /每[天周週个個月年日次早晚逢]|天天|经常|經常|老是|总是|總是/u;
const POINTS_BACK = /^(?:这[个件]?事?|這[個件]?事?|它|此事)?$/u;
const HEARSAY =
  /[说說问問让讓叫][：:]?$|(?:他|她|妈|媽|爸|老板|老闆|同事|朋友|老师|老師)[^，,]{0,12}(?:说|說|告诉|告訴|让|讓|叫|总|總|打)|[“「"]/u;
const CLAUSE = /[，,；;：:]\s*/gu;

/** Reads a request to be reminded in a Chinese sentence. */
export function readChineseRequest(sentence: string): WordedRequest | undefined {
  const text = sentence.replace(COURTESY, "").replace(MAY_YOU, "$1");
  if (RECURS.test(text)) return undefined;
  return readRequest(text, { clause: CLAUSE, hearsay: HEARSAY, readClause });
}

function readClause(clause: string, mayBeBare: boolean): WordedRequest | undefined {
  const { rest, when, topic } = peel(clause, BEGINNINGS);
  const verb = REMINDER.exec(rest);
  if (topic !== undefined && (!verb || verb.groups?.["telling"] !== undefined)) {
    if (!TELLS.test(rest)) return undefined;
    const text = rest.replace(TELL_ME_TO, "");
    return text.length < 3 || NO_TASK.test(text.slice(2)) ? undefined : { text, topic };
  }
  if (!verb) return undefined;
  const payload = rest.slice(verb[0].length).replace(CONNECTOR, "");
  if (NO_TASK.test(payload)) return undefined;
  const early = PAYLOAD_WHEN.exec(payload);
  const body = payload.slice(early?.[0].length ?? 0).replace(CONNECTOR, "");
  const time = early?.groups?.["when"] ?? when;
  const isTelling = verb.groups?.["telling"] !== undefined;
  const text = POINTS_BACK.test(body) ? "" : body;
  if (topic !== undefined) return { text, ...partsOf(time, topic) };
  if (isTelling) {
    // "Ask me" and "wake me" belong to what is told; "tell me to" does not.
    const isTold =
      /^(?:告诉|告訴|通知|跟我)/u.test(rest) || (rest.startsWith("叫我") && text !== "");
    return time === undefined ? undefined : { text: isTold ? text : rest, when: time };
  }
  const late = time ?? INNER_WHEN.exec(body)?.groups?.["when"];
  if (late !== undefined) return { text, when: late };
  return mayBeBare && text !== "" && !ASKS.test(text) ? { text, topic: text } : undefined;
}
