import type { EmbedReport } from "./embed-report.ts";
import type { StaticReport } from "./static/measure-static.ts";
import type { TransformerReport } from "./transformer/measure-transformers.ts";

/** The report as text for people. */
export function formatEmbed(report: EmbedReport): string {
  const { client, cache } = report;
  const lines: string[] = [];
  if (report.quick)
    lines.push("Quick run: it shows that everything works, its figures mean nothing.");
  if (report.static) lines.push(...formatStatic(report.static));
  if (report.transformer) lines.push(...formatTransformers(report.transformer));
  if (client) {
    lines.push("Client of /v1/embeddings, 1,536 numbers a vector, server in another process");
    for (const { encoding, texts, cpuMicroseconds } of client) {
      lines.push(
        `  ${encoding.padEnd(8)}${texts.perSecond} texts/s, ${cpuMicroseconds} µs of processor time a text`,
      );
    }
  }
  if (cache) {
    lines.push("cachedEmbedder, 1,536 numbers a vector, µs of processor time a text");
    lines.push(`  hit ${cache.hit}, miss ${cache.miss}, embedder without cache ${cache.bare}`);
  }
  return `${lines.join("\n")}\n`;
}

function formatStatic(report: StaticReport): readonly string[] {
  const { processes, importMs, loadMs, loadCpuMs, importMiB, tableMiB, English, Chinese } = report;
  return [
    "Static table",
    `  load: ${loadMs} ms (${loadCpuMs} ms of processor time) after ${importMs} ms of import, median of ${processes} fresh processes`,
    `  resident: ${tableMiB} MiB, and ${importMiB} MiB of code`,
    `  English: ${English.perSecond} short texts/s on ${English.cores} cores, ${English.perCpuSecond} for each second of processor time`,
    `  Chinese: ${Chinese.perSecond} short texts/s on ${Chinese.cores} cores, ${Chinese.perCpuSecond} for each second of processor time`,
    ...Object.entries(report.bars).map(
      ([bar, isReached]) => `  ${isReached ? "ok  " : "MISS"} ${bar}`,
    ),
  ];
}

function formatTransformers(reports: readonly TransformerReport[]): readonly string[] {
  const [first] = reports;
  const rows = reports.map((report) => [
    report.shapeOf,
    report.quantization,
    report.threads,
    report.loadMs,
    report.residentMiB,
    report.moreWordsMiB,
    report.short.perSecond,
    report.passages.perSecond,
  ]);
  const heads = [
    "shape of",
    "weights",
    "threads",
    "load ms",
    "MiB",
    "+ words MiB",
    "short/s",
    "passages/s",
  ];
  return [
    "Transformers. WEIGHTS ARE RANDOM: networks of the shape of these models, so only speed and memory are measured, no quality.",
    `Short texts have ${first?.short.tokens} tokens, passages ${first?.passages.tokens}.`,
    "The word table is small; the real one holds the MiB under `+ words` more with 32 bits a number.",
    ...[heads, ...rows].map((row) => {
      return `  ${row.map((cell, column) => (column === 0 ? String(cell).padEnd(22) : String(cell).padStart(12))).join("")}`;
    }),
  ];
}
