import { readFile } from "node:fs/promises";

import { installPackages } from "../install-packages.ts";
import { integer } from "../integer.ts";
import { oneOf } from "../one-of.ts";
import type { ProgressLine } from "../progress-line.ts";
import { readRecallSet } from "../recall/recall-set.ts";
import { optionParser, runMeasurement } from "../run-measurement.ts";
import { UsageError } from "../usage-error.ts";
import { formatFinding, formatSafety, formatSpeed } from "./format-peers.ts";
import { PACKAGES } from "./load-system.ts";
import { measureFinding } from "./measure-finding.ts";
import type { FindingReport } from "./measure-finding.ts";
import { measureSafety } from "./measure-safety.ts";
import type { SafetyOfSystem } from "./measure-safety.ts";
import { measureSpeed } from "./measure-speed.ts";
import type { SpeedReport } from "./measure-speed.ts";
import { SYSTEMS } from "./systems.ts";

const PARTS = ["finding", "speed", "safety"] as const;
const USAGE = `npm run measure -- peers --part PART [--data FILE ...] [--system NAME,...] [--json] [--save FILE]

Kioku beside other memories, each in a process of its own, with the same embedder where it takes one. They are no
dependencies of ours: bench/peers/packages is a package by itself, which is installed on first use (0.3 GB).

  --part PART     finding: how often the right memory is found, on recall sets; speed: one write and one search;
                  safety: writes of two processes and of killed ones, users who look alike, requests to others
  --data FILE     a recall set, for finding
  --count N,...   memories, for speed (default 1000,10000)
  --rounds N      rounds, for speed (default 20)
  --writes N      writes of each of two processes, for safety (default 200)
  --kills N       killed processes, for safety (default 20)
  --system NAME   only these, by name: ${Object.keys(SYSTEMS).join(", ")}
  --json          end with one JSON object on the last line
  --save FILE     write that object with machine and versions to FILE`;

/** Findings of a part, for people and for files. */
interface Measured {
  readonly text: string;
  readonly figures: object;
}

const MEASURE = { finding, speed, safety };

const parse = optionParser({
  part: { type: "string", default: "" },
  data: { type: "string", multiple: true, default: [] },
  count: { type: "string", default: "1000,10000" },
  rounds: { type: "string", default: "20" },
  writes: { type: "string", default: "200" },
  kills: { type: "string", default: "20" },
  system: { type: "string", default: Object.keys(SYSTEMS).join(",") },
});

type Given = ReturnType<typeof parse>;
type Show = ProgressLine["show"];

await runMeasurement(USAGE, parse, async (given, { show }) => {
  const part = oneOf(given.part, "--part", PARTS);
  const all = Object.keys(SYSTEMS);
  const names = given.system.split(",").map((name) => oneOf(name, "--system", all));
  if (names.some((name) => SYSTEMS[name]?.from !== undefined)) await installPackages(PACKAGES);
  const { text, figures } = await MEASURE[part](names, given, show);
  return { text, figures: { part, how: await howOf(names), ...figures } };
});

/** Returns which version of each was measured, and in which configuration. */
async function howOf(names: readonly string[]): Promise<Readonly<Record<string, string>>> {
  const text = await readFile(new URL("package.json", PACKAGES), "utf8");
  const { dependencies } = JSON.parse(text) as {
    readonly dependencies: Readonly<Record<string, string>>;
  };
  return Object.fromEntries(
    names.map((name) => {
      const { from, how } = SYSTEMS[name] ?? { how: "" };
      return [name, from === undefined ? how : `${from} ${dependencies[from]}: ${how}`];
    }),
  );
}

async function finding(names: readonly string[], { data }: Given, show: Show): Promise<Measured> {
  if (data.length === 0) throw new UsageError(`--data FILE is missing\n\n${USAGE}`);
  const sets: FindingReport[] = [];
  for (const file of data) sets.push(await measureFinding(await readRecallSet(file), names, show));
  return { text: formatFinding(sets), figures: { sets } };
}

async function speed(names: readonly string[], given: Given, show: Show): Promise<Measured> {
  const rounds = integer(given.rounds, "--rounds", [1, 1_000]);
  const counts = given.count.split(",").map((count) => integer(count, "--count", [1, 100_000]));
  const sizes: SpeedReport[] = [];
  for (const memories of counts) {
    sizes.push(await measureSpeed({ names, memories, rounds, onProgress: show }));
  }
  return { text: formatSpeed(sizes), figures: { sizes } };
}

async function safety(names: readonly string[], given: Given, show: Show): Promise<Measured> {
  const writes = integer(given.writes, "--writes", [1, 10_000]);
  const kills = integer(given.kills, "--kills", [1, 1_000]);
  const systems: SafetyOfSystem[] = [];
  for (const [done, name] of names.entries()) {
    show(name, done, names.length);
    systems.push(await measureSafety(name, { writes, kills }));
  }
  return { text: formatSafety(systems), figures: { writes, kills, systems } };
}
