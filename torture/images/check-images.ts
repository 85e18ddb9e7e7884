import { readdirSync, readFileSync, statSync } from "node:fs";
import { basename, dirname, join } from "node:path";

import type { Memory, MemoryRecord } from "@kioku/core";

import { PERSONS, plannedImage, SECRET, type PlannedImage } from "./image-plan.ts";
import { captionOf, type SharedFiles, type WatchedMemory } from "./watched-memory.ts";

/** Defects by the promise that they break, in words. */
interface ImageVerdict {
  /** Images without a record, a caption or their file. */
  readonly lost: readonly string[];
  /** Images that are there twice, or were captioned twice, or are there although forgotten. */
  readonly doubled: readonly string[];
  /** Images whose order is not that of time, or that have the caption of another one. */
  readonly disordered: readonly string[];
  /** Files that no record refers to. */
  readonly orphans: readonly string[];
}

/** Checks that every image of a plan is there as it should be, when nothing waits any more. */
export async function checkImages(
  { memory }: WatchedMemory,
  { count, folder }: Pick<SharedFiles, "folder"> & { readonly count: number },
): Promise<ImageVerdict> {
  const planned = Array.from({ length: count }, (_, number) => plannedImage(number));
  const verdict = { lost: [], doubled: [], disordered: [], orphans: [] } as {
    readonly [Name in keyof ImageVerdict]: string[];
  };
  for (const person of PERSONS) {
    const images = memory.images.scope(person);
    const records = await recordsOf(memory.scope(person));
    const kept = planned.filter((image) => image.person === person && !image.isForgotten);
    const byFile = Map.groupBy(records, ({ metadata }) => metadata["sha256"]);
    for (const one of kept) {
      const [record, ...more] = byFile.get(one.sha256) ?? [];
      if (!record || record.metadata["state"] !== "captioned") verdict.lost.push(nameOf(one));
      if (more.length > 0) verdict.doubled.push(nameOf(one));
      if (!record) continue;
      if (record.content !== captionOf(one.shows)) {
        verdict.disordered.push(`${nameOf(one)} has the caption "${record.content}"`);
      }
      const bytes = await images.bytes(record.id);
      if (!bytes || Buffer.compare(bytes, one.data) !== 0) {
        verdict.lost.push(`file of ${nameOf(one)}`);
      }
      const history = await memory.scope(person).history(record.id);
      const captions = history.filter(
        ({ record: version }) => version?.metadata["state"] === "captioned",
      );
      if (captions.length > 1) verdict.doubled.push(`captions of ${nameOf(one)}`);
    }
    if (records.length > kept.length) {
      verdict.doubled.push(`${records.length - kept.length} images of ${person} too many`);
    }
    const found = [];
    for (let from = 0; from < count; from += 500) {
      const [first, last] = [plannedImage(from), plannedImage(from + 500)];
      const range = { from: first.at, to: last.at, limit: 1_000 };
      found.push(...(await images.find(range)).toReversed());
    }
    const times = found.map(({ at }) => at.getTime());
    if (times.join() !== kept.map(({ at }) => at.getTime()).join()) {
      verdict.disordered.push(`images of ${person} are not found in the order of time`);
    }
  }
  const names = new Set(planned.flatMap(({ isForgotten, sha256 }) => (isForgotten ? [] : sha256)));
  const files = filesBelow(folder).map((file) => basename(file));
  verdict.orphans.push(...files.filter((name) => !names.has(name)));
  return verdict;
}

/** Returns what is left of a person who was erased, and what is missing of the other one. */
export function leftOfPerson(
  { path, folder }: SharedFiles,
  count: number,
): { readonly leaked: readonly string[]; readonly missing: readonly string[] } {
  const planned = Array.from({ length: count }, (_, number) => plannedImage(number));
  const kept = planned.filter((one) => one.person !== "ana" && !one.isForgotten);
  const names = new Set(kept.map(({ sha256 }) => sha256));
  const hers = new Set(planned.flatMap(({ sha256 }) => (names.has(sha256) ? [] : sha256)));
  const leaked: string[] = [];
  const beside = readdirSync(dirname(path)).map((name) => join(dirname(path), name));
  const databases = beside.filter((file) => file.startsWith(path) && statSync(file).isFile());
  for (const file of [...databases, ...filesBelow(folder)]) {
    const text = readFileSync(file, "latin1");
    if (text.includes(SECRET)) leaked.push(`text in ${file}`);
    const hashes = (text.match(/[0-9a-f]{64}/gu) ?? []).filter((found) => hers.has(found));
    if (hashes.length > 0) leaked.push(`${hashes.length} hashes in ${file}`);
  }
  const there = new Set(filesBelow(folder).map((file) => basename(file)));
  leaked.push(...[...hers].filter((name) => there.has(name)).map((name) => `file ${name}`));
  return { leaked, missing: [...names].filter((name) => !there.has(name)) };
}

function nameOf({ person, at }: PlannedImage): string {
  return `image of ${person} at ${at.toISOString()}`;
}

function filesBelow(folder: string): readonly string[] {
  const paths = readdirSync(folder, { recursive: true, encoding: "utf8" });
  return paths.map((path) => join(folder, path)).filter((file) => statSync(file).isFile());
}

async function recordsOf(memory: Pick<Memory, "list">): Promise<readonly MemoryRecord[]> {
  const records: MemoryRecord[] = [];
  let cursor: string | undefined;
  do {
    const page = await memory.list({ kinds: ["image"], limit: 1_000, cursor });
    records.push(...page.items);
    ({ cursor } = page);
  } while (cursor !== undefined);
  return records;
}
