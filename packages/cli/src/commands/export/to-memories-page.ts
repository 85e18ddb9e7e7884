import type { MemoryRecord } from "@kioku/core";
import { scopeToPath } from "@kioku/core/toolkit";

import { PAGE_OPENS } from "../import/memories-page.js";

/**
 * Yields records as a page of Markdown, by scope and day, which `import` reads again. Those of one
 * scope follow each other, and are held until all of them are there.
 */
export async function* toMemoriesPage(
  records: AsyncIterable<MemoryRecord>,
  now: Date,
): AsyncGenerator<string> {
  yield `${PAGE_OPENS}\n# Memories\n`;
  let scope: MemoryRecord[] = [];
  for await (const record of records) {
    const { validTo, archivedAt } = record;
    if (archivedAt !== undefined || (validTo !== undefined && validTo <= now)) continue;
    const before = scope[0];
    if (before !== undefined && scopeToPath(before.scope) !== scopeToPath(record.scope)) {
      yield* toChapter(scope);
      scope = [];
    }
    scope.push(record);
  }
  yield* toChapter(scope);
}

function* toChapter(records: readonly MemoryRecord[]): Generator<string> {
  const path = scopeToPath(records[0]?.scope ?? []);
  if (path !== "") yield `\n## \`${path}\`\n`;
  let day = "";
  const inOrder = records.toSorted((a, b) => timeOf(a).getTime() - timeOf(b).getTime());
  for (const record of inOrder) {
    const [date = "", time = ""] = timeOf(record).toISOString().split("T");
    if (date !== day) yield `\n### ${date}\n\n`;
    day = date;
    yield toItem(record, time.slice(0, 5));
  }
}

function toItem({ kind, speaker, content }: MemoryRecord, time: string): string {
  const said = speaker === undefined ? "" : ` (${plain(speaker)})`;
  const sort = kind === "note" && said === "" ? "" : ` ${plain(kind)}`;
  // Whatever a text looks like, its lines are those of an item.
  const text = content.replaceAll(/\r\n?/gu, "\n").replaceAll(/\n(?!\n|$)/gu, "\n  ");
  return `- **${time}${sort}${said}** ${text}\n`;
}

function plain(name: string): string {
  return name.replaceAll(/[*()\r\n]/gu, "_");
}

function timeOf({ occurredAt, createdAt }: MemoryRecord): Date {
  return occurredAt ?? createdAt;
}
