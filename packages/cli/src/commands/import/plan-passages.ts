import type { JsonObject, RememberInput } from "@kioku/core";
import { canonicalJson, hashText } from "@kioku/core/toolkit";

import { contentOf, PASSAGE_KIND, type Passage, type PassageFile } from "./passage.js";
import type { StoredPassage } from "./stored-passages.js";

/** Writes that bring a file up to date. */
export interface PassagePlan {
  /** Passages to write, new ones first. */
  readonly inputs: readonly RememberInput[];
  /** Number of new ones among them. */
  readonly stored: number;
  /** Number of passages that get another text, metadata or trust. */
  readonly updated: number;
  /** Number of passages that stay as they are. */
  readonly duplicate: number;
  /** Ids of stored passages that get another trust. */
  readonly distrusted: readonly string[];
  /** Ids of stored passages that are no longer in the file. */
  readonly vanished: readonly string[];
}

/** A passage of a file, and the stored one that it is. */
interface Pair {
  readonly passage: Passage;
  readonly before: StoredPassage | undefined;
}

/**
 * Compares a file with what is stored of it. A passage is found again by its headings and text,
 * else by its text, else it is the next changed one under the same headings: so each keeps its id
 * when others come, go or change. Running a plan in part, and a new one afterwards, ends the same.
 */
export function planPassages(
  file: PassageFile & { readonly name: string },
  stored: readonly StoredPassage[],
  trust: number | undefined,
): PassagePlan {
  const left = new Set(stored);
  const pairs = pairUp(file.passages, left);
  const keys = new Set(stored.map(({ key }) => key));
  // A file that was not trusted stays so until the caller says otherwise.
  const kept =
    stored.length === 0 ? undefined : stored.reduce((least, one) => Math.min(least, one.trust), 1);
  const fresh: RememberInput[] = [];
  const changed: RememberInput[] = [];
  const distrusted: string[] = [];
  let duplicate = 0;
  for (const { passage, before } of pairs) {
    const key = before?.key ?? freeKey(file.name, passage, keys);
    keys.add(key);
    const input = toInput(file, passage, { key, trust: trust ?? before?.trust ?? kept ?? 1 });
    const isOther = before !== undefined && input.trust !== before.trust;
    if (isOther) distrusted.push(before.id);
    if (before === undefined) fresh.push(input);
    else if (isChanged(input, before)) changed.push(input);
    else if (!isOther) duplicate += 1;
  }
  return {
    inputs: [...fresh, ...changed],
    stored: fresh.length,
    updated: pairs.length - fresh.length - duplicate,
    duplicate,
    distrusted,
    vanished: [...left].map(({ id }) => id),
  };
}

/** Finds the stored passage of each passage, and takes it out of those that are left. */
function pairUp(passages: readonly Passage[], left: Set<StoredPassage>): readonly Pair[] {
  const found = new Map<Passage, StoredPassage>();
  for (const nameOf of [contentOf, ({ text }: Passage) => text, underHeadings]) {
    // Each list is taken from its end, which is quick however long it is.
    const byName = Map.groupBy([...left].toReversed(), (one) => nameOf(one));
    for (const passage of passages) {
      const before = found.has(passage) ? undefined : byName.get(nameOf(passage))?.pop();
      if (before === undefined) continue;
      found.set(passage, before);
      left.delete(before);
    }
  }
  return passages.map((passage) => ({ passage, before: found.get(passage) }));
}

function underHeadings({ headings }: Passage): string {
  return JSON.stringify(headings);
}

function freeKey(file: string, passage: Passage, taken: ReadonlySet<string>): string {
  const base = `file:${hashText(file).slice(0, 24)}:${hashText(contentOf(passage)).slice(0, 24)}`;
  let key = base;
  for (let copy = 2; taken.has(key); copy += 1) key = `${base}:${copy}`;
  return key;
}

function toInput(
  { name, metadata, occurredAt }: PassageFile & { readonly name: string },
  passage: Passage,
  { key, trust }: { readonly key: string; readonly trust: number },
): RememberInput {
  return {
    content: contentOf(passage),
    key,
    kind: PASSAGE_KIND,
    origin: "import",
    trust,
    metadata: passageMetadata(metadata, name, passage),
    ...(occurredAt === undefined ? {} : { occurredAt }),
  };
}

/** Returns the metadata of a passage: the front matter, its file, and the headings above it. */
function passageMetadata(front: JsonObject, file: string, { headings }: Passage): JsonObject {
  const { headings: _, ...rest } = front;
  return { ...rest, file, ...(headings.length === 0 ? {} : { headings }) };
}

function isChanged(input: RememberInput, before: StoredPassage): boolean {
  const { content, metadata = {}, occurredAt } = input;
  if (content !== contentOf(before) || occurredAt?.getTime() !== before.occurredAt?.getTime()) {
    return true;
  }
  return canonicalJson(metadata) !== canonicalJson(before.metadata);
}
