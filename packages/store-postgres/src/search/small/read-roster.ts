import type { SearchLeg } from "@kioku/core";

import { termCounter } from "../count-terms.js";
import type { TermCounter } from "../count-terms.js";
import { keyOf } from "../found-record.js";
import type { FoundRecord } from "../found-record.js";
import { textScores } from "../text-scores.js";
import type { CountedText } from "../text-scores.js";
import type { RosterRow } from "./roster-sql.js";

/** A record of the selection whose scores are being filled in. */
interface OpenRecord extends FoundRecord {
  readonly scores: (number | undefined)[];
}

/**
 * The records of the selection, with what each leg says of them.
 * @param path - Of the scope, where rows do not say it.
 */
export function readRoster(
  rows: readonly RosterRow[],
  legs: readonly SearchLeg[],
  path: string,
): readonly FoundRecord[] {
  const count = termCounter(legs.flatMap((leg) => (leg.type === "text" ? leg.terms : [])));
  const records = new Map<string, OpenRecord>();
  const texts: RosterText[] = [];
  for (const row of rows) {
    const key = row.scope === undefined ? row.id : keyOf(row.scope, row.id ?? "");
    if (typeof row.leg === "number") {
      const record = records.get(key ?? "");
      if (record) record.scores[row.leg] = row.score;
      continue;
    }
    const record = row.id === null ? undefined : toRecord(row, row.scope ?? path, legs.length);
    if (record && key !== null) records.set(key, record);
    if (row.scripts !== null) texts.push(toText(row, record, count));
  }
  for (const [place, leg] of legs.entries()) {
    if (leg.type === "text") addScores(texts, leg.terms, place);
  }
  return [...records.values()];
}

/** A searchable record, whether or not the selection has it. */
interface RosterText extends CountedText {
  readonly record: OpenRecord | undefined;
}

function toText(
  { term_count: termCount = 0, terms = null }: RosterRow,
  record: OpenRecord | undefined,
  count: TermCounter,
): RosterText {
  return { termCount, counts: count(terms, termCount), record };
}

function addScores(texts: readonly RosterText[], terms: readonly string[], place: number): void {
  for (const [{ record }, score] of textScores(texts, terms)) {
    if (record) record.scores[place] = score;
  }
}

function toRecord(row: RosterRow, path: string, legs: number): OpenRecord {
  return {
    path,
    id: row.id ?? "",
    scripts: row.scripts,
    thread: row.thread ?? null,
    happenedAt: row.happened_at ?? 0,
    scores: Array.from<number | undefined>({ length: legs }),
  };
}
