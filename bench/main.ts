/** `npm run bench`: makes every figure of our pages again. */
import { existsSync } from "node:fs";
import { resolve } from "node:path";
import { fileURLToPath } from "node:url";

import { readBenchSettings, USAGE } from "./bench-settings.ts";
import type { BenchSettings } from "./bench-settings.ts";
import type { MeasuredRun, Measurement } from "./measurements.ts";
import { runProgram } from "./programs.ts";
import { PUBLIC_SETS } from "./recall-sets.ts";
import { PUBLIC_SKILL_SETS } from "./skills/public-sets.ts";
import { endWith } from "./usage-error.ts";

const ROOT = fileURLToPath(new URL("../", import.meta.url));
const RESULTS = fileURLToPath(new URL("results/", import.meta.url));
const SAMPLE_SET = fileURLToPath(new URL("test/sample-set.json", import.meta.url));
const MS_PER_MINUTE = 60_000;

try {
  const settings = readBenchSettings(process.argv.slice(2));
  if (settings.help) say(USAGE);
  else if (settings.list) say(settings.measurements.map(describe).join("\n"));
  else await measureAll(settings);
} catch (error) {
  endWith(error);
}

async function measureAll(settings: BenchSettings): Promise<void> {
  // Paths of skill sets count from the root.
  process.chdir(ROOT);
  const { measurements } = settings;
  const skipped: string[] = [];
  const failed: string[] = [];
  for (const [index, measurement] of measurements.entries()) {
    const { name, figures, minutes } = measurement;
    const place = `[${index + 1}/${measurements.length}] ${name}`;
    const reason = whyNot(measurement, settings);
    if (reason !== undefined) {
      say(`${place}: skipped, because ${reason}\n`);
      skipped.push(name);
      continue;
    }
    say(`${place}: ${figures}${settings.quick ? "" : ` (about ${minutes} min)`}`);
    const started = performance.now();
    if (!(await measureOne(measurement, settings))) failed.push(name);
    say(`  took ${((performance.now() - started) / MS_PER_MINUTE).toFixed(1)} min\n`);
  }
  const made = measurements.length - skipped.length - failed.length;
  say(
    `${made} made, ${skipped.length} skipped, ${failed.length} failed ${failed.join(", ")}`.trim(),
  );
  if (skipped.length > 0) say(`skipped: ${skipped.join(", ")}`);
  if (settings.quick) say("nothing was saved: these figures mean nothing");
  else if (made > 0) say("saved in bench/results; npm run charts -w docs draws and writes them");
  if (failed.length > 0) process.exitCode = 1;
}

/** Says whether all of its runs went well. */
async function measureOne({ runs }: Measurement, settings: BenchSettings): Promise<boolean> {
  for (const run of settings.quick ? runs.slice(0, 1) : runs) {
    if ((await runProgram(run.program, argumentsOf(run, settings))) !== 0) return false;
  }
  return true;
}

function argumentsOf(run: MeasuredRun, { quick, data = "" }: BenchSettings): readonly string[] {
  const { args = [], sets = [], file } = run;
  if (quick) {
    const hasOwn = sets.length === 0 || run.quick.includes("--data");
    return [...run.quick, ...(hasOwn ? [] : ["--data", SAMPLE_SET])];
  }
  const paths = sets.flatMap((set) => ["--data", resolve(data, set)]);
  return [...args, ...paths, "--save", ...(file === undefined ? [] : [resolve(RESULTS, file)])];
}

/** Returns why it cannot run here, or nothing. A quick run needs neither data nor a server. */
function whyNot(
  { runs, needsServer = false }: Measurement,
  { quick, data, url }: BenchSettings,
): string | undefined {
  if (quick) return undefined;
  const sets = new Set(runs.flatMap((run) => run.sets ?? []));
  const missing = [...PUBLIC_SETS, ...PUBLIC_SKILL_SETS].filter(
    ({ file }) => sets.has(file) && (data === undefined || !existsSync(resolve(data, file))),
  );
  if (missing.length > 0) {
    const list = missing.map(
      ({ file, name, licence, source }) => `  ${file}: ${name}, ${licence}, ${source}`,
    );
    const where = data === undefined ? "--data DIR is missing" : `${data} has not all of its sets`;
    return `${where}; bench/README.md says how to make\n${list.join("\n")}`;
  }
  const beside = runs.flatMap((run) => run.beside ?? []);
  const absent = beside.filter((file) => !existsSync(resolve(data ?? "", file)));
  if (absent.length > 0) return `${data ?? ""} has no ${absent.join(", ")}; see bench/README.md`;
  if (needsServer && url === undefined) return "KIOKU_TEST_POSTGRES_URL names no server";
  return undefined;
}

function describe({ name, minutes, figures, runs, needsServer = false }: Measurement): string {
  const needs = [
    ...(runs.some(({ sets = [] }) => sets.length > 0) ? ["public sets"] : []),
    ...(needsServer ? ["PostgreSQL"] : []),
  ];
  const after = needs.length === 0 ? "" : `; needs ${needs.join(" and ")}`;
  return `  ${name.padEnd(15)}${String(minutes).padStart(3)} min  ${figures}${after}`;
}

function say(text: string): void {
  process.stdout.write(`${text}\n`);
}
