import { mkdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";

import { readJson } from "../read-json.ts";
import type { SetGroup } from "../recall/recall-set.ts";
import { optionParser, runMeasurement } from "../run-measurement.ts";
import { UsageError } from "../usage-error.ts";
import type { Half } from "./half.ts";
import { locomoGroups } from "./locomo.ts";
import { madialGroups } from "./madial.ts";
import { REALMEM_USERS, realmemGroup } from "./realmem.ts";
import { xquadGroups } from "./xquad.ts";

const USAGE = `npm run measure -- sets --from DIR --to DIR

Makes the recall sets of the public downloads in the folder --from, each in two halves: NAME-dev.json, which the ranking was
developed on, and NAME-held-out.json. bench/README.md says where the downloads are.

  --from DIR   locomo10.json, MADial-Bench-zh-memory.json, MADial-Bench-zh-dialogue.json, xquad.zh.json, xquad.en.json
               and the ten USER_dialogues_256k.json of RealMem
  --to DIR     folder for the sets`;

const REMEDY = "download it; bench/README.md says from where";
const HALVES: readonly Half[] = ["dev", "held-out"];

/** Names of the sets by their files. */
const TITLES: Readonly<Record<string, string>> = {
  locomo: "LoCoMo",
  "madial-zh": "MADial-Bench",
  "xquad-zh-zh": "XQuAD zh",
  "xquad-zh-en": "XQuAD zh-en",
  realmem: "RealMem",
};

const parse = optionParser({ from: { type: "string" }, to: { type: "string" } });

await runMeasurement(USAGE, parse, async ({ from, to }) => {
  if (from === undefined || to === undefined) {
    throw new UsageError(`--from DIR or --to DIR is missing\n\n${USAGE}`);
  }
  await mkdir(to, { recursive: true });
  const lines: string[] = [];
  for (const half of HALVES) {
    const sets = await setsOf(from, half);
    for (const [name, groups] of Object.entries(sets)) {
      const file = `${name}-${half}.json`;
      const queries = groups.reduce((sum, group) => sum + group.queries.length, 0);
      await writeFile(join(to, file), JSON.stringify({ name: `${TITLES[name]} ${half}`, groups }));
      lines.push(`${file.padEnd(28)} ${groups.length} groups, ${queries} queries\n`);
    }
  }
  return { text: lines.join(""), figures: {} };
});

/** Reads the downloads and makes all sets of them. */
async function setsOf(folder: string, half: Half): Promise<Record<string, readonly SetGroup[]>> {
  const json = (file: string): Promise<unknown> => readJson(join(folder, file), REMEDY);
  const lines = async (file: string): Promise<unknown[]> =>
    (await readFile(join(folder, file), "utf8"))
      .trim()
      .split("\n")
      .map((line): unknown => JSON.parse(line));
  const chinese = await json("xquad.zh.json");
  const english = await json("xquad.en.json");
  const madial = {
    events: await lines("MADial-Bench-zh-memory.json"),
    dialogues: await lines("MADial-Bench-zh-dialogue.json"),
  };
  const users = REALMEM_USERS[half].map(async (user) => json(`${user}_dialogues_256k.json`));
  return {
    locomo: locomoGroups(await json("locomo10.json"), half),
    "madial-zh": madialGroups(madial, half),
    "xquad-zh-zh": xquadGroups({ questions: chinese, passages: chinese }, half),
    "xquad-zh-en": xquadGroups({ questions: chinese, passages: english }, half),
    realmem: (await Promise.all(users)).map(realmemGroup),
  };
}
