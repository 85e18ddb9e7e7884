/**
 * One model in a fresh process: prints how long it takes to load, what it holds, and how fast it
 * is.
 */
import { localEmbedder } from "@kioku/embed-local";

import type { Quantization } from "../embed-settings.ts";
import { measureRate } from "../measure-rate.ts";
import type { Rate } from "../measure-rate.ts";
import { residentMiB } from "../resident-mib.ts";
import { fewTokens, passages } from "../sample-texts.ts";
import { MADE_POSITIONS } from "./make-shape.ts";

/** The task of the process. */
export interface TransformerTask {
  readonly modelDir: string;
  readonly width: number;
  readonly quantization: Quantization;
  readonly threads: number;
  readonly rounds: number;
  readonly roundMs: number;
}

/** Figures of one model. */
export interface TransformerRun {
  /** The first `embed`, which starts the thread and loads library and model. */
  readonly loadMs: number;
  /** Further memory of the process afterwards, in MiB. */
  readonly residentMiB: number;
  /** Texts of about 12 tokens a second. */
  readonly short: TextRate;
  /** Texts of about 200 tokens a second. */
  readonly passages: TextRate;
}

/** Rate for texts of one length. */
export interface TextRate extends Rate {
  /** Mean of the texts, with the special ones. */
  readonly tokens: number;
}

const BATCH = { short: 16, passages: 2 };

const task = JSON.parse(process.argv[2] ?? "") as TransformerTask;
process.stdout.write(`${JSON.stringify(await measure(task))}\n`);

async function measure({
  modelDir,
  width,
  quantization,
  threads,
  ...rounds
}: TransformerTask): Promise<TransformerRun> {
  const before = await residentMiB();
  const embedder = localEmbedder({
    model: "random/weights",
    modelDir,
    quantization,
    threads,
    manifest: { revision: "1", maxTokens: MADE_POSITIONS, dimensions: width, pooling: "mean" },
  });
  const started = performance.now();
  await embedder.embed(["The user prefers dark mode in every editor"]);
  const loadMs = performance.now() - started;
  const loaded = await residentMiB();
  const rate = async (texts: readonly string[]): Promise<TextRate> => {
    let counted = 0;
    const measured = await measureRate(rounds, async () => {
      const { vectors, tokens = Number.NaN } = await embedder.embed(texts);
      counted = tokens;
      return vectors.length;
    });
    return { ...measured, tokens: Math.round(counted / texts.length) };
  };
  const run = {
    loadMs: Math.round(loadMs),
    residentMiB: Math.round(loaded - before),
    short: await rate(fewTokens(BATCH.short)),
    passages: await rate(passages(BATCH.passages)),
  };
  await embedder.close?.();
  return run;
}
