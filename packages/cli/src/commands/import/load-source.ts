import type { ExportLine } from "@kioku/core";
import { hashText } from "@kioku/core/toolkit";
import { type ForeignMemory, parseJsonLines } from "@kioku/formats";

import type { Format } from "../../table/move-commands.js";
import { detectFormat, isKiokuExport, readJson } from "./detect-format.js";
import { READERS } from "./foreign-readers.js";
import { dayOf, readFrontMatter } from "./front-matter.js";
import type { NamedPassages } from "./import-passages.js";
import { isMemoriesPage, readMemoriesPage } from "./memories-page.js";
import { contentOf, PASSAGE_KIND, type PassageFile } from "./passage.js";
import { readText, unfitFile } from "./read-text.js";
import { openSource, type Source } from "./source.js";
import { splitMarkdown } from "./split-markdown.js";
import { splitText } from "./split-text.js";

/** Options of reading sources. */
export interface LoadOptions {
  readonly signal: AbortSignal;
  /** The format that was named. */
  readonly format: Format | undefined;
  /** Ids of mem0 that become scopes. */
  readonly scopeBy: readonly string[];
}

/** Content of a source. */
export type Loaded =
  | { readonly type: "lines"; readonly format: "kioku"; readonly lines: AsyncIterable<ExportLine> }
  | { readonly type: "passages"; readonly format: Format; readonly file: NamedPassages }
  | {
      readonly type: "memories";
      readonly format: Format;
      readonly memories: Iterable<ForeignMemory> | AsyncIterable<ForeignMemory>;
    }
  | { readonly type: "ignored"; readonly ignored: string };

/** Reads a source; an export of Kioku as a stream. @throws `CliError` for one that does not fit. */
export async function loadSource(source: Source, options: LoadOptions): Promise<Loaded> {
  const opened = await openSource(source, options.signal);
  const isKioku = options.format === "kioku" || isKiokuExport(opened.head);
  if (isKioku && (options.format ?? "kioku") === "kioku") {
    return { type: "lines", format: "kioku", lines: parseJsonLines(opened.chunks) };
  }
  try {
    return readDocument(await readText(opened, source.name), source, options);
  } finally {
    await opened.close();
  }
}

function readDocument(text: string, source: Source, options: LoadOptions): Loaded {
  const found =
    options.format === undefined ? detectFormat(text, source) : { format: options.format };
  if ("ignored" in found) return { type: "ignored", ignored: found.ignored };
  const { format } = found;
  if (format === "markdown" || format === "text") return readPassages(text, format, source);
  if (format === "lines") return { type: "memories", format, memories: linesOf(text) };
  if (format === "kioku") throw unfitFile(`${source.name} is no export of Kioku`);
  const json = "json" in found ? found.json : readJson(text);
  if (json === undefined) throw unfitFile(`${source.name} is not JSON`);
  const memories = READERS[format]({ source, json, scopeBy: options.scopeBy });
  return { type: "memories", format, memories };
}

function readPassages(text: string, format: "markdown" | "text", source: Source): Loaded {
  if (format === "markdown" && isMemoriesPage(text)) {
    return { type: "memories", format, memories: readMemoriesPage(text) };
  }
  const { metadata, body } =
    format === "markdown" ? readFrontMatter(text) : { metadata: {}, body: text };
  const passages = format === "markdown" ? splitMarkdown(body) : splitText(body);
  const file = { passages, metadata, occurredAt: dayOf(metadata, source.file) };
  if (source.file === undefined) return { type: "memories", format, memories: unnamed(file) };
  return { type: "passages", format, file: { ...file, name: source.file, format } };
}

/** Yields passages of a stream, which no later import can update. */
function* unnamed({ passages, metadata, occurredAt }: PassageFile): Generator<ForeignMemory> {
  for (const passage of passages) {
    const content = contentOf(passage);
    const { headings } = passage;
    yield imported(content, {
      kind: PASSAGE_KIND,
      metadata: { ...metadata, ...(headings.length === 0 ? {} : { headings }) },
      ...(occurredAt === undefined ? {} : { occurredAt }),
    });
  }
}

function* linesOf(text: string): Generator<ForeignMemory> {
  for (const line of text.split("\n")) {
    if (line.trim() !== "") yield imported(line.trim(), {});
  }
}

function imported(content: string, rest: Partial<ForeignMemory["input"]>): ForeignMemory {
  const { kind = "note" } = rest;
  const idempotencyKey = `lines:${hashText(kind, content, String(rest.occurredAt?.getTime()))}`;
  return { scope: [], input: { content, origin: "import", ...rest, idempotencyKey } };
}
