import { fileURLToPath } from "node:url";

import { progressLine } from "../progress-line.ts";
import { readJson } from "../read-json.ts";
import { saveResult } from "../saved-result.ts";
import { endWith } from "../usage-error.ts";
import { formatShards } from "./format-shards.ts";
import type { Inputs } from "./inputs.ts";
import { measureInputs } from "./measure-inputs.ts";
import { measureMove } from "./measure-move.ts";
import { parseShardsCommand, USAGE } from "./shards-settings.ts";
import type { ShardsSettings } from "./shards-settings.ts";
import { simulate } from "./simulate.ts";

const SAVED = fileURLToPath(new URL("../results/shards.json", import.meta.url));

try {
  const { settings, json, save, help } = parseShardsCommand(process.argv.slice(2));
  if (help) process.stdout.write(`${USAGE}\n`);
  else {
    const inputs = await inputsOf(settings);
    const { simulation } = settings;
    const report = { seed: simulation.seed, inputs, ...simulate(inputs, simulation) };
    process.stdout.write(`${formatShards(report)}\n`);
    if (save !== undefined) await saveResult(save, report);
    if (json) process.stdout.write(`${JSON.stringify(report)}\n`);
  }
} catch (error) {
  endWith(error);
}

async function inputsOf({ inputs, sample, citus }: ShardsSettings): Promise<Inputs> {
  if (inputs !== undefined) return savedInputs(inputs);
  const progress = progressLine(process.stderr);
  try {
    const measured = await measureInputs(sample, (what, done, total) =>
      progress.show(what, done, total),
    );
    if (citus === undefined) return { ...measured, move: (await savedInputs(SAVED)).move };
    progress.show("move", 0, 1);
    return { ...measured, move: await measureMove(citus, sample) };
  } finally {
    progress.end();
  }
}

async function savedInputs(file: string): Promise<Inputs> {
  const saved = await readJson(file, "pass a result that --save wrote");
  return (saved as { readonly inputs: Inputs }).inputs;
}
