import { createMemory, inMemoryStore } from "@kioku/core";
import type { MemoryRecord } from "@kioku/core";
import { retrievability } from "@kioku/core/toolkit";
import { memoryTier } from "@kioku/plugins/scorings";

const MS_PER_DAY = 86_400_000;
const START = Date.UTC(2026, 2, 1);
/** On which days it is looked at, and what is used on that day. */
const DAYS = new Map([
  [0, []],
  [7, ["flat"]],
  [28, ["flat"]],
  [56, []],
  [112, ["flat"]],
  [224, []],
  [365, ["train"]],
]);

let day = 0;
const clock = (): Date => new Date(START + day * MS_PER_DAY);
const memory = createMemory({ store: inMemoryStore(), clock });

await memory.rememberAll([
  { content: "walnuts: Ann must not eat them", importance: 1, pinned: true },
  { content: "flat: Ann lives on the third floor" },
  { content: "train: it was ten minutes late", importance: 0.2 },
]);

/** Draws the strength of a memory as ten blocks. */
function bar(record: MemoryRecord): string {
  if (record.archivedAt) return "archived  ";
  const { lastUsedAt = record.createdAt, stabilityDays } = record.strength;
  const days = (clock().getTime() - lastUsedAt.getTime()) / MS_PER_DAY;
  const filled = Math.round(10 * retrievability(days, stabilityDays));
  return "█".repeat(filled) + "░".repeat(10 - filled);
}

for (const [now, used] of DAYS) {
  day = now;
  await memory.sweep({ archiveBelow: 0.7 });
  const { items } = await memory.list({ includeArchived: true });
  console.log(`day ${day}`);
  for (const record of items) {
    const name = record.content.split(":")[0] ?? "";
    const isUsed = used.includes(name);
    console.log(
      `  ${bar(record)}  ${memoryTier(record.strength).padEnd(10)}  ${name}${isUsed ? ", used" : ""}`,
    );
    if (isUsed) await memory.markUsed(record.id);
  }
}

console.log("what comes to mind:");
for (const { content } of await memory.surface({ cue: "a late train", seed: 1, limit: 2 })) {
  console.log(`  ${content}`);
}
await memory.close();
