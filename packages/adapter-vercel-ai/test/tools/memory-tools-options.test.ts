import { MemoryError } from "@kioku/core";
import type { Memory } from "@kioku/core";
import type { InferUITools, ToolSet } from "ai";
import { expect, expectTypeOf, test } from "vitest";

import { memoryTools } from "../../src/index.js";
import type {
  MemoryTools,
  MemoryToolsOptions,
  RecallAnswer,
  RecallArguments,
} from "../../src/index.js";
import { wordMemory } from "../support/word-memory.js";

function failureOf(memory: unknown, options?: unknown): MemoryError {
  try {
    memoryTools(memory as Memory, options as MemoryToolsOptions);
  } catch (error) {
    if (MemoryError.is(error)) return error;
  }
  throw new Error("expected a MemoryError");
}

test.each([
  [7, "options"],
  [null, "options"],
  [{ only: [] }, "options.only"],
  [{ only: ["erase"] }, "options.only[0]"],
  [{ only: "recall" }, "options.only"],
  [{ prefix: "my tools" }, "options.prefix"],
  [{ scope: ["users", "bob"] }, 'no option "scope"'],
  [{ recall: { limit: 0 } }, "options.recall.limit"],
  [{ remember: { trust: 2 } }, "options.remember.trust"],
  [{ trustedTools: "clock" }, "options.trustedTools"],
  [{ trustedTools: [1] }, "options.trustedTools[0]"],
])("options such as %j fail at once", (options, named) => {
  const failure = failureOf(wordMemory(), options);
  expect(failure.code).toBe("invalid-input");
  expect(failure.message).toContain(named);
});

test.each([undefined, null, "memory", {}, () => wordMemory()])(
  "what is no memory fails at once: %s",
  (memory) => {
    const failure = failureOf(memory);
    expect(failure.code).toBe("invalid-input");
    expect(failure.message).toMatch(/^memory/);
  },
);

test("the types are those of exactly these tools", () => {
  const memory = wordMemory();
  const usual = memoryTools(memory);
  expectTypeOf<keyof typeof usual>().toEqualTypeOf<"remember" | "recall">();
  expectTypeOf(usual).toExtend<ToolSet>();
  expectTypeOf(usual).toEqualTypeOf<Pick<MemoryTools, "remember" | "recall">>();
  const some = memoryTools(memory, { only: ["recall", "forget"] });
  expectTypeOf<keyof typeof some>().toEqualTypeOf<"recall" | "forget">();
  const team = memoryTools(memory, { only: ["recall"], prefix: "team_" });
  expectTypeOf<keyof typeof team>().toEqualTypeOf<"team_recall">();
  expectTypeOf(team).toEqualTypeOf<{ team_recall: MemoryTools["recall"] }>();
  const prefixed = memoryTools(memory, { prefix: "my_" });
  expectTypeOf<keyof typeof prefixed>().toEqualTypeOf<"my_remember" | "my_recall">();
  const none = memoryTools(memory, { only: undefined });
  expectTypeOf<keyof typeof none>().toEqualTypeOf<"remember" | "recall">();
  const prefix: string = "any_";
  expectTypeOf(memoryTools(memory, { prefix })).toExtend<ToolSet>();
});

test("the types of inputs and outputs reach the parts of a UIMessage", () => {
  type Parts = InferUITools<Pick<MemoryTools, "recall">>;
  expectTypeOf<Parts["recall"]["input"]>().toEqualTypeOf<RecallArguments>();
  expectTypeOf<Parts["recall"]["output"]>().toEqualTypeOf<RecallAnswer>();
});

test("what is remembered has what the app wants, and is seen by its recall", async () => {
  const memory = wordMemory();
  const { remember, recall } = memoryTools(memory, {
    recall: { kinds: ["fact"], filter: { area: "home" } },
    remember: { metadata: { area: "home" }, trust: 0.7, ttlMs: 60_000 },
  });
  const call = { toolCallId: "c1", messages: [], context: {} };
  await remember.execute({ content: "Ada likes green tea" }, call);
  const { items } = await memory.list();
  expect(items).toMatchObject([{ kind: "fact", metadata: { area: "home" }, trust: 0.7 }]);
  expect(items[0]?.expiresAt).toBeInstanceOf(Date);
  expect(await recall.execute({ query: "green tea" }, call)).toMatchObject({ status: "found" });
});

test("a correction is none of the messages of a chat", async () => {
  const memory = wordMemory();
  const metadata = { area: "home", aiSdkMessage: "hash" };
  const receipt = await memory.remember({ content: "Ada likes green tea", metadata });
  if (receipt.status === "rejected") throw new Error("expected it to be stored");
  const { update } = memoryTools(memory, { only: ["update"] });
  const { id } = receipt.record;
  const call = { toolCallId: "c1", messages: [], context: {} };
  await update.execute({ id, content: "Ada likes black tea" }, call);
  expect((await memory.list()).items[0]?.metadata).toEqual({ area: "home" });
});
