import type { CallOptions, Memory, MemoryRecord } from "@kioku/core";
import { checkCallOptions, checkText, layersOf, MAX_NAME_LENGTH } from "@kioku/core/toolkit";

import type { PastChange, PlannedChange, Refusal, RunDetails } from "../api/runs.js";
import { proveRecalled } from "../documents/prove-recalled.js";
import { KINDS } from "../model/kinds.js";
import { recordToEpisode } from "../records/episode-record.js";
import { recordToFact } from "../records/fact-record.js";
import { objectOf, textOf, textsOf } from "../records/json.js";
import { readByIds, readByKeys } from "../records/read-records.js";
import { readVersion, readWritten, standingVersion, type Written } from "./undo.js";

const MOST_CHANGES = 500;
const MOST_REFUSED = 50;

/** A change, with the version that it wrote. */
interface WrittenVersion {
  readonly version: MemoryRecord;
  readonly canUndo: boolean;
}

/** Returns what a run of a scope did; nothing of one that is unknown. */
export async function readRun(
  memory: Memory,
  run: string,
  options: CallOptions = {},
): Promise<RunDetails> {
  checkText(run, "run", MAX_NAME_LENGTH);
  checkCallOptions(options);
  const [own] = layersOf(memory);
  const written = (await readWritten(own, run, options)).flat();
  const keys = written.map(({ key }) => key);
  const records = await readByKeys(own, keys, options);
  const undone = planUndone(written, records);
  const versions: WrittenVersion[] = [];
  for (const [index, { key, before }] of written.slice(0, MOST_CHANGES).entries()) {
    const record = records.get(key);
    const version = record && (await versionOf(own, { record, before }, options));
    if (version) versions.push({ version, canUndo: undone.has(index) });
  }
  const changes = await toChanges(own, versions, options);
  return { changes, undoable: undone.size, refused: await readRefused(own, run, options) };
}

/** Returns the places of the changes that undoing takes back: the last one of a record first. */
function planUndone(
  written: readonly Written[],
  records: ReadonlyMap<string, MemoryRecord>,
): ReadonlySet<number> {
  const standing = new Map([...records].map(([key, one]) => [key, standingVersion(one)]));
  const undone = new Set<number>();
  for (const [index, { key, before }] of [...written.entries()].toReversed()) {
    if (standing.get(key) !== before + 1) continue;
    standing.set(key, before);
    undone.add(index);
  }
  return undone;
}

/** Returns the version that a change wrote. */
async function versionOf(
  memory: Memory,
  { record, before }: { readonly record: MemoryRecord; readonly before: number },
  options: CallOptions,
): Promise<MemoryRecord | undefined> {
  if (record.version === before + 1) return record;
  return readVersion(memory, { record, before: before + 1 }, options);
}

/** Tells what versions mean, without what their turns do not say any more. */
async function toChanges(
  memory: Memory,
  versions: readonly WrittenVersion[],
  options: CallOptions,
): Promise<readonly PastChange[]> {
  const ids = versions.flatMap(({ version }) => replacedBy(version));
  const replaced = await readByIds(memory, ids, options);
  const all = [...versions.map(({ version }) => version), ...replaced.values()];
  const proven = new Map<string, MemoryRecord>();
  for (const record of await proveRecalled(memory, all, options))
    proven.set(nameOf(record), record);
  const textsOfIds = (given: readonly string[]): readonly string[] =>
    given.flatMap((id) => {
      const record = replaced.get(id);
      return record && proven.has(nameOf(record)) ? [record.content] : [];
    });
  // Facts that were replaced are told with what stands in their place.
  const told = new Set(ids);
  return versions.flatMap(({ version, canUndo }): readonly PastChange[] => {
    const isProven = proven.has(nameOf(version));
    const change = isProven && toChange(version, told);
    if (!change) return [];
    const [replaces, { id }] = [textsOfIds(replacedBy(version)), version];
    return [
      { ...change, replaces: change.change === "retract" ? [change.text] : replaces, id, canUndo },
    ];
  });
}

function toChange(
  record: MemoryRecord,
  replaced: ReadonlySet<string>,
): Omit<PlannedChange, "replaces"> | undefined {
  const { sources } = record;
  const episode = recordToEpisode(record);
  if (episode) {
    const by = episode.summary.find((one) => one.by !== "rule")?.by ?? "rule";
    return { change: "episode", text: episode.title, sources, by };
  }
  const fact = recordToFact(record);
  if (!fact) return undefined;
  const { text, subject, by, version } = fact;
  const { ended } = objectOf(record.metadata["mind"]);
  if (ended === "superseded" && replaced.has(record.id)) return undefined;
  const isNew = version === 1 || replacedBy(record).length > 0;
  const added = replacedBy(record).length > 0 ? "supersede" : "add";
  const held = isNew ? added : "reinforce";
  return { change: ended === undefined ? held : "retract", text, subject, sources, by };
}

/** Names a version. */
function nameOf({ id, version }: MemoryRecord): string {
  return `${id} ${version}`;
}

/** Returns the ids of the facts that a version replaced. */
function replacedBy({ metadata }: MemoryRecord): readonly string[] {
  return textsOf(objectOf(metadata["mind"])["replaces"]);
}

async function readRefused(
  memory: Memory,
  run: string,
  options: CallOptions,
): Promise<readonly Refusal[]> {
  const query = { kinds: [KINDS.refusal], filter: { "mind.run": run }, limit: MOST_REFUSED };
  const { items } = await memory.list(query, options);
  return items.map(({ content, sources, metadata }) => {
    const { op, reason, by } = objectOf(metadata["mind"]);
    const [sort, text] = [textOf(op, "add"), sources.length === 0 ? "" : content];
    return {
      op: sort,
      text,
      reason: textOf(reason, "malformed") as Refusal["reason"],
      sources,
      by: textOf(by, "rule"),
    };
  });
}
