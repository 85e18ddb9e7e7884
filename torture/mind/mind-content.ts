import type { Mind } from "@kioku/mind";

import { listOf, mindOf, quotesOf, readMind } from "./read-mind.ts";
import type { FoundQuote, MindRecords } from "./read-mind.ts";

/**
 * Writes down what a mind knows, without ids and times of writing: equal for a talk that was
 * consolidated without a break and one whose processes were killed.
 */
export async function contentOf(mind: Mind): Promise<string> {
  const records = await readMind(mind);
  const { facts, episodes, turns } = records;
  const said = (quotes: readonly FoundQuote[]): readonly string[] =>
    quotes.map(({ source, quote }) => `${momentOf(source, records)} ${quote}`).toSorted();
  const lines = [
    ...facts.map((fact) => {
      const { subject, attribute, value, block, by, quotes } = mindOf(fact);
      const ends = fact.validTo?.toISOString();
      return {
        fact: fact.content,
        subject,
        attribute,
        value,
        block,
        by,
        ends,
        said: said(quotesOf(quotes)),
      };
    }),
    ...episodes.map(({ sources, ...episode }) => {
      const { thread, number, title, summary } = mindOf(episode);
      const moments = sources.map((source) => momentOf(source, records));
      const sentences = listOf(summary).map(({ text, quotes }) => [
        text,
        ...said(quotesOf(quotes)),
      ]);
      return { thread, number, title, moments, sentences };
    }),
    ...[...turns.values()].map(
      ({ content, occurredAt }) => `${occurredAt?.toISOString()} ${content}`,
    ),
    ...(await mind.reminders()).map(({ text, topic }) => ({ reminder: text, topic })),
  ];
  const documents = await Promise.all(
    ["Ana", "小林"].map(async (of) => (await mind.document({ document: "portrait", of })).text),
  );
  return [...lines.map((line) => JSON.stringify(line)).toSorted(), ...documents].join("\n");
}

/** Names a turn by when it was said: of one plan no two turns are of one moment. */
function momentOf(source: string, { turns }: MindRecords): string {
  return turns.get(source)?.occurredAt?.toISOString() ?? "no turn";
}
