import type { ExportLine, ExportOptions, Scope } from "@kioku/core";
import { checkObject, checkScope, LineChecksum } from "@kioku/core/toolkit";

import { copyOf } from "./arguments.js";
import { markCause, unmarked, type Authorship } from "./cause-mark.js";
import type { Guard } from "./guard.js";

/** Yields the lines of an export whose scopes are granted, with a footer of their own. */
export async function* filteredExport(
  guard: Guard,
  options: ExportOptions,
): AsyncGenerator<ExportLine> {
  const { memory, state } = guard;
  const { signal, release } = guard.combine(options.signal);
  const counts = new LineCounts();
  const { onProgress } = options;
  // The progress must not count records of others.
  const counted = onProgress === undefined ? {} : { onProgress: () => onProgress(counts.records) };
  try {
    for await (const line of memory.export({ ...options, ...counted, signal })) {
      signal.throwIfAborted();
      if (line.type === "footer") {
        yield counts.footer();
        continue;
      }
      if ("scope" in line && !state.may("read", [...memory.scopePath, ...line.scope])) continue;
      counts.add(line);
      yield line;
    }
  } finally {
    release();
  }
}

/** Types of lines that belong to a scope. */
const OWNED: ReadonlySet<string> = new Set(["record", "revisions", "tombstone"]);

type RevisionsLine = Extract<ExportLine, { readonly type: "revisions" }>;
type RecordLine = Extract<ExportLine, { readonly type: "record" }>;

interface MarkedImport {
  readonly author: Authorship;
  /** Counts a record. Throws if its scope is not granted. */
  readonly take: (scope: Scope) => void;
  readonly signal: AbortSignal;
}

/**
 * Prepares the lines of an export for an import by a skill: every version gets the skill as its
 * actor and its cause path. Vectors, which hold for every scope of the store, are left out.
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

  take(given: ExportLine): readonly ExportLine[] {
    this.#options.signal.throwIfAborted();
    checkObject(given, "line");
    // A copy, so that the checked values are the written ones.
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
    // The import itself refuses unknown lines.
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
    // The import itself refuses anything but a list of versions.
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
    // A footer that does not fit makes the import fail, as it should.
    return isWhole ? this.#made.footer() : { ...given, sha256: "0".repeat(64) };
  }
}

function isIterable(value: unknown): boolean {
  if (typeof value !== "object" || value === null) return false;
  return Symbol.asyncIterator in value || Symbol.iterator in value;
}

/** Counts and checksum of the lines of an export, as in its footer. */
class LineCounts {
  readonly #checksum = new LineChecksum();
  #records = 0;
  #tombstones = 0;

  get records(): number {
    return this.#records;
  }

  add(line: ExportLine): void {
    this.#checksum.add(line);
    if (line.type === "record") this.#records += 1;
    if (line.type === "tombstone") this.#tombstones += 1;
  }

  /** Returns the footer of the lines. No line can be added afterwards. */
  footer(): Extract<ExportLine, { readonly type: "footer" }> {
    return {
      type: "footer",
      records: this.#records,
      tombstones: this.#tombstones,
      sha256: this.#checksum.digest(),
    };
  }
}
