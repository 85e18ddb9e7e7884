import { hashText, pathToScope } from "@kioku/core/toolkit";
import type { ForeignMemory } from "@kioku/formats";

/** Front matter of a page that `kioku export --format markdown` wrote. */
export const PAGE_OPENS = "---\nkioku: memories\n---\n";

const SCOPE = /^## `(?<path>.*)`$/u;
const DAY = /^### (?<day>\d{4}-\d\d-\d\d)$/u;
const ITEM =
  /^- \*\*(?<time>\d\d:\d\d)(?: (?<kind>[^*(]{1,512}?))?(?: \((?<speaker>[^*)]{1,512})\))?\*\* (?<text>.*)$/u;

/** Tests if Markdown is an export of memories, and no page that somebody wrote. */
export function isMemoriesPage(markdown: string): boolean {
  return markdown.startsWith(PAGE_OPENS);
}

interface Item {
  readonly scope: readonly string[];
  readonly day: string;
  readonly time: string;
  readonly kind: string | undefined;
  readonly speaker: string | undefined;
  readonly lines: string[];
}

/** Reads the memories of such a page: their text, kind, speaker and time. */
export function* readMemoriesPage(markdown: string): Generator<ForeignMemory> {
  let scope: readonly string[] = [];
  let day = "";
  let item: Item | undefined;
  for (const line of markdown.slice(PAGE_OPENS.length).split("\n")) {
    const { path, day: newDay } = { ...SCOPE.exec(line)?.groups, ...DAY.exec(line)?.groups };
    const { time, kind, speaker, text } = ITEM.exec(line)?.groups ?? {};
    if (path !== undefined || newDay !== undefined || time !== undefined) {
      if (item !== undefined) yield toMemory(item);
      item = undefined;
    }
    if (path !== undefined) scope = pathToScope(path === "/" ? "" : path);
    else if (newDay !== undefined) day = newDay;
    else if (time !== undefined) item = { scope, day, time, kind, speaker, lines: [text ?? ""] };
    // Lines that go on are indented, so that nothing in a text looks like a heading.
    else item?.lines.push(line.startsWith("  ") ? line.slice(2) : line);
  }
  if (item !== undefined) yield toMemory(item);
}

function toMemory({ scope, day, time, kind = "note", speaker, lines }: Item): ForeignMemory {
  const content = lines.join("\n").trimEnd();
  const occurredAt = new Date(`${day}T${time}Z`);
  return {
    scope,
    input: {
      content,
      kind,
      origin: "import",
      ...(speaker === undefined ? {} : { speaker }),
      ...(Number.isNaN(occurredAt.getTime()) ? {} : { occurredAt }),
      dedupe: "off",
      idempotencyKey: `page:${hashText(kind, speaker ?? "", day, time, content)}`,
    },
  };
}
