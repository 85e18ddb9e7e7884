import type { DemoReport, RememberedReport } from "../report.ts";
import { shortenPath } from "./shorten-path.ts";
import { count, plural } from "./terminal.ts";
import type { Terminal } from "./terminal.ts";
import { padEnd, padStart, truncate } from "./text-width.ts";

const SKIPPED_SHOWN = 5;

/** One line per scope: how much there is, and what this run changed. */
export function showRemembered(
  terminal: Terminal,
  reports: readonly RememberedReport[],
  skipped: DemoReport["skipped"],
): void {
  const { palette, width, cwd } = terminal;
  const rows = reports.map((report) => ({
    name: report.scope.join("/"),
    documents: plural(report.documents, "document"),
    memories: plural(report.created + report.changed + report.unchanged, "memory", "memories"),
    changes: describeChanges(report),
    queued: report.queued,
  }));
  const widths = (name: "name" | "documents" | "memories"): number =>
    Math.max(0, ...rows.map((row) => row[name].length));
  for (const row of rows) {
    const start = `  ${padEnd(row.name, widths("name"))}  ${padStart(row.documents, widths("documents"))}  ${padStart(row.memories, widths("memories"))}  `;
    terminal.write(`${start}${palette.good(row.changes)}`);
    if (row.queued > 0) {
      const what = `${count(row.queued)} of them by keyword only, because the embedder failed`;
      terminal.write(palette.bad(`  ${what}`));
    }
  }
  for (const { path, reason } of skipped.slice(0, SKIPPED_SHOWN)) {
    terminal.write(
      palette.quiet(truncate(`  skipped ${shortenPath(path, cwd)} (${reason})`, width)),
    );
  }
  const more = skipped.length - SKIPPED_SHOWN;
  if (more > 0)
    terminal.write(palette.quiet(`  skipped ${plural(more, "more file", "more files")}`));
  terminal.write();
}

function describeChanges({ created, changed, unchanged, forgotten }: RememberedReport): string {
  const changes = [
    ...(created > 0 ? [`${count(created)} new`] : []),
    ...(changed > 0 ? [`${count(changed)} changed`] : []),
    ...(forgotten > 0 ? [`${count(forgotten)} forgotten`] : []),
  ];
  if (changes.length === 0) return "already remembered, nothing new";
  return [...changes, ...(unchanged > 0 ? [`${count(unchanged)} already remembered`] : [])].join(
    ", ",
  );
}
