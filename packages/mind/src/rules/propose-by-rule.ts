import { keepSentences } from "../keep/keep-sentences.js";
import type { Batch } from "../model/batch.js";
import type { Proposal } from "../model/operation.js";
import type { Turn } from "../model/turn.js";
import { readRequest } from "../requests/read-request.js";
import { splitSentences } from "../text/sentences.js";
import { ownsMistake, tellsCorrection } from "./change-words.js";
import { readEndings } from "./endings.js";
import { KnownFacts, type Said } from "./known-facts.js";
import { readAttributes, type FoundAttribute } from "./read-attributes.js";
import { setsScene, statementProblem, takesBackAsJoke } from "./stated.js";

/** Proposes the durable facts and other sentences of a batch that are worth keeping. */
export function proposeByRule(
  { turns, facts, weights }: Batch,
  { keepShare }: { readonly keepShare: number },
): readonly Proposal[] {
  const known = new KnownFacts(facts);
  const used = new Set<string>();
  const stated = new Set<string>();
  for (const sentences of turns.map((turn, at) => statedSentences(turn, turns.slice(at + 1)))) {
    for (const said of sentences) {
      const found = readAttributes(said.text);
      for (const one of found) known.state(...withChangeBefore(one, said));
      const isUsed = found.length > 0 || readRequest(said.text) !== undefined;
      (isUsed ? used : stated).add(sentenceKey(said.turn, said.text));
    }
    for (const said of sentences) {
      const ended = readEndings(said.text).filter((ending) => known.end(ending, said));
      const key = sentenceKey(said.turn, said.text);
      if (ended.length > 0) used.add(key);
      else if (!used.has(key) && ownsMistake(said.text)) known.keep(said);
    }
  }
  for (const { turn, text } of keepSentences(turns, { weights, share: keepShare })) {
    const key = sentenceKey(turn, text);
    if (!stated.has(key) || used.has(key)) continue;
    known.keep({ turn, text, evidence: [{ source: turn.id, quote: text }] });
  }
  return known.proposals();
}

/** Sentences in which the change of an attribute is told before its value: "We moved." */
const CHANGE_OF: Readonly<Record<string, RegExp>> = {
  home: /\b(?:I|we)(?:['’]ve| have)?(?: just| finally| recently)? (?:moved|relocated)\b|搬家|搬走了|我们?搬/iu,
  job: /\b(?:(?:changed|switched|quit|left|new) (?:my )?(?:jobs?|careers?))\b|辞职|离职|跳槽|换了?工作|转行/iu,
  employer:
    /\b(?:(?:changed|switched|quit|left|new) (?:my )?(?:jobs?|employers?))\b|辞职|离职|跳槽|换了?工作/iu,
  studies:
    /\b(?:changed|switched) (?:my )?(?:majors?|subjects?|universit(?:y|ies))\b|转专业|换了?专业|转学/iu,
  name: /\bchanged my name\b|改名/iu,
};

/** Takes the sentence before as evidence if it tells a change of the same attribute. */
function withChangeBefore(found: FoundAttribute, said: SaidAfter): readonly [FoundAttribute, Said] {
  const { turn, before, evidence } = said;
  const change = CHANGE_OF[found.attribute.name];
  const tells = (sentence: string): boolean =>
    tellsCorrection(sentence) || change?.test(sentence) === true;
  if (tells(said.text)) return [{ ...found, tellsChange: true }, said];
  if (!tells(before) || !isPlain(before)) return [found, said];
  const quotes = [{ source: turn.id, quote: before }, ...evidence];
  return [
    { ...found, tellsChange: true },
    { ...said, evidence: quotes },
  ];
}

/** A sentence and the one before it in its turn, or "". */
interface SaidAfter extends Said {
  readonly before: string;
}

/** Returns the sentences of a turn that state something. */
function statedSentences(turn: Turn, later: readonly Turn[]): readonly SaidAfter[] {
  if (turn.form !== "statement") return [];
  const next = later.find(({ subject }) => subject === turn.subject);
  return next && takesBackAsJoke(next.text) ? [] : sentencesOf(turn);
}

function sentencesOf(turn: Turn): readonly SaidAfter[] {
  const sentences = splitSentences(turn.text);
  const scene = sentences.findIndex((sentence) => setsScene(sentence));
  return sentences.slice(0, scene < 0 ? undefined : scene).flatMap((text, at, all) => {
    const [before = "", next = ""] = [all[at - 1], all[at + 1]];
    if (statementProblem(text) !== undefined || takesBackAsJoke(next)) return [];
    const evidence = [{ source: turn.id, quote: text }];
    return [{ turn, text, before, evidence }];
  });
}

/** Tests if a sentence states something, but no value of its own. */
function isPlain(sentence: string): boolean {
  return statementProblem(sentence) === undefined && readAttributes(sentence).length === 0;
}

function sentenceKey({ id }: Turn, text: string): string {
  return `${id}\n${text}`;
}
