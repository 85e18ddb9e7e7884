import { progressLine } from "../progress-line.ts";
import { saveResult } from "../saved-result.ts";
import { endWith } from "../usage-error.ts";
import { measureCache } from "./cache/measure-cache.ts";
import { measureClient } from "./client/measure-client.ts";
import type { EmbedReport } from "./embed-report.ts";
import { parseEmbedSettings, PARTS } from "./embed-settings.ts";
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

try {
  const settings = parseEmbedSettings();
  if (settings === undefined) process.stdout.write(`${USAGE}\n`);
  else {
    const report = await measure(settings);
    process.stdout.write(formatEmbed(report));
    if (settings.save !== undefined) {
      await saveResult(settings.save, report);
    }
    if (settings.json) process.stdout.write(`${JSON.stringify(report)}\n`);
  }
} catch (error) {
  endWith(error);
}

async function measure(settings: EmbedSettings): Promise<EmbedReport> {
  const { parts, shapes, quantizations, threads, processes, quick } = settings;
  const line = progressLine(process.stderr);
  // A step a model that is made and a step a run of it.
  const runs = shapes.length * (1 + quantizations.length * threads.length);
  let step = 0;
  try {
    return {
      quick,
      ...(parts.includes("static") && {
        static: await measureStatic(settings, (done) => line.show("static", done, processes)),
      }),
      ...(parts.includes("transformer") && {
        transformer: await measureTransformers(settings, (what) => {
          line.show(what, step, runs);
          step += 1;
        }),
      }),
      ...(parts.includes("client") && { client: await measureClient(settings) }),
      ...(parts.includes("cache") && { cache: await measureCache(settings) }),
    };
  } finally {
    line.end();
  }
}
