import { relative, resolve } from "node:path";
import { fileURLToPath } from "node:url";

import { progressLine } from "../progress-line.ts";
import type { ProgressLine } from "../progress-line.ts";
import type { Finding } from "../run-measurement.ts";
import { saveResult } from "../saved-result.ts";
import { endWith } from "../usage-error.ts";
import { openEmbedder } from "./open-embedder.ts";
import { askUtterances } from "./quality/ask-utterances.ts";
import { formatQuality } from "./quality/format-quality.ts";
import { makeQualityReport, withoutTexts } from "./quality/quality-report.ts";
import { formatSearches } from "./search/format-searches.ts";
import { measureSearches } from "./search/measure-searches.ts";
import { readSkillSet } from "./skill-set.ts";
import { parseSkillsSettings, USAGE } from "./skills-settings.ts";
import type { SkillsSettings } from "./skills-settings.ts";
import { formatSpeed } from "./speed/format-speed.ts";
import { measureSpeed } from "./speed/measure-speed.ts";

const BENCH = fileURLToPath(new URL("../", import.meta.url));
/** Thresholds of the curve: 0 to 1 in steps of 0.02. */
const CURVE = Array.from({ length: 51 }, (_, index) => index / 50);

try {
  const settings = parseSkillsSettings(process.argv.slice(2));
  if (settings === undefined) process.stdout.write(`${USAGE}\n`);
  else {
    const line = progressLine(process.stderr);
    const found = await measurementOf(settings)(settings, line).finally(() => line.end());
    const { text, figures, saved = figures } = found;
    process.stdout.write(settings.json ? `${JSON.stringify(figures)}\n` : text);
    if (settings.save !== undefined) await saveResult(settings.save, saved);
  }
} catch (error) {
  endWith(error);
}

async function findQuality(settings: SkillsSettings, line: ProgressLine): Promise<Finding> {
  const set = await readSkillSet(settings.data);
  const embedder = openEmbedder(settings);
  const asked = await askUtterances(set, {
    embedder,
    threshold: settings.threshold,
    // The figures of --json alone do not need it, and it takes most of the time.
    curve: settings.json && settings.save === undefined ? [] : CURVE,
    onProgress: line.show,
  });
  const report = makeQualityReport(set, asked, embedder.id);
  const { precision, recall, f1, ece, p50Ms } = report;
  const saved = isOurs(settings.data) ? report : withoutTexts(report);
  return { saved, text: formatQuality(report), figures: { precision, recall, f1, ece, p50Ms } };
}

/** Says whether a set belongs to the repository: results of others are saved without its texts. */
function isOurs(path: string): boolean {
  return !relative(BENCH, resolve(path)).startsWith("..");
}

function measurementOf({
  speed,
  folder,
}: SkillsSettings): (settings: SkillsSettings, line: ProgressLine) => Promise<Finding> {
  if (folder !== undefined) return findSearches;
  return speed ? findSpeed : findQuality;
}

async function findSearches(settings: SkillsSettings, line: ProgressLine): Promise<Finding> {
  const report = await measureSearches(
    { data: settings.data, folder: settings.folder ?? "", embedder: openEmbedder(settings) },
    line.show,
  );
  return { text: formatSearches(report), figures: report };
}

async function findSpeed(settings: SkillsSettings, line: ProgressLine): Promise<Finding> {
  const report = await measureSpeed(settings, line.show);
  return { text: formatSpeed(report), figures: report };
}
