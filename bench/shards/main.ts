import { fileURLToPath } from "node:url";

import type { ProgressLine } from "../progress-line.ts";
import { readJson } from "../read-json.ts";
import { runMeasurement } from "../run-measurement.ts";
import { formatShards } from "./format-shards.ts";
import type { Inputs } from "./inputs.ts";
import { measureInputs } from "./measure-inputs.ts";
import { measureMove } from "./measure-move.ts";
import { parseShardsCommand, USAGE } from "./shards-settings.ts";
import type { ShardsSettings } from "./shards-settings.ts";
import { simulate } from "./simulate.ts";

const SAVED = fileURLToPath(new URL("../results/shards.json", import.meta.url));

await runMeasurement(USAGE, parseShardsCommand, async ({ settings }, progress) => {
  const inputs = await inputsOf(settings, progress);
  const { simulation } = settings;
  const report = { seed: simulation.seed, inputs, ...simulate(inputs, simulation) };
  return { text: `${formatShards(report)}\n`, figures: report };
});

async function inputsOf(
  { inputs, sample, citus }: ShardsSettings,
  { show }: ProgressLine,
): Promise<Inputs> {
  if (inputs !== undefined) return savedInputs(inputs);
  const measured = await measureInputs(sample, show);
  if (citus === undefined) return { ...measured, move: (await savedInputs(SAVED)).move };
  show("move", 0, 1);
  return { ...measured, move: await measureMove(citus, sample) };
}

async function savedInputs(file: string): Promise<Inputs> {
  const saved = await readJson(file, "pass a result that --save wrote");
  return (saved as { readonly inputs: Inputs }).inputs;
}
