import {
  type Peeled,
  partsOf,
  peel,
  readRequest,
  topicOf,
  type WordedRequest,
} from "./request-words.js";
import { ENGLISH_WHEN } from "./when-words.js";

const LEAD =
  "(?:please|pls|just|also|then|and|so|but|kindly|hey|hi|hello|ok|okay|oh|well|by the way|btw|can you|could you|would you|will you|you can|you could|you should|i want you to|i need you to|i['’]d like you to|i would like you to|i['’]d love you to|it would be (?:great|good|nice) if you could|make sure (?:to|you)|be sure to|remember to|(?:do not|don['’]?t) forget to)";
/** Verbs that tell, for what is due with a topic. */
const TELLING =
  "(?:remind me|let me know|ask|tell|mention|bring up|say|suggest|recommend|show|give|warn|point out|make sure|check|read|send|propose|offer|(?:do not|don['’]?t|never) let me forget)";
const TALKING =
  "(?:talk(?:ing)?|speak(?:ing)?|chat(?:ting)?|mention(?:ing)?|discuss(?:ing)?|bring(?:ing)? up|get(?:ting)? to|come to|get back to|return to|start on|work(?:ing)? on|ask(?:ing)?)";
const TOPIC_HEAD = "(?:when(?:ever)?|(?:the )?next time|if|once|as soon as|any ?time)";
const TOPIC = String.raw`${TOPIC_HEAD} (?:(?:we|i|you|someone|anyone)(?: are|['’]re| am|['’]m)? (?:(?:ever|next|start to|happen to) )?${TALKING}(?: again)?(?: (?:to you )?(?:about|of|on|for))? (?<spoken>[^,;:.!?]{1,60}?)|(?<coming>[^,;:.!?]{1,60}?) (?:comes? up|is mentioned|are mentioned|gets mentioned|is discussed|is the topic|is the subject))(?: again)?(?: in (?:our|this|the|a) \w+)?`;

