import type { MemoryRecord, Receipt, RememberInput } from "@kioku/core";

/** What the writer said of a record itself. */
export type Given = {
  readonly [
    Member in
      | "content"
      | "key"
      | "value"
      | "kind"
      | "metadata"
      | "origin"
      | "sources"
      | "importance"
      | "pinned"
  ]?: RememberInput[Member] | undefined;
};

/**
 * A record as it is shown to a skill that may write and not read: which one and which version it
 * is, and of what it says only what the skill itself has given. The rest is empty.
 */
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

/** The same for a receipt. */
export function redactReceipt(receipt: Receipt, input: string | Given): Receipt {
  if (receipt.status === "rejected") return receipt;
  const given: Given = typeof input === "string" ? { content: input } : input;
  return { ...receipt, record: redactRecord(receipt.record, given) };
}
