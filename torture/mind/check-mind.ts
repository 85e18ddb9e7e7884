import type { MemoryRecord } from "@kioku/core";
import type { DocumentName, Mind } from "@kioku/mind";

import { listOf, mindOf, objectOf, quotesOf, readMind } from "./read-mind.ts";
import type { FoundQuote, MindRecords } from "./read-mind.ts";
import { plannedReminders } from "./talk-plan.ts";
import type { Chunk } from "./talk-plan.ts";

/** Defects of a mind by the promise that they break, in words. */
export interface MindVerdict {
  /** Turns and reminders that are not there, or there twice. */
  readonly lost: readonly string[];
  /** Records of a run that disagree with each other. */
  readonly half: readonly string[];
  /** Facts, evidence and turns of episodes that are there twice. */
  readonly doubled: readonly string[];
  /** Sentences whose sources are not there, or do not say it. */
  readonly unproven: readonly string[];
}

const DOCUMENTS: readonly DocumentName[] = [
  { document: "self" },
  { document: "portrait", of: "Ana" },
  { document: "portrait", of: "小林" },
  { document: "thread", thread: "ana" },
  { document: "thread", thread: "lin" },
];
const NOT_WORDS = /[^\p{L}\p{N}]+/gu;

/** Checks a mind in which nothing waits any more against the talk that it heard. */
export async function checkMind(mind: Mind, chunks: readonly Chunk[]): Promise<MindVerdict> {
  const records = await readMind(mind);
  const planned = chunks.flatMap(({ turns }) => turns);
  const heard = [...records.turns.values()].map(({ content, occurredAt }) =>
    lineOf(content, occurredAt),
  );
  const reminders = (await mind.reminders()).map(({ text }) => text);
  const turns = differences(
    "turn",
    planned.map(({ content, at }) => lineOf(content, at)),
    heard,
  );
  const missing = differences("reminder", plannedReminders(chunks), reminders);
  return {
    lost: [...turns, ...missing],
    half: [...halfRuns(records), ...(await halfProgress(mind, records))],
    doubled: [...doubledFacts(records), ...doubledTurns(records, chunks)],
    unproven: [...unprovenRecords(records), ...(await unprovenSentences(mind, records))],
  };
}

function lineOf(content: string, at: Date | undefined): string {
  return `${at?.toISOString()} ${content}`;
}

/** Compares two lists as sets in which something may stand several times. */
function differences(
  name: string,
  expected: readonly string[],
  found: readonly string[],
): readonly string[] {
  const counts = new Map<string, number>();
  for (const one of expected) counts.set(one, (counts.get(one) ?? 0) + 1);
  for (const one of found) counts.set(one, (counts.get(one) ?? 0) - 1);
  return [...counts].flatMap(([one, count]) =>
    count === 0 ? [] : [`${name} ${count > 0 ? "is not there" : "is there too often"}: ${one}`],
  );
}

/** Each version of a fact and an episode is named by one run, with the version before it. */
function halfRuns({ runs, facts, episodes }: MindRecords): readonly string[] {
  const before = new Map<string, number[]>();
  for (const run of runs) {
    for (const { key, before: version } of listOf(objectOf(run.value)["changes"])) {
      if (typeof key === "string" && typeof version === "number") {
        before.set(key, [...(before.get(key) ?? []), version]);
      }
    }
  }
  const written = new Map([...facts, ...episodes].map((record) => [record.key ?? "", record]));
  const unknown = [...before.keys()].filter((key) => !written.has(key));
  return [
    ...unknown.map((key) => `a run wrote ${key}, which is not there`),
    ...[...written].flatMap(([key, { version }]) => {
      const named = (before.get(key) ?? []).toSorted((one, other) => one - other);
      const wanted = Array.from({ length: version }, (_, index) => index);
      return named.join() === wanted.join()
        ? []
        : [`${key} has version ${version}, and runs wrote it over ${named.join() || "none"}`];
    }),
  ];
}

