import type { ExportLine, Scope } from "@kioku/core";
import { checkObject, checkScope } from "@kioku/core/toolkit";

import { copyOf } from "./copy-of.js";
import { LineCounts } from "./line-counts.js";
import { markCause, unmarked } from "./trail-mark.js";
import type { Authorship } from "./trail-mark.js";

/** Types of lines that belong to a scope. */
const OWNED: ReadonlySet<string> = new Set(["record", "revisions", "tombstone"]);

type RevisionsLine = Extract<ExportLine, { readonly type: "revisions" }>;
type RecordLine = Extract<ExportLine, { readonly type: "record" }>;

/** How the lines of an import are taken. */
export interface MarkedImport {
  /** Who imports. */
  readonly author: Authorship;
  /** Throws if a scope of the lines is not granted, and counts what is written there. */
  readonly take: (scope: Scope) => void;
  /** Checked before each line. */
  readonly signal: AbortSignal;
}

/**
 * The lines of an export as a skill may import them: every version names the skill that imports as
 * its actor and has the trail in its cause; vectors and their spaces are left out, since they say
 * what a record means and would be taken for every scope of the store. The footer is checked
 * against the lines that came, and made anew.
 */
export function markedLines(
  lines: AsyncIterable<ExportLine> | Iterable<ExportLine>,
  options: MarkedImport,
): AsyncIterable<ExportLine> | Iterable<ExportLine> {
  if (!isIterable(lines)) return lines;
  const marker = new LineMarker(options);
  return Symbol.asyncIterator in lines ? markLater(lines, marker) : mark(lines, marker);
}

async function* markLater(
  lines: AsyncIterable<ExportLine>,
  marker: LineMarker,
): AsyncGenerator<ExportLine> {
  for await (const line of lines) yield* marker.take(line);
}

function* mark(lines: Iterable<ExportLine>, marker: LineMarker): Generator<ExportLine> {
  for (const line of lines) yield* marker.take(line);
}

class LineMarker {
  readonly #options: MarkedImport;
  readonly #came = new LineCounts();
  readonly #made = new LineCounts();

  constructor(options: MarkedImport) {
    this.#options = options;
  }

  /** What is made of a line: one or none. */
  take(given: ExportLine): readonly ExportLine[] {
    this.#options.signal.throwIfAborted();
    checkObject(given, "line");
    // A copy, so that what is checked is what is written.
    const line = JSON.parse(JSON.stringify(given)) as ExportLine;
    if (line.type === "footer") return [this.#footer(line)];
    this.#came.add(line);
    const made = this.#mark(line);
    if (made === undefined) return [];
    this.#made.add(made);
    return [made];
  }

  #mark(line: Exclude<ExportLine, { readonly type: "footer" }>): ExportLine | undefined {
    if (line.type === "space") return undefined;
    if (line.type === "header") return { ...line, parts: { ...line.parts, vectors: false } };
    // The import itself refuses lines that are none of an export.
    if (!OWNED.has(line.type)) return line;
    this.#options.take(checkScope(line.scope, "scope of a line"));
    if (line.type === "tombstone") return line;
    if (line.type === "revisions") return this.#markVersions(line);
    const { vectors, ...record } = line;
    void vectors;
    return this.#markVersions(record);
  }

  #markVersions(line: RevisionsLine | Omit<RecordLine, "vectors">): ExportLine {
    const given: unknown = line.revisions;
    // What is no list of versions is refused by the import itself.
    if (!Array.isArray(given)) return line;
    const revisions = (given as readonly RecordLine["revisions"][number][]).map((revision) =>
      this.#markRevision(revision),
    );
    return { ...line, revisions };
  }

  #markRevision(revision: RecordLine["revisions"][number]): RecordLine["revisions"][number] {
    const { author } = this.#options;
    const cause: unknown = copyOf(revision)?.cause;
    if (cause !== undefined && typeof cause !== "string") return revision;
    return { ...revision, actor: author.skill, cause: markCause(author, unmarked(cause)) };
  }

  #footer(given: Extract<ExportLine, { readonly type: "footer" }>): ExportLine {
    const came = this.#came.footer();
    const isWhole =
      given.sha256 === came.sha256 &&
      given.records === came.records &&
      given.tombstones === came.tombstones;
    // One that does not fit its lines is handed on as it is: it does not fit these either, and the
    // import says so.
    return isWhole ? this.#made.footer() : { ...given, sha256: "0".repeat(64) };
  }
}

/** What is no list of lines is refused by the import itself. */
function isIterable(value: unknown): boolean {
  if (typeof value !== "object" || value === null) return false;
  return Symbol.asyncIterator in value || Symbol.iterator in value;
}
