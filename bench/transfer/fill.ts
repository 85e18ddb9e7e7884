import type { MemoryRoot } from "@kioku/core";

const BATCH = 1_000;
const SCOPES = 20;
const WORDS =
  "the report of Ann about trains in Bergen was late and 猫 slept on our green sofa".split(" ");

/**
 * Writes so many records into 20 scopes. Every tenth has a second version, every fiftieth was
 * forgotten, every fifth has an entry's key, and the others an idempotency key.
 */
export async function fill(
  memory: MemoryRoot,
  count: number,
  onBatch: () => void,
): Promise<number> {
  for (let start = 0; start < count; start += BATCH) {
    const scope = memory.scope("user", String((start / BATCH) % SCOPES));
    const size = Math.min(BATCH, count - start);
    const numbers = Array.from({ length: size }, (_, index) => start + index);
    const receipts = await scope.rememberAll(
      numbers.map((n) => ({
        content: contentOf(n),
        metadata: { number: n, tags: ["bench", `tag-${n % 7}`] },
        importance: (n % 10) / 10,
        ...(n % 5 === 0 ? { key: `key-${n}`, value: { n } } : { idempotencyKey: `once-${n}` }),
      })),
      { actor: "bench" },
    );
    for (const [index, receipt] of receipts.entries()) {
      if (receipt.status === "rejected") throw new Error("a record was rejected");
      const { id } = receipt.record;
      if (index % 10 === 0) await scope.update(id, { importance: 0.9 }, { cause: "second look" });
      if (index % 50 === 1) await scope.forget(id);
    }
    onBatch();
  }
  return count;
}

function contentOf(n: number): string {
  const words = Array.from(
    { length: 12 },
    (_, place) => WORDS[(n * 7 + place * (n % 5)) % WORDS.length],
  );
  return `${n}: ${words.join(" ")}`;
}
