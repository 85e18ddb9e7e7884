import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";

import type { EmbedSettings, Quantization } from "../embed-settings.ts";
import { inFreshProcess } from "../fresh-process.ts";
import type { TransformerRun, TransformerTask } from "./child.ts";
import { MADE_VOCABULARY, makeShape } from "./make-shape.ts";
import type { ModelShape } from "./model-shapes.ts";

/** Figures of a model of one shape. */
export interface TransformerReport extends TransformerRun {
  /** The model whose shape it has. Its weights are random. */
  readonly shapeOf: string;
  readonly quantization: Quantization;
  readonly threads: number;
  /** Memory that the real model's word table needs beyond this one's, 32 bits a number, in MiB. */
  readonly moreWordsMiB: number;
}

/** A batch of the largest model takes seconds, so that fewer rounds have to do. */
const MOST_ROUNDS = 3;

const CHILD = new URL("child.ts", import.meta.url);

/** Makes a model of each shape, and measures each in processes of their own. */
export async function measureTransformers(
  { shapes, quantizations, threads, rounds, roundMs }: EmbedSettings,
  onStep: (what: string) => void,
): Promise<readonly TransformerReport[]> {
  const reports: TransformerReport[] = [];
  for (const shape of shapes) {
    const folder = await mkdtemp(join(tmpdir(), "kioku-shape-"));
    try {
      onStep(`making ${shape.name}`);
      const modelDir = await makeShape(folder, shape, quantizations);
      for (const quantization of quantizations) {
        for (const count of threads) {
          onStep(`${shape.name} ${quantization}, ${count} threads`);
          const task = { modelDir, width: shape.width, quantization, threads: count };
          const run = await ask({ ...task, rounds: Math.min(rounds, MOST_ROUNDS), roundMs });
          const named = { shapeOf: shape.name, quantization, threads: count };
          reports.push({ ...named, ...run, moreWordsMiB: moreWordsMiB(shape) });
        }
      }
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
  }
  return reports;
}

function ask(task: TransformerTask): Promise<TransformerRun> {
  return inFreshProcess<TransformerRun>(CHILD, { args: [JSON.stringify(task)] });
}

function moreWordsMiB({ vocabulary, width }: ModelShape): number {
  return Math.round(((vocabulary - MADE_VOCABULARY) * width * 4) / 2 ** 20);
}
