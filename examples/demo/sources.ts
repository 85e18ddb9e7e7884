import { sep } from "node:path";

import type { DemoOptions } from "./arguments.ts";
import type { Document } from "./documents/document.ts";
import { readPaths } from "./documents/read-paths.ts";
import { demoConversation, repositoryDocuments } from "./documents/repository-documents.ts";
import type { DemoReport } from "./report.ts";

/** Documents to remember in one scope. */
export interface Source {
  readonly scope: "docs" | "conversation" | "own";
  readonly documents: readonly Document[];
  /** Returns true if a source that is not among the documents is gone. */
  readonly isGone: (source: string) => boolean;
}

/** All that this run remembers, read and checked before anything is written. */
export interface Sources {
  readonly sources: readonly Source[];
  readonly skipped: DemoReport["skipped"];
}

/**
 * The user's files if there are any; nothing for a mere question; otherwise what the demo brings
 * along.
 */
export async function readSources(options: DemoOptions, root: string): Promise<Sources> {
  const { paths, questions } = options;
  if (paths.length > 0) return ownSources(paths);
  if (questions.length > 0) return { sources: [], skipped: [] };
  const docs = await repositoryDocuments(root);
  const conversation = await demoConversation();
  return {
    sources: [
      { scope: "docs", documents: docs, isGone: () => true },
      { scope: "conversation", documents: [conversation], isGone: () => true },
    ],
    skipped: [],
  };
}

/** Keeps memories of other paths, and forgets those that are gone from these directories. */
async function ownSources(paths: readonly string[]): Promise<Sources> {
  const { documents, skipped, directories } = await readPaths(paths);
  const unusable = new Set(skipped.map(({ path }) => path));
  const roots = directories.map((directory) =>
    directory.endsWith(sep) ? directory : `${directory}${sep}`,
  );
  const isGone = (source: string): boolean =>
    !unusable.has(source) && roots.some((directory) => source.startsWith(directory));
  return { sources: [{ scope: "own", documents, isGone }], skipped };
}
