import { counted } from "../../output/numbers.js";
import { shown } from "../../output/shown.js";
import type { Style } from "../../output/style.js";
import type { FileReport, ImportCounts, ImportReport } from "./report.js";

const WORDS: readonly (readonly [keyof ImportCounts, string])[] = [
  ["stored", "stored"],
  ["updated", "updated"],
  ["forgotten", "forgotten"],
  ["duplicate", "here already"],
  ["skipped", "skipped"],
  ["erased", "erased before"],
];

/** Returns the lines that people see of an import. */
export function showImport(
  report: ImportReport,
  options: { readonly style: Style; readonly isDryRun: boolean },
): readonly string[] {
  const { style, isDryRun } = options;
  const { files, failed } = report;
  const read = files.filter(({ ignored, error }) => ignored === undefined && error === undefined);
  const shownFiles = isDryRun ? files : files.filter(({ error }) => error !== undefined);
  const parts = [countsOf(report), `in ${counted(read.length, "file")}`];
  if (failed > 0) parts.push(style.bad(`${failed} failed`));
  const ignored = files.length - read.length - failed;
  if (ignored > 0) parts.push(style.faint(`${ignored} left out`));
  const dry = isDryRun ? "Nothing was written. " : "";
  return [...shownFiles.map((file) => showFile(file, options)), `${dry}${parts.join(", ")}`];
}

/** Returns the line that people see of a file. */
export function showFile(
  file: FileReport,
  { style, isDryRun }: { readonly style: Style; readonly isDryRun: boolean },
): string {
  const { error, ignored, format, found } = file;
  const name = style.strong(shown(file.file));
  if (error !== undefined) return `${name}  ${style.bad(shown(error.message))}`;
  if (ignored !== undefined) return `${name}  ${style.faint(`left out: ${ignored}`)}`;
  const isUnknown = isDryRun && file.stored + file.updated + file.duplicate + file.forgotten === 0;
  const counts = isUnknown ? `${found} found` : countsOf(file);
  return `${name}  ${format === undefined ? "" : `${style.faint(format)}  `}${counts}`;
}

function countsOf(counts: ImportCounts): string {
  const parts = WORDS.filter(([name]) => counts[name] > 0).map(
    ([name, words]) => `${counts[name]} ${words}`,
  );
  return parts.length === 0 ? "0 stored" : parts.join(", ");
}
