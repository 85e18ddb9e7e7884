import type { MemoryRecord, Receipt, RememberInput } from "@kioku/core";

/** The members of a record that its writer gave. */
export type Given = {
  readonly [
    Member in
      | "content"
      | "key"
      | "value"
      | "kind"
      | "metadata"
      | "speaker"
      | "form"
      | "origin"
      | "sources"
      | "importance"
      | "pinned"
  ]?: RememberInput[Member] | undefined;
};

/** Returns a record as a skill that may not read sees it: id, version, and what the skill gave. */
export function redactRecord(record: MemoryRecord, given: Given): MemoryRecord {
  const { id, scope, updatedAt, version } = record;
  return {
    id,
    scope,
    ...(given.key === undefined ? {} : { key: given.key }),
    kind: given.kind ?? "",
    content: given.content ?? "",
    ...(given.value === undefined ? {} : { value: given.value }),
    metadata: given.metadata ?? {},
    ...(given.speaker === undefined ? {} : { speaker: given.speaker }),
    form: given.form ?? "statement",
    origin: given.origin ?? "user",
    trust: 0,
    sources: given.sources ?? [],
    importance: given.importance ?? 0.5,
    pinned: given.pinned ?? false,
    strength: { stabilityDays: 1, uses: 0 },
    createdAt: updatedAt,
    updatedAt,
    version,
  };
}

/** Redacts the record of a receipt in the same way. */
export function redactReceipt(receipt: Receipt, input: string | Given): Receipt {
  if (receipt.status === "rejected") return receipt;
  const given: Given = typeof input === "string" ? { content: input } : input;
  return { ...receipt, record: redactRecord(receipt.record, given) };
}
