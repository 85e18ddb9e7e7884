import { fileURLToPath } from "node:url";

import { openaiEmbedder } from "@kioku/embed-openai";

import { integer } from "../integer.ts";
import { optionParser } from "../run-measurement.ts";
import { UsageError } from "../usage-error.ts";

/** Settings of one run. */
export interface SkillsSettings {
  /** The labelled set; requests with `folder`. */
  readonly data: string;
  /** Folder of SKILL.md files to search instead of waking skills. */
  readonly folder: string | undefined;
  /** Replaces the runtime's own. */
  readonly threshold: number | undefined;
  /** Base URL of a server of `/v1/embeddings`; absent: the static table. */
  readonly embedder: string | undefined;
  /** The model that it serves. */
  readonly model: string;
  /** True to measure speed instead of quality. */
  readonly speed: boolean;
  /** True if the run only shows that everything works. */
  readonly quick: boolean;
  /** Skills whose speed is measured, with ten examples each; absent: 1,000 with five. */
  readonly skills: number | undefined;
  readonly json: boolean;
  readonly save: string | undefined;
}

/** A set that the author of the matcher has not seen. */
const HELD_OUT = fileURLToPath(new URL("data/everyday.json", import.meta.url));
const REQUESTS = fileURLToPath(new URL("search/requests.json", import.meta.url));
const STATIC = "static";

/** Usage of the command. */
export const USAGE = `npm run measure -- skills [--data FILE] [--threshold N] [--embedder static|URL --model NAME] [--json] [--save FILE]
npm run measure -- skills --speed [--skills N] [--quick] [--json] [--save FILE]
npm run measure -- skills --search --skills DIR [--data FILE] [--embedder static|URL --model NAME] [--json] [--save FILE]

Measures which skills wake by meaning: what each utterance of a labelled set wakes, against what it should wake. With --speed:
how fast 1,000 skills with five examples each are matched and started, and what an event costs. With --search: which skill of a
folder a request finds first.

  --data FILE      the set (default: everyday.json, held out; format: bench/README.md)
  --threshold N    what a score has to reach, 0 to 1 (default: the runtime's own)
  --embedder URL   a server of /v1/embeddings, its key in KIOKU_BENCH_API_KEY (default: static, the table of embed-local)
  --model NAME     the model of that server
  --speed          measure speed instead
  --skills N       with --speed: so many skills with ten examples each, 1 to 1,000
  --search         measure searches instead, of requests (default: requests.json, for the skills of anthropics/skills)
  --skills DIR     with --search: the folder of skills
  --quick          with --speed: in seconds; shows that everything runs
  --json           print one JSON object and nothing else: {"precision","recall","f1","ece","p50Ms"}, with --speed and --search all figures
  --save FILE      write all figures with machine and versions to FILE; texts only of the sets in bench
  --help           show this`;

const parse = optionParser({
  data: { type: "string" },
  threshold: { type: "string" },
  embedder: { type: "string", default: STATIC },
  model: { type: "string" },
  speed: { type: "boolean", default: false },
  skills: { type: "string" },
  search: { type: "boolean", default: false },
  quick: { type: "boolean", default: false },
});

/**
 * Reads the command line; `undefined` where it is only help. @throws `UsageError` naming the option
 * and what it takes.
 */
export function parseSkillsSettings(args: readonly string[]): SkillsSettings | undefined {
  const values = parse(args);
  const { data, threshold, embedder, model, speed, skills, search, quick, json, save } = values;
  if (values.help) return undefined;
  const ofQuality = { data, threshold, model };
  for (const [name, value] of Object.entries(ofQuality)) {
    if (speed && value !== undefined) throw new UsageError(`--${name} does not go with --speed`);
  }
  if (speed && embedder !== STATIC) throw new UsageError("--embedder does not go with --speed");
  if (quick && !speed) throw new UsageError("--quick goes with --speed only");
  if (search && (speed || threshold !== undefined)) {
    throw new UsageError("--search goes without --speed and --threshold");
  }
  if (search && skills === undefined) throw new UsageError("--search needs --skills DIR");
  if (skills !== undefined && !search && (quick || !speed)) {
    throw new UsageError("--skills goes with --search, or with --speed without --quick");
  }
  const settings = {
    data: data ?? (search ? REQUESTS : HELD_OUT),
    folder: search ? skills : undefined,
    threshold: threshold === undefined ? undefined : parseThreshold(threshold),
    embedder: embedder === STATIC ? undefined : embedder,
    model: model ?? "",
    speed,
    quick,
    skills: skills === undefined || search ? undefined : integer(skills, "--skills", [1, 1_000]),
    json,
    save,
  };
  checkServer(settings, model !== undefined);
  return settings;
}

function parseThreshold(given: string): number {
  const value = given.trim() === "" ? Number.NaN : Number(given);
  if (value >= 0 && value <= 1) return value;
  throw new UsageError(`--threshold must be a number from 0 to 1, got ${given}`);
}

function checkServer({ embedder, model }: SkillsSettings, hasModel: boolean): void {
  if (hasModel !== (embedder !== undefined)) {
    throw new UsageError("--embedder URL and --model NAME go together");
  }
  if (embedder === undefined) return;
  try {
    openaiEmbedder({ baseURL: embedder, model });
  } catch (cause) {
    throw new UsageError(cause instanceof Error ? cause.message : String(cause), { cause });
  }
}
