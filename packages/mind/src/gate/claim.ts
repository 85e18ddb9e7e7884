import { claimHash, normalizeSentence } from "../model/claim-hash.js";
import type { RefusalReason } from "../model/operation.js";
import { isInjected } from "../text/injected.js";
import { languageOf } from "../text/language.js";
import { hasNegation } from "../text/negation.js";
import { isCovered } from "./coverage.js";
import type { GateView } from "./gate-view.js";
import { isInText, isInTurns } from "./mentions.js";
import { negationDiffers } from "./negation.js";
import type { Claim, Passage } from "./passages.js";

/** Most UTF-16 units of a sentence. */
export const MAX_TEXT_LENGTH = 500;

/** Words of who was told to write memories, unless they are the speaker's own. */
const ECHOED =
  /\b(?:the )?user(?:'s| has| had)? (?:asked|asks|requested|requests|wants me|wanted me|instructed|told me|told the assistant|instruction|request)|\b(?:asked|told|instructed|requested) (?:me|the assistant|the ai|the model|that (?:i|the assistant)) (?:to\b|should)|\b(?:please )?remember (?:that|to|this)\b|\bplease (?:keep|note|store|save|remember|ensure|make sure|record)\b|\b(?:assistant|model|ai) (?:must|should|shall|has to|needs to)\b|\byou (?:must|should always|shall)\b|\bverbatim quote|\b(?:valid )?json\b|\b(?:worth keeping|known facts?|same language as)\b|用户(?:要求|请求|让我|希望我|要我|指示)|(?:请|务必|一定要)(?:记住|牢记|保留|保存|记录|注意|确保)|^记住|你(?:必须|应该始终|务必)|助手(?:必须|应该|需要|应当)|逐字引用|值得保留/iu;

/** Returns why passages do not prove a sentence; `undefined` if they do. */
export function claimProblem(claim: Claim, view: GateView): RefusalReason | undefined {
  const { text, passages, known } = claim;
  const quotes = passages.map(({ quote }) => quote).join("\n");
  const whole = passages.flatMap(({ sentences }) => sentences).join("\n");
  if (isForgotten(claim, view)) return "forgotten";
  if (isInjected(text) || isInjected(whole) || echoesInstruction(text, `${quotes}\n${known}`)) {
    return "instruction";
  }
  if (isVerbatim(text, passages)) return undefined;
  if (!isInLanguage(claim)) return "other-language";
  const turns = view.withEarlier(passages.map(({ turn }) => turn));
  const isNamed = isInTurns(text, turns, view.speakers);
  if (!isNamed && (known === "" || !isInText(text, `${quotes}\n${known}`))) return "not-in-sources";
  if (!isCovered(claim, view)) return "low-coverage";
  if (passages.length > 0 && negationDiffers(text, passages, view)) return "negation-differs";
  if (passages.length === 0 && hasNegation(text) !== hasNegation(known)) return "negation-differs";
  return undefined;
}

/** Tests if a sentence is a quote, but for spaces, case and punctuation. */
export function isVerbatim(text: string, passages: readonly Passage[]): boolean {
  const wanted = normalizeSentence(text);
  return passages.some(
    ({ quote, clauses }) =>
      normalizeSentence(quote) === wanted && hasNegation(clauses) === hasNegation(quote),
  );
}

function isForgotten({ text, passages }: Claim, { batch }: GateView): boolean {
  return passages.some(({ turn, sentences }) =>
    [...sentences, text].some((said) => batch.isForgotten(claimHash(turn.subject, said))),
  );
}

/** Tests if a text is in the language of one of its quotes or turns. */
function isInLanguage({ text, passages, known }: Claim): boolean {
  const language = languageOf(text);
  const sources = passages.flatMap(({ quote, turn }) => [quote, turn.text]);
  return [...sources, known].some((source) => languageOf(source) === language);
}

/** Tests if a text repeats instructions that its quotes do not hold. */
function echoesInstruction(text: string, quotes: string): boolean {
  const echo = ECHOED.exec(text)?.[0].toLowerCase();
  return echo !== undefined && !quotes.toLowerCase().includes(echo);
}
