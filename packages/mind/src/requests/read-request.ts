import { readChineseRequest } from "./chinese-requests.js";
import { readEnglishRequest } from "./english-requests.js";
import type { WordedRequest } from "./request-words.js";

/** Longest sentence that is looked at, in UTF-16 units. */
const MAX_SENTENCE = 500;
const HINT =
  /remind|let me forget|tell me|let me know|ask|wake me|[提问問叫醒][醒我]|告[诉訴]|忘|when|next time|if |once|[聊说說谈談讲講提]/iu;
const HAN = /\p{Script=Han}/u;

/** Tests if a text has words of a request. */
export function asks(text: string): boolean {
  return HINT.test(text);
}

/** Reads the request of a sentence to be told something at a time or with a topic. */
export function readRequest(sentence: string): WordedRequest | undefined {
  if (sentence.length > MAX_SENTENCE || !asks(sentence)) return undefined;
  return (HAN.test(sentence) ? readChineseRequest : readEnglishRequest)(sentence);
}
