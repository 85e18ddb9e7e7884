import { markdownTable } from "../markdown-table.ts";
import type { Column } from "../markdown-table.ts";
import { readSkillSets } from "../skill-sets.ts";
import type { SkillSetResult } from "../skill-sets.ts";
import { linkTo, readResult, timeOf, whole } from "./bench-results.ts";
import type { SavedTimes } from "./bench-results.ts";

interface SavedStart {
  readonly startMs: number;
  readonly residentMiB: number;
}

interface SavedRestraint {
  readonly utterances: number;
  readonly expectingNone: number;
  readonly disturbed: number;
  readonly missedBy: Readonly<Record<string, number>>;
}

interface SavedPlaces {
  readonly requests: number;
  readonly first: number;
  readonly inFive: number;
}

interface SavedSearch {
  readonly skills: number;
  readonly groups: Readonly<
    Record<string, { readonly both: SavedPlaces; readonly words: SavedPlaces }>
  >;
}

interface SavedSpeed {
  readonly skills: number;
  readonly examples: number;
  readonly match: SavedTimes;
  readonly coldStart: SavedStart;
  readonly warmStart: SavedStart;
  readonly emit: { readonly oneByOneUs: number };
  readonly emitWithTriggers: { readonly oneByOneUs: number };
}

const RESTRAINT = "skills/restraint.json";
const SEARCH = "skills/search.json";
const SPEED = "skills/speed.json";
const FEWER = "skills/speed-150.json";

/** Writes the table of the accuracy of waking on public sets and ours. */
export function wakingTable(): string {
  const columns: readonly Column<SkillSetResult>[] = [
    { heading: "waking skills by meaning", cell: ({ title }) => title },
    { heading: "skills", isNumber: true, cell: ({ skills }) => whole(skills) },
    { heading: "utterances", isNumber: true, cell: ({ utterances }) => whole(utterances) },
    { heading: "precision", isNumber: true, cell: ({ precision }) => precision.toFixed(2) },
    { heading: "recall", isNumber: true, cell: ({ recall }) => recall.toFixed(2) },
    { heading: "F1", isNumber: true, cell: ({ f1 }) => f1.toFixed(2) },
    { heading: "calibration error", isNumber: true, cell: ({ ece }) => ece.toFixed(3) },
    { heading: "result", cell: ({ file }) => linkTo(file, 1) },
  ];
  return markdownTable(columns, readSkillSets());
}

/** Writes how many commands, and how many texts that are none, wake skills that act. */
export function restraintSentence(): string {
  const { utterances, expectingNone, disturbed, missedBy } = readResult(
    RESTRAINT,
  ) as SavedRestraint;
  const lost = missedBy["no-command"] ?? 0;
  return `Of ${expectingNone} prohibitions, questions and reports in English and Chinese, ${disturbed} wake a skill that acts. Of ${utterances - expectingNone} commands, ${lost} are mistaken for such a text. Both are judged by their [mood](guide/skills.md#moods): ${linkTo(RESTRAINT, 1)}.`;
}

/** Writes the table of requests and the places of the right skill among those found. */
export function searchTable(): string {
  const { skills, groups } = readResult(SEARCH) as SavedSearch;
  type Row = readonly [name: string, places: SavedSearch["groups"][string]];
  const columns: readonly Column<Row>[] = [
    { heading: `requests to ${skills} public skills`, cell: ([name]) => name },
    { heading: "requests", isNumber: true, cell: ([, { both }]) => whole(both.requests) },
    { heading: "right first", isNumber: true, cell: ([, { both }]) => whole(both.first) },
    { heading: "among five", isNumber: true, cell: ([, { both }]) => whole(both.inFive) },
    {
      heading: "first by words alone",
      isNumber: true,
      cell: ([, { words }]) => whole(words.first),
    },
  ];
  const rows = Object.entries(groups).map(([name, places]): Row => {
    const language = name.replace(/^\S+ /u, "").replace("mixed", "Chinese with English words");
    return [`${language}, ${name.startsWith("tuned") ? "of development" : "held out"}`, places];
  });
  return `${markdownTable(columns, rows)}\n\nFrom ${linkTo(SEARCH, 1)}.`;
}

/** Writes the table of the costs of a thousand skills, and of fewer. */
export function skillSpeedTable(): string {
  const { skills, match, coldStart, warmStart, emit, emitWithTriggers } = readResult(
    SPEED,
  ) as SavedSpeed;
  const fewer = readResult(FEWER) as SavedSpeed;
  const all = whole(skills);
  const [few, examples] = [whole(fewer.skills), whole(fewer.examples)];
  const rows: readonly (readonly [string, string])[] = [
    [`which of ${all} skills a new text wakes, median`, timeOf(match.p50Ms)],
    ["the same, p95", timeOf(match.p95Ms)],
    [`starting with ${all} skills whose examples have no vectors yet`, timeOf(coldStart.startMs)],
    ["starting with the vectors in the file", timeOf(warmStart.startMs)],
    ["memory beyond the process, vectors in the file", `${whole(warmStart.residentMiB)} MiB`],
    ["an event that a skill hears by name", timeOf(emit.oneByOneUs / 1_000)],
    [
      `an event with text, with ${all} skills woken by meaning`,
      timeOf(emitWithTriggers.oneByOneUs / 1_000),
    ],
    [
      `which of ${few} skills with ${examples} examples a new text wakes, median`,
      timeOf(fewer.match.p50Ms),
    ],
    ["starting with these, no vectors yet", timeOf(fewer.coldStart.startMs)],
    ["starting with these, vectors in the file", timeOf(fewer.warmStart.startMs)],
  ];
  const columns: readonly Column<(typeof rows)[number]>[] = [
    { heading: "skills", cell: ([what]) => what },
    { heading: "figure", isNumber: true, cell: ([, figure]) => figure },
  ];
  return `${markdownTable(columns, rows)}\n\nFrom ${linkTo(SPEED, 1)} and ${linkTo(FEWER, 1)}.`;
}
