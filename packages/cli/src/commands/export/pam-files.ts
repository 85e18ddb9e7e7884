import type { ExportLine, Scope } from "@kioku/core";
import { scopeToPath } from "@kioku/core/toolkit";
import { toPam } from "@kioku/formats";

import { usageError } from "../../command/cli-error.js";

/** Files of a document of Portable AI Memory, the document first. */
export interface PamFiles {
  readonly files: readonly (readonly [name: string, text: string])[];
  /** Memories and conversations. */
  readonly records: number;
}

/** Makes the files of a document of Portable AI Memory. */
export async function pamFiles(lines: AsyncIterable<ExportLine>, scope: Scope): Promise<PamFiles> {
  const ownerId = scopeToPath(scope).slice(1) || "user";
  const { memoryStore, conversations, embeddings } = await toPam(lines, { ownerId });
  const parts: (readonly [string, unknown])[] = [
    ["memory-store.json", memoryStore],
    ...conversations.map(({ file, conversation }) => [file, conversation] as const),
    ...(embeddings === undefined ? [] : [["embeddings.json", embeddings] as const]),
  ];
  const files = parts.map(
    ([name, value]) => [name, `${JSON.stringify(value, null, 2)}\n`] as const,
  );
  return { files, records: memoryStore.memories.length + conversations.length };
}

/** Returns the only file of a document. @throws `CliError` if it has more. */
export function onlyFile({ files }: PamFiles): string {
  const [first, ...others] = files;
  if (first !== undefined && others.length === 0) return first[1];
  throw usageError(
    `the document has ${files.length} files`,
    "name a folder to write: --output FOLDER",
  );
}
