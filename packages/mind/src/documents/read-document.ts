import type { Memory } from "@kioku/core";
import {
  checkCallOptions,
  checkInstant,
  checkMembers,
  checkOneOf,
  checkRecallOptions,
  checkText,
  invalidInput,
  MAX_NAME_LENGTH,
} from "@kioku/core/toolkit";

import type {
  DocumentBlock,
  DocumentName,
  DocumentOptions,
  MindDocument,
} from "../api/documents.js";
import type { MindHost } from "../model/mind-host.js";
import {
  blocksToText,
  compareBlocks,
  compareRank,
  makeBlock,
  MAX_LENGTH,
  type RankedSentence,
} from "./blocks.js";
import { dayOf, readEpisodes, type Span, touches } from "./read-episodes.js";
import { type HeldFact, proveFacts, type ProvenFact, rankOf, readFacts } from "./read-facts.js";

/** Members that each name takes beside `document`. */
const NAMES = { self: [], portrait: ["of"], day: ["date"], thread: ["thread"] } as const;

/** Reads a document. */
export async function readDocument(
  host: MindHost,
  given: DocumentName,
  options: DocumentOptions = {},
): Promise<MindDocument> {
  checkCallOptions(options, ["asOf"]);
  checkRecallOptions({ asOf: options.asOf }, "options", []);
  const name = checkName(given);
  const blocks = (await blocksOf(host, name, options)).filter(
    ({ sentences }) => sentences.length > 0,
  );
  return { name, blocks, text: blocksToText(blocks) };
}

function checkName(given: DocumentName): DocumentName {
  if (typeof given !== "object") {
    throw invalidInput("name", 'an object such as { document: "portrait" }', given);
  }
  checkMembers(given, "name", ["document", "of", "date", "thread"]);
  const kinds = Object.keys(NAMES) as (keyof typeof NAMES)[];
  checkOneOf(given.document, "name.document", kinds);
  checkMembers(given, "name", ["document", ...NAMES[given.document]]);
  const name = { ...given };
  if (name.document === "thread") checkText(name.thread, "name.thread", MAX_NAME_LENGTH);
  if (name.document === "portrait" && name.of !== undefined) {
    checkText(name.of, "name.of", MAX_NAME_LENGTH);
  }
  if (name.document === "day" && name.date !== undefined) checkInstant(name.date, "name.date");
  return name;
}

async function blocksOf(
  host: MindHost,
  name: DocumentName,
  options: DocumentOptions,
): Promise<readonly DocumentBlock[]> {
  const { document } = name;
  if (document === "self") return portraitBlocks(host, "assistant", options);
  if (document === "portrait") return portraitBlocks(host, name.of ?? "user", options);
  if (document === "thread") return threadBlocks(host, name.thread, options);
  return dayBlocks(host, dayOf(name.date ?? host.clock()), options);
}

async function portraitBlocks(
  { memory }: MindHost,
  subject: string,
  options: DocumentOptions,
): Promise<readonly DocumentBlock[]> {
  const { facts, unread } = await readFacts(memory, subject, options);
  const byBlock = Map.groupBy(facts, ({ fact }) => fact.block);
  const blocks: DocumentBlock[] = [];
  for (const id of [...byBlock.keys()].toSorted(compareBlocks)) {
    const { proven, left } = await proveBest(memory, byBlock.get(id) ?? [], options);
    const ranked = proven.map(({ fact, sentence }): RankedSentence => {
      return { sentence, importance: fact.importance };
    });
    blocks.push(makeBlock(id, ranked, left + (id === OTHER ? unread : 0)));
  }
  return blocks;
}

/** Block of facts without an attribute. */
const OTHER = "other";
/** UTF-16 units of facts that are proven for a block; short ones may fill the last gaps. */
const PROVEN_LENGTH = MAX_LENGTH + 1_000;

/** Proves the most important facts, as many as a block may hold, and counts the others. */
async function proveBest(
  memory: Memory,
  facts: readonly HeldFact[],
  options: DocumentOptions,
): Promise<{ readonly proven: readonly ProvenFact[]; readonly left: number }> {
  const ranked = facts.toSorted((a, b) => compareRank(rankOf(a), rankOf(b)));
  const proven: ProvenFact[] = [];
  let [at, length] = [0, 0];
  while (at < ranked.length && length < PROVEN_LENGTH) {
    const from = at;
    for (let next = length; next < PROVEN_LENGTH && at < ranked.length; at += 1) {
      next += (ranked[at]?.fact.text.length ?? 0) + 1;
    }
    const part = await proveFacts(memory, ranked.slice(from, at), options);
    proven.push(...part);
    length += part.reduce((sum, { fact }) => sum + fact.text.length + 1, 0);
  }
  return { proven, left: ranked.length - at };
}

async function dayBlocks(
  { memory }: MindHost,
  day: Span,
  options: DocumentOptions,
): Promise<readonly DocumentBlock[]> {
  const episodes = await readEpisodes(memory, touches(day), options);
  return episodes.map(({ episode: { thread, number }, sentences }) => {
    const ofDay = sentences.filter(({ at }) => at >= day.from && at < day.to);
    return makeBlock(`${thread}#${number}`, ofDay.map(plain));
  });
}

async function threadBlocks(
  { memory }: MindHost,
  thread: string,
  options: DocumentOptions,
): Promise<readonly DocumentBlock[]> {
  const episodes = await readEpisodes(memory, {}, { ...options, thread });
  return episodes.map(({ episode, sentences }) => {
    return makeBlock(String(episode.number), sentences.map(plain));
  });
}

function plain(sentence: RankedSentence["sentence"]): RankedSentence {
  return { sentence, importance: 0.5 };
}
