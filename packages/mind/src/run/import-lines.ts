import type {
  CallOptions,
  ExportLine,
  ImportOptions,
  ImportReport,
  JsonValue,
  RememberInput,
} from "@kioku/core";

import { KINDS } from "../model/kinds.js";
import type { MindHost } from "../model/mind-host.js";
import { retryConflicts } from "../records/conflicts.js";
import { objectOf, textsOf } from "../records/json.js";
import { progressToInput, readProgress, type Watermark } from "./progress.js";
import { WINDOW_MS } from "./read-waiting.js";
import { SubjectFacts } from "./subject-facts.js";

/** Turns and facts that were imported into one scope. */
interface Imported {
  readonly scope: readonly string[];
  /** When the oldest turn was written, in milliseconds. */
  readonly oldest: number;
  readonly hasFacts: boolean;
}

type Lines = AsyncIterable<ExportLine> | Iterable<ExportLine>;

/**
 * Imports, then moves the watermarks back to the oldest turn, so that no turn is left out because
 * it was written before others that runs have looked at.
 */
export async function importLines(
  host: MindHost,
  lines: Lines,
  options: ImportOptions = {},
): Promise<ImportReport> {
  const found = new Map<string, Imported>();
  const before = await readProgress(host.memory, {});
  try {
    return await host.memory.import(isIterable(lines) ? watch(host, lines, found) : lines, options);
  } finally {
    // Also what came before an error stays.
    for (const one of found.values()) await settle(host, one, before);
  }
}

function isIterable(lines: unknown): boolean {
  const isObject = typeof lines === "object" && lines !== null;
  return isObject && (Symbol.asyncIterator in lines || Symbol.iterator in lines);
}

async function* watch(
  { kinds }: MindHost,
  lines: Lines,
  found: Map<string, Imported>,
): AsyncGenerator<ExportLine> {
  for await (const line of lines) {
    note(found, objectOf(line as unknown as JsonValue), kinds);
    yield line;
  }
}

function note(
  found: Map<string, Imported>,
  { type, scope, revisions }: ReturnType<typeof objectOf>,
  kinds: readonly string[],
): void {
  if (type !== "record" || !Array.isArray(revisions)) return;
  const last = (revisions as readonly JsonValue[]).at(-1);
  const { kind, createdAt } = objectOf(objectOf(last)["record"]);
  const isFact = kind === KINDS.fact;
  const isTurn = typeof kind === "string" && kinds.includes(kind);
  if (!isFact && !isTurn) return;
  const path = textsOf(scope);
  const before = found.get(JSON.stringify(path));
  const at = isTurn && typeof createdAt === "string" ? Date.parse(createdAt) : Infinity;
  found.set(JSON.stringify(path), {
    scope: path,
    oldest: Math.min(before?.oldest ?? Infinity, Number.isNaN(at) ? Infinity : at),
    hasFacts: isFact || before?.hasFacts === true,
  });
}

async function settle(host: MindHost, imported: Imported, before: Watermark): Promise<void> {
  const { scope, oldest, hasFacts } = imported;
  const [first, ...rest] = scope;
  const at = first === undefined ? host : host.at(host.memory.scope(first, ...rest));
  await retryConflicts(async () => {
    const inputs = [
      ...(await movedBack(at, { oldest, before: first === undefined ? before : undefined })),
      ...(hasFacts ? await subjectInputs(at, {}) : []),
    ];
    if (inputs.length > 0) await at.memory.rememberAll(inputs);
  });
}

/** Makes the input that moves a watermark back, if a turn or the watermark before is older. */
async function movedBack(
  { memory }: MindHost,
  { oldest, before }: { readonly oldest: number; readonly before: Watermark | undefined },
): Promise<readonly RememberInput[]> {
  const progress = await readProgress(memory, {});
  const { after, until = 0 } = progress;
  // The import may have brought the watermark of another memory along.
  const own = before && before.after?.id !== after?.id ? (before.after?.at ?? 0) : Infinity;
  const start = Math.min(oldest - 1, own);
  if (!after || start >= after.at) return [];
  const moved = { after: { at: start, id: "" }, seen: [] };
  return [progressToInput({ ...progress, ...moved, until: Math.max(until, after.at + WINDOW_MS) })];
}

async function subjectInputs(
  { memory }: MindHost,
  options: CallOptions,
): Promise<readonly RememberInput[]> {
  const facts = await SubjectFacts.readAnew(memory, options);
  return facts.toInputs().map((input) => ({ ...input, ifVersion: undefined }));
}
