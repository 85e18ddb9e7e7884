import { testMemory } from "@kioku/testing/support";
import { expect, test } from "vitest";

/** Counts how often others had their turn while a call went on. */
async function turnsDuring(call: () => Promise<unknown>): Promise<number> {
  let turns = 0;
  const timer = setInterval(() => (turns += 1), 0);
  try {
    await call();
    return turns;
  } finally {
    clearInterval(timer);
  }
}

/** Chinese without two equal pairs near each other. */
function chinese(length: number): string {
  return Array.from({ length }, (_, n) => String.fromCodePoint(0x4e_00 + ((n * n) % 20_011))).join(
    "",
  );
}

test("others have their turn while a text of a million Chinese characters is remembered", async () => {
  const { memory } = testMemory({ embedder: undefined });
  const content = chinese(1_000_000);
  const turns = await turnsDuring(async () => {
    await memory.remember(content);
    await memory.remember(content.slice(1));
  });
  expect(turns).toBeGreaterThan(3);
});

test("others have their turn while a query of a million words is read", async () => {
  const { memory } = testMemory({ embedder: undefined });
  await memory.remember("we had tea");
  const query = `${"what was the ".repeat(300_000)} tea`;
  let found: unknown;
  const turns = await turnsDuring(async () => {
    found = await memory.recall(query);
  });
  expect(turns).toBeGreaterThan(0);
  expect(found).toMatchObject([{ content: "we had tea" }]);
});