/** The watermark counts what the records say. */
async function halfProgress(mind: Mind, records: MindRecords): Promise<readonly string[]> {
  const { waiting, turns, failures, episodes } = await mind.stats();
  const inRuns = records.runs.reduce(
    (sum, { value }) => sum + Number(objectOf(value)["turns"] ?? 0),
    0,
  );
  const expected = { waiting: 0, turns: records.turns.size, failures: 0, inRuns: turns };
  const found = { waiting, turns, failures, inRuns, episodes };
  return [
    ...Object.entries(expected).flatMap(([name, value]) => {
      const is = found[name as keyof typeof expected];
      return is === value ? [] : [`${name} is ${is} and should be ${value}`];
    }),
    ...(episodes === records.episodes.length ? [] : ["episodes were miscounted"]),
  ];
}

function keyOf(fact: MemoryRecord): string {
  const words = fact.content.normalize("NFKC").toLowerCase().replaceAll(NOT_WORDS, " ").trim();
  return `${JSON.stringify(mindOf(fact)["subject"])}: ${words}`;
}

function doubledFacts({ facts }: MindRecords): readonly string[] {
  const seen = new Set<string>();
  return facts.flatMap((fact) => {
    const key = keyOf(fact);
    const said = quotesOf(mindOf(fact)["quotes"]).map(({ source, quote }) => `${source} ${quote}`);
    const isDoubled = seen.has(key);
    seen.add(key);
    return [
      ...(isDoubled ? [`fact is there twice: ${key}`] : []),
      ...(new Set(said).size === said.length ? [] : [`fact has a quote twice: ${key}`]),
    ];
  });
}

/** Each turn belongs to one episode of its thread, once. */
function doubledTurns(
  { episodes, turns }: MindRecords,
  chunks: readonly Chunk[],
): readonly string[] {
  const threads = new Set(chunks.map(({ thread }) => thread));
  return [...threads].flatMap((thread) => {
    const ofThread = [...turns.values()].filter((turn) => turn.thread === thread);
    const inEpisodes = episodes
      .filter((episode) => mindOf(episode)["thread"] === thread)
      .flatMap(({ sources }) => sources);
    return differences(
      `turn in episodes of ${thread}`,
      ofThread.map(({ id }) => id),
      inEpisodes,
    );
  });
}

function unprovenRecords({ facts, episodes, turns }: MindRecords): readonly string[] {
  const unproven = (text: string, quotes: readonly FoundQuote[]): readonly string[] => {
    if (quotes.length === 0) return [`no quote proves: ${text}`];
    return quotes.flatMap(({ source, quote }) => {
      const turn = turns.get(source);
      if (!turn) return [`a source is not there of: ${text}`];
      return quote !== "" && turn.content.includes(quote) ? [] : [`misquoted: ${text}`];
    });
  };
  return [
    ...facts.flatMap((fact) => unproven(fact.content, quotesOf(mindOf(fact)["quotes"]))),
    ...episodes.flatMap((episode) =>
      listOf(mindOf(episode)["summary"]).flatMap(({ text, quotes }) =>
        unproven(JSON.stringify(text), quotesOf(quotes)),
      ),
    ),
  ];
}

/** Asks the mind itself for the proofs of all that its documents say. */
async function unprovenSentences(mind: Mind, { turns }: MindRecords): Promise<readonly string[]> {
  const defects: string[] = [];
  for (const name of DOCUMENTS) {
    const { blocks } = await mind.document(name);
    for (const { id, text, sources } of blocks.flatMap(({ sentences }) => sentences)) {
      const why = await mind.why(id);
      const isProven =
        why !== undefined &&
        why.quotes.length > 0 &&
        why.quotes.every(({ source, quote }) => turns.get(source)?.content.includes(quote)) &&
        sources.length > 0 &&
        sources.every((source) => turns.has(source));
      if (!isProven) defects.push(`${name.document} says without proof: ${text}`);
    }
  }
  return defects;
}
