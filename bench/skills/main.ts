import { progressLine } from "../progress-line.ts";
import type { ProgressLine } from "../progress-line.ts";
import { saveResult } from "../saved-result.ts";
import { endWith } from "../usage-error.ts";
import { openEmbedder } from "./open-embedder.ts";
import { askUtterances } from "./quality/ask-utterances.ts";
import { formatQuality } from "./quality/format-quality.ts";
import { makeQualityReport } from "./quality/quality-report.ts";
import { readSkillSet } from "./skill-set.ts";
import { parseSkillsSettings, USAGE } from "./skills-settings.ts";
import type { SkillsSettings } from "./skills-settings.ts";
import { formatSpeed } from "./speed/format-speed.ts";
import { measureSpeed } from "./speed/measure-speed.ts";

/** Results of a run: in full, as text for people, and the figures that `--json` prints. */
interface Finding {
  readonly report: object;
  readonly text: string;
  readonly figures: object;
}

/** Thresholds of the curve: 0 to 1 in steps of 0.02. */
const CURVE = Array.from({ length: 51 }, (_, index) => index / 50);

try {
  const settings = parseSkillsSettings(process.argv.slice(2));
  if (settings === undefined) process.stdout.write(`${USAGE}\n`);
  else {
    const line = progressLine(process.stderr);
    const measure = settings.speed ? findSpeed : findQuality;
    const { report, text, figures } = await measure(settings, line).finally(() => line.end());
    process.stdout.write(settings.json ? `${JSON.stringify(figures)}\n` : text);
    if (settings.save !== undefined) {
      await saveResult(settings.save, report);
    }
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
    // The four figures of --json alone do not need it, and it takes most of the time.
    curve: settings.json && settings.save === undefined ? [] : CURVE,
    onProgress: (what, done, total) => line.show(what, done, total),
  });
  const report = makeQualityReport(set, asked, embedder.id);
  const { precision, recall, f1, p50Ms } = report;
  return { report, text: formatQuality(report), figures: { precision, recall, f1, p50Ms } };
}

async function findSpeed({ quick }: SkillsSettings, line: ProgressLine): Promise<Finding> {
  const report = await measureSpeed(quick, (what, done, total) => line.show(what, done, total));
  return { report, text: formatSpeed(report), figures: report };
}
