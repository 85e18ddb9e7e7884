import { equal, fail, ok } from "node:assert/strict";

import { MemoryError, type MemoryRecord, type Receipt, type RememberInput } from "@kioku/core";

import { isVectorOf } from "../support/faulty-embedder.js";
import { says, type Acknowledged, type FaultWorld, type KnownRecord } from "./fault-world.js";

const TEXTS = [
  "kelp",
  "amber",
  "violin",
  "glacier",
  "saffron",
  "heron",
  "quartz",
  "lantern",
] as const;
const WEB = { origin: "web" } as const;

/** Remembers one thing or several, and checks every receipt. */
export async function rememberStep(world: FaultWorld): Promise<void> {
  const scope = world.pick(["ann", "bo"]);
  const count = world.chance(0.5) ? 1 : 2 + world.number(6);
  const inputs = Array.from({ length: count }, () => randomInput(world));
  const receipts = await world.view(scope).rememberAll(inputs);
  equal(receipts.length, inputs.length);
  takeReceipts(world, world.known(scope), { inputs, receipts });
  await checkFound(world, scope, receipts);
}

/** Writes an entry, and checks that what is not trusted takes no place of what is. */
export async function setStep(world: FaultWorld): Promise<void> {
  const scope = world.pick(["ann", "bo"]);
  const key = world.pick(["theme", "home"]);
  const isTrusted = !world.chance(0.2);
  const known = world.known(scope);
  const existing = known.byKey(key);
  const value = world.pick(TEXTS);
  const view = world.view(scope);
  if (existing?.trusted && !isTrusted) {
    const error = await view.set(key, value, WEB).catch((caught: unknown) => caught);
    ok(MemoryError.is(error, "untrusted"), "what is not trusted took the place of what is");
    world.counts.rejected += 1;
    return;
  }
  const record = await view.set(key, value, isTrusted ? {} : WEB);
  takeWritten(known, record, { content: record.content, key });
  equal(record.content, `${key}: ${value}`);
  await checkKeyword(world, scope, record);
}

/** Changes a record. */
export async function updateStep(world: FaultWorld): Promise<void> {
  const scope = world.pick(["ann", "bo"]);
  const known = anyKnown(world, world.known(scope));
  if (known) await update(world, scope, known);
}

/** Changes a record while the background makes the vector of what it said before. */
export async function overtakeStep(world: FaultWorld): Promise<void> {
  const content = `${world.pick(TEXTS)} at first`;
  const inputs = [{ content, dedupe: "off" as const }];
  world.setFaultiness(1);
  const receipts = await world.view("ann").rememberAll(inputs);
  const known = world.known("ann");
  takeReceipts(world, known, { inputs, receipts });
  world.setFaultiness(0);
  const [written] = [...known.records.values()].slice(-1);
  world.timers.runNext();
  if (written) await update(world, "ann", written);
}

async function update(world: FaultWorld, scope: string, known: KnownRecord): Promise<void> {
  const content = world.chance(0.7) ? `${world.pick(TEXTS)} again` : undefined;
  const patch = content === undefined ? { metadata: { seen: true } } : { content };
  const record = await world.view(scope).update(known.id, patch);
  known.content = content ?? known.content;
  known.version += 1;
  equal(record.content, known.content);
  if (known.searchable) await checkKeyword(world, scope, record);
}

/** Forgets a record. */
export async function forgetStep(world: FaultWorld): Promise<void> {
  const scope = world.pick(["ann", "bo"]);
  const known = anyKnown(world, world.known(scope));
  if (!known) return;
  equal(await world.view(scope).forget(known.id), 1);
  world.known(scope).records.delete(known.id);
}

function anyKnown(world: FaultWorld, { records }: Acknowledged): KnownRecord | undefined {
  return [...records.values()][world.number(records.size)];
}

function randomInput(world: FaultWorld): RememberInput {
  const input: RememberInput = {
    content: world.pick(TEXTS),
    ...(world.chance(0.2) ? { key: world.pick(["first", "second"]) } : {}),
    ...(world.chance(0.1) ? { index: false } : {}),
    ...(world.chance(0.15) ? WEB : {}),
    ...(world.chance(0.1) ? { dedupe: "off" as const } : {}),
  };
  if (!world.chance(0.3)) return input;
  // One key for all that says the same; for something else it would be a conflict.
  const { content, key = "", origin = "user" } = input;
  return { ...input, idempotencyKey: `${content} ${key} ${origin}` };
}

