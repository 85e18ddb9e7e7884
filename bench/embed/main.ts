import type { ProgressLine } from "../progress-line.ts";
import { runMeasurement } from "../run-measurement.ts";
import { measureCache } from "./cache/measure-cache.ts";
import { measureClient } from "./client/measure-client.ts";
import type { EmbedReport } from "./embed-report.ts";
import { embedSettings, parseEmbedOptions, PARTS } from "./embed-settings.ts";
import type { EmbedSettings } from "./embed-settings.ts";
import { formatEmbed } from "./format-embed.ts";
import { measureStatic } from "./static/measure-static.ts";
import { measureTransformers } from "./transformer/measure-transformers.ts";

const USAGE = `npm run measure -- embed [--part ${PARTS.join("|")} ...] [--shape NAME ...] [--quantization fp32|q8 ...]
                       [--quick] [--json] [--save FILE]

Measures the embedders: load time, memory and speed of the static table; the same for networks of the shapes of well-known models,
with random weights, through localEmbedder; the client of /v1/embeddings against a server in another process; the cache.

  --part NAME          only this part (may be given several times)
  --shape NAME         only the shape of this model (may be given several times)
  --quantization NAME  only weights of this kind
  --quick              in seconds; shows that everything runs
  --json               end with one JSON object on the last line
  --save FILE          write that object with machine and versions to FILE`;

await runMeasurement(USAGE, parseEmbedOptions, async (values, progress) => {
  const report = await measure(embedSettings(values), progress);
  return { text: formatEmbed(report), figures: report };
});

async function measure(settings: EmbedSettings, { show }: ProgressLine): Promise<EmbedReport> {
  const { parts, shapes, quantizations, threads, processes, quick } = settings;
  // A step a model that is made and a step a run of it.
  const runs = shapes.length * (1 + quantizations.length * threads.length);
  let step = 0;
  return {
    quick,
    ...(parts.includes("static") && {
      static: await measureStatic(settings, (done) => show("static", done, processes)),
    }),
    ...(parts.includes("transformer") && {
      transformer: await measureTransformers(settings, (what) => {
        show(what, step, runs);
        step += 1;
      }),
    }),
    ...(parts.includes("client") && { client: await measureClient(settings) }),
    ...(parts.includes("cache") && { cache: await measureCache(settings) }),
  };
}