const START_WHEN = /* @__PURE__ */ new RegExp(`^(?<when>${ENGLISH_WHEN})[,:]?\\s+`, "iu");
const START_TOPIC = /* @__PURE__ */ new RegExp(
  String.raw`^${TOPIC}(?:\s*[,;:–—]\s*|\s+)(?=(?:${LEAD},? ){0,3}(?<!(?:not|n['’]t|never) )${TELLING}\b)`,
  "iu",
);
const START_LEAD = /* @__PURE__ */ new RegExp(String.raw`^${LEAD}[,!]?\s+`, "iu");
const REMINDER =
  /^(?:(?:would you mind reminding|remind|ping|nudge) me|(?:(?:set|create|make|add|give) (?:me )?|i need )an? reminder(?: for me)?(?: for)?|(?<forget>(?:do not|don['’]?t|never) let me forget)|(?<telling>tell me|let me know|wake me(?: up)?|ask me))(?![\w'’])/iu;
const TELLS = /* @__PURE__ */ new RegExp(String.raw`^${TELLING}\b`, "iu");
const TELL_ME_TO = /^(?:tell me|let me know) (?:to|that)\s+/iu;

const BEGINNINGS = { when: START_WHEN, topic: START_TOPIC, lead: START_LEAD, request: REMINDER };

const PAYLOAD_WHEN = /* @__PURE__ */ new RegExp(
  String.raw`^(?<when>${ENGLISH_WHEN})(?=[\s,:.!]|$)[,:]?\s*`,
  "iu",
);
const PAYLOAD_TOPIC = /* @__PURE__ */ new RegExp(
  String.raw`^${TOPIC}(?:,\s*|\s+)(?=(?:to|about|of|that)\b)`,
  "iu",
);
const LAST_TOPIC = /* @__PURE__ */ new RegExp(String.raw`,?\s+${TOPIC}$`, "iu");
const LAST_WHEN = /* @__PURE__ */ new RegExp(
  String.raw`(?<!\b(?:for|since|until|of|last))(?:^|,?\s+)(?<when>${ENGLISH_WHEN})$`,
  "iu",
);
const INNER_WHEN = /* @__PURE__ */ new RegExp(
  String.raw`(?<!\b(?:for|since|until|of|last) )(?<when>${ENGLISH_WHEN})(?=\s)`,
  "iu",
);
const CONNECTOR = /^(?:(?<to>to)|about|of|that)(?:\s+|$)|^[:,–—-]\s*/iu;
const COURTESY =
  /(?:[\s,]+(?:please|thanks|thank you|ok|okay|will you|would you|can you|could you))?[\s.!?…]*$/iu;
const ASKS = /^(?:about |of )?(?:what|who|whom|whose|why|how|where|which|when|if|whether)\b/iu;
const IS_PAST =
  /\b(?:we|i|you|he|she|they) (?:had|were|was|did|said|told|made|went|saw|met|agreed|talked|discussed|decided|planned|spoke)\b/iu;
const RECURS =
  /\b(?:every (?:\w+day|day|week|month|year|morning|evening|night|time)|daily|weekly)\b/iu;
const POINTS_BACK = /^(?:it|this|that|them|these|those)?$/iu;
/** Words that need what follows: "her birthday is on 9 May". */
const ENDS_OPEN = /\b(?:is|are|be|starts?|begins?|ends?)$/iu;
const HEARSAY =
  /\b(?:said|says|say|told|tells|asked|asks|wrote|writes|texted|keeps?|always|used to|never|if|wish)\b|["“]/iu;
const CLAUSE = /[,;–—]\s+|\s+-\s+|\s(?:so|but)\s/gu;

/** Reads a request to be reminded in an English sentence. */
export function readEnglishRequest(sentence: string): WordedRequest | undefined {
  const text = sentence.replace(COURTESY, "");
  return readRequest(text, { clause: CLAUSE, hearsay: HEARSAY, readClause });
}

function readClause(clause: string, mayBeBare: boolean): WordedRequest | undefined {
  const { rest, when, topic } = peel(clause, BEGINNINGS);
  if (RECURS.test(rest)) return undefined;
  const verb = REMINDER.exec(rest);
  const payload = verb ? rest.slice(verb[0].length).trim() : "";
  if (verb && verb.groups?.["telling"] === undefined) {
    return readPayload(payload, { rest, ...partsOf(when, topic), mayBeBare, verb });
  }
  if (topic !== undefined && TELLS.test(rest)) {
    const text = rest.replace(TELL_ME_TO, "");
    return /^\S+(?: me)?$/u.test(rest) ? undefined : { text, ...partsOf(when, topic) };
  }
  return verb ? readTelling(rest, payload, when) : undefined;
}

interface PayloadContext extends Peeled {
  readonly mayBeBare: boolean;
  readonly verb: RegExpExecArray;
}

/** Reads what follows "remind me": its time or topic may come first or last. */
function readPayload(payload: string, context: PayloadContext): WordedRequest | undefined {
  let { when, topic } = context;
  let rest = payload;
  const time = PAYLOAD_WHEN.exec(rest);
  const about = PAYLOAD_TOPIC.exec(rest);
  if (time) when = time.groups?.["when"] ?? when;
  if (about) topic = topicOf(about);
  rest = rest.slice((time ?? about)?.[0].length ?? 0);
  const connector = CONNECTOR.exec(rest);
  const isTask = connector?.groups?.["to"] !== undefined;
  if (!isTask && (ASKS.test(rest) || IS_PAST.test(rest))) return undefined;
  rest = rest.slice(connector?.[0].length ?? 0);
  if (when === undefined && topic === undefined) {
    const last = LAST_TOPIC.exec(rest) ?? LAST_WHEN.exec(rest);
    const inner = last ? undefined : INNER_WHEN.exec(rest);
    when = (last ?? inner)?.groups?.["when"];
    if (last && when === undefined) topic = topicOf(last);
    const isCut = last && !ENDS_OPEN.test(rest.slice(0, last.index));
    if (isCut) rest = rest.slice(0, last.index);
  }
  const text = POINTS_BACK.test(rest) ? "" : rest.trim();
  if (when === undefined && topic === undefined) {
    const isBare = context.mayBeBare && (isTask || context.verb.groups?.["forget"] !== undefined);
    return isBare && text !== "" ? { text, topic: text } : undefined;
  }
  return { text, ...partsOf(when, topic) };
}

/** Reads "ask me on Friday how it went" and "tell me tomorrow to call her". */
function readTelling(
  sentence: string,
  payload: string,
  before: string | undefined,
): WordedRequest | undefined {
  const isAsking = /^(?:ask|wake) /iu.test(sentence);
  const late = LAST_WHEN.exec(payload);
  const topic = LAST_TOPIC.exec(payload);
  if (topic && before === undefined) {
    const end = sentence.length - payload.length + topic.index;
    return { text: sentence.slice(0, end).replace(TELL_ME_TO, ""), topic: topicOf(topic) };
  }
  const early = PAYLOAD_WHEN.exec(payload);
  const when = early?.groups?.["when"] ?? before ?? late?.groups?.["when"];
  if (when === undefined) return undefined;
  const rest = early ? payload.slice(early[0].length) : payload;
  if (isAsking) return { text: sentence, when };
  if (!/^(?:to|that) /iu.test(rest)) return undefined;
  const end = !early && before === undefined && late ? late.index : rest.length;
  return { text: rest.slice(0, end).replace(/^(?:to|that) /iu, ""), when };
}