/** Checks every receipt against what was acknowledged before, and takes what it acknowledges. */
function takeReceipts(
  { counts }: FaultWorld,
  known: Acknowledged,
  batch: { readonly inputs: readonly RememberInput[]; readonly receipts: readonly Receipt[] },
): void {
  const written = new Set<string>();
  const touched = new Set<string>();
  /** A key that comes twice in a batch makes the second a replay, whatever the first came to. */
  const keys = new Map<string, KnownRecord>();
  const repeated: { readonly same: KnownRecord; readonly receipt: Receipt }[] = [];
  for (const [index, input] of batch.inputs.entries()) {
    const receipt = batch.receipts[index] ?? fail("a receipt is missing");
    const { key, idempotencyKey } = input;
    const replayed =
      idempotencyKey === undefined
        ? undefined
        : (keys.get(idempotencyKey) ?? known.byIdempotencyKey(idempotencyKey));
    const dedupes = key === undefined && input.dedupe !== "off";
    const same = replayed ?? (dedupes ? named(known, receipt, input) : undefined);
    const existing = key === undefined ? undefined : known.byKey(key);
    if (same) {
      repeated.push({ same, receipt });
      if (idempotencyKey === undefined && !written.has(same.id)) touched.add(same.id);
    } else if (existing?.trusted && input.origin === "web") {
      equal(receipt.status, "rejected", "what is not trusted took the place of what is");
      counts.rejected += 1;
    } else {
      ok(receipt.status === "stored" || receipt.status === "queued", "new text was not written");
      counts[receipt.status] += 1;
      takeWritten(known, receipt.record, input);
      written.add(receipt.record.id);
    }
    const record = receipt.status === "rejected" ? undefined : known.records.get(receipt.record.id);
    if (idempotencyKey !== undefined && record) keys.set(idempotencyKey, record);
  }
  for (const id of touched) {
    const record = known.records.get(id);
    if (record) record.uses += 1;
  }
  counts.duplicates += repeated.length;
  for (const { same, receipt } of repeated) {
    ok(receipt.status === "duplicate", "the same was written twice");
    equal(receipt.record.id, same.id, "a duplicate names the record that says so");
    const { uses } = known.records.get(same.id) ?? same;
    equal(receipt.record.strength.uses, uses, "a duplicate shows its strength as it is now");
  }
}

/**
 * The record that has to be said to say this already: any that does, and the one that the receipt
 * names if it does.
 */
function named(
  known: Acknowledged,
  receipt: Receipt,
  { content, origin }: RememberInput,
): KnownRecord | undefined {
  const record = receipt.status === "rejected" ? undefined : known.records.get(receipt.record.id);
  const trusted = origin !== WEB.origin;
  return record && says(record, content, trusted) ? record : known.bySaying(content, trusted);
}

function takeWritten(known: Acknowledged, record: MemoryRecord, input: RememberInput): void {
  const { id, kind, content } = record;
  const existing = known.records.get(id);
  equal(content, input.content, "another text was written");
  equal(record.version, (existing?.version ?? 0) + 1, "a write makes one version");
  if (input.key !== undefined) equal(id, known.byKey(input.key)?.id ?? id, "a key has two records");
  const { idempotencyKey } = input;
  known.records.set(id, {
    ...(existing ?? { id, kind, uses: 0 }),
    content,
    key: input.key,
    searchable: input.index !== false,
    trusted: record.origin !== "web",
    version: record.version,
    idempotencyKeys: new Set([
      ...(existing?.idempotencyKeys ?? []),
      ...(idempotencyKey === undefined ? [] : [idempotencyKey]),
    ]),
  });
}

/** Checks that stored records are found by meaning, and queued ones by their words, at once. */
async function checkFound(
  world: FaultWorld,
  scope: string,
  receipts: readonly Receipt[],
): Promise<void> {
  const { records } = world.known(scope);
  const written = receipts.filter((receipt) => {
    if (receipt.status !== "stored" && receipt.status !== "queued") return false;
    const known = records.get(receipt.record.id);
    // A later item of the same batch may have changed it.
    return known?.searchable === true && known.version === receipt.record.version;
  });
  const queued = written.flatMap((one) => (one.status === "queued" ? [one.record] : []));
  await checkKeyword(world, scope, ...queued);
  const stored = written.flatMap((one) => (one.status === "stored" ? [one.record] : []));
  const found = new Set<string>();
  for (const { id: space } of world.embedders) {
    const vectors = await world.store.vectors(space, stored);
    for (const [index, { id, content }] of stored.entries()) {
      const vector = vectors[index];
      if (!vector) continue;
      found.add(id);
      ok(isVectorOf(vector, space, content), "a stored record has the vector of another text");
    }
  }
  equal(found.size, stored.length, "a stored record has no vector");
}

async function checkKeyword(
  world: FaultWorld,
  scope: string,
  ...records: readonly MemoryRecord[]
): Promise<void> {
  if (records.length === 0) return;
  const query = [...new Set(records.map(({ content }) => content))].join(" ");
  const hits = await world.view(scope).recall({ query, mode: "keyword", limit: 500 });
  for (const { id, content } of records) {
    const hit = hits.find((one) => one.id === id);
    equal(hit?.content, content, "a record is not found by its words at once");
  }
}
