import { createMemory } from "@kioku/core";
import type { MemoryRecord, MemoryRoot } from "@kioku/core";
import { localEmbedder } from "@kioku/embed-local";
import { sqliteStore } from "@kioku/store-sqlite";

import { allPages } from "./all-pages.ts";
import type { DemoOptions } from "./arguments.ts";
import { askAll } from "./ask-all.ts";
import { deleteDatabase, fileBytes, makeOwnDirectory } from "./database-file.ts";
import { DemoError } from "./demo-error.ts";
import { rememberDocuments } from "./remember-documents.ts";
import type { DemoReport, RememberedReport } from "./report.ts";
import { readSources } from "./sources.ts";
import type { Source } from "./sources.ts";
import type { View } from "./view.ts";

/** Arguments of a run of the demo. */
export interface RunDemo {
  readonly options: DemoOptions;
  /** The repository. */
  readonly root: string;
  readonly view: View;
  readonly signal: AbortSignal;
}

/**
 * Remembers and asks, telling the view as it goes. Everything is read and checked before anything
 * is written.
 */
export async function runDemo({ options, root, view, signal }: RunDemo): Promise<DemoReport> {
  const startedAt = performance.now();
  const { sources, skipped } = await readSources(options, root);
  const { database } = options;
  if (sources.length === 0 && (await fileBytes(database)) === undefined) throw nothing(database);
  if (options.fresh) await deleteDatabase(database);
  await makeOwnDirectory(database, root);

  const embedder = localEmbedder();
  await using memory = createMemory({ store: sqliteStore({ path: database }), embedder });
  const known = (await allRecords(memory)).length;
  if (sources.length === 0 && known === 0) throw nothing(database);
  view.started({ database, records: known, remembers: sources.length > 0 });
  const remembered: RememberedReport[] = [];
  for (const source of sources) remembered.push(await remember(memory, source, { view, signal }));
  if (remembered.length > 0) view.remembered(remembered, skipped);

  const answers = await askAll({ memory, embedder, signal, view }, { options, sources });
  const scopes = await allPages((page) => memory.scopes(page));
  const records = (await allRecords(memory)).length;
  // Closing moves the write-ahead log into the file.
  await memory.close();
  const judged = answers.questions.filter((question) => question.rank !== undefined);
  const report = {
    remembered,
    skipped,
    ...answers,
    summary: {
      database,
      bytes: (await fileBytes(database)) ?? 0,
      records,
      scopes,
      asked: judged.length,
      found: judged.filter((question) => question.rank !== null).length,
      seconds: (performance.now() - startedAt) / 1_000,
    },
  };
  view.ended(report);
  return report;
}

function remember(
  memory: MemoryRoot,
  { scope, documents, isGone }: Source,
  { view, signal }: Pick<RunDemo, "view" | "signal">,
): Promise<RememberedReport> {
  return rememberDocuments({
    memory: memory.scope(scope),
    documents,
    isGone,
    signal,
    onProgress: (progress) => view.progress(progress),
  });
}

function nothing(database: string): DemoError {
  return new DemoError(
    "nothing-remembered",
    `${JSON.stringify(database)} holds no memories yet; run \`npm run demo\` first, or name files to remember: npm run demo -- notes.md --ask "…"`,
  );
}

function allRecords(memory: MemoryRoot): Promise<readonly MemoryRecord[]> {
  return allPages((page) => memory.list({ ...page, reach: "below" }));
}
