import { inMemoryStore } from "@kioku/core";
import type { Receipt, RememberInput } from "@kioku/core";
import { rejection, seededRandom, testMemory } from "@kioku/testing/support";
import { expect, test } from "vitest";

import { sourceQuota } from "../src/index.js";

const hostOf = ({
  metadata,
}: {
  readonly metadata: RememberInput["metadata"];
}): string | undefined => {
  const url = metadata?.["url"];
  return typeof url === "string" ? new URL(url).host : undefined;
};

function web(content: string, url?: string): RememberInput {
  return { content, origin: "web", ...(url === undefined ? {} : { metadata: { url } }) };
}

function count(receipts: readonly Receipt[], status: Receipt["status"]): number {
  return receipts.filter((receipt) => receipt.status === status).length;
}

function numbered(length: number, from = 0): RememberInput[] {
  return Array.from({ length }, (_, index) => web(`page ${from + index}`));
}

test("a source over its quota is refused with a reason, and one batch cannot exceed it", async () => {
  const { memory } = testMemory({ plugins: [sourceQuota({ writes: 3 })] });
  const receipts = await memory.rememberAll(numbered(5));
  expect(receipts.map(({ status }) => status)).toEqual([
    "stored",
    "stored",
    "stored",
    "rejected",
    "rejected",
  ]);
  expect(receipts[4]).toEqual({
    status: "rejected",
    by: "sourceQuota",
    reason: "its source may write 3 memories within 3600000 ms",
  });
  expect((await memory.remember(web("one more"))).status).toBe("rejected");
  expect(memory.sourceQuota.report()).toEqual({ rejected: 3, sources: 1 });
});

test("by default it is for web and tool, each for itself, and for nobody else", async () => {
  const { memory } = testMemory({ plugins: [sourceQuota({ writes: 1 })] });
  const origins = ["web", "tool", "user", "assistant", "system", "import", "derived"] as const;
  const left: string[] = [];
  for (const origin of origins) {
    const receipts = await memory.rememberAll([
      { content: `${origin} 1`, origin },
      { content: `${origin} 2`, origin },
    ]);
    if (count(receipts, "stored") === 2) left.push(origin);
  }
  expect(left).toEqual(["user", "assistant", "system", "import", "derived"]);
});

test("each scope has a quota of its own, also below", async () => {
  const { memory } = testMemory({ plugins: [sourceQuota({ writes: 1 })] });
  for (const scope of [memory, memory.scope("a"), memory.scope("a", "b"), memory.scope("a,b")]) {
    expect(count(await scope.rememberAll(numbered(2)), "stored")).toBe(1);
  }
});

test("a source can be named by the host, and what has none is left alone", async () => {
  const { memory } = testMemory({ plugins: [sourceQuota({ writes: 1, source: hostOf })] });
  const receipts = await memory.rememberAll([
    web("1", "https://a.example/1"),
    web("2", "https://a.example/2"),
    web("3", "https://b.example/1"),
    web("4"),
    web("5"),
  ]);
  expect(receipts.map(({ status }) => status)).toEqual([
    "stored",
    "rejected",
    "stored",
    "stored",
    "stored",
  ]);
});

test("the window slides by the memory's clock", async () => {
  const { memory, clock } = testMemory({ plugins: [sourceQuota({ writes: 2, windowMs: 1_000 })] });
  const start = clock.now.getTime();
  const statuses: string[] = [];
  for (const [index, at] of [0, 400, 999, 1_000, 1_399, 1_400, 1_999, 2_000].entries()) {
    clock.now = new Date(start + at);
    statuses.push(`${at} ${(await memory.remember(web(`page ${index}`))).status}`);
  }
  expect(statuses).toEqual([
    "0 stored",
    "400 stored",
    "999 rejected",
    "1000 stored",
    "1399 rejected",
    "1400 stored",
    "1999 rejected",
    "2000 stored",
  ]);
});

test("only what is committed counts: no duplicate, no veto of another, no write that failed", async () => {
  const store = inMemoryStore();
  const write = store.write.bind(store);
  let broken = false;
  store.write = async (ops, options) => {
    if (broken) throw new Error("disk full");
    return write(ops, options);
  };
  const { memory } = testMemory({
    store,
    plugins: [
      sourceQuota({ writes: 2 }),
      {
        id: "no",
        hooks: {
          beforeRemember: {
            order: "post",
            handler: ({ content }) => (content === "no" ? { veto: "no" } : undefined),
          },
        },
      },
    ],
  });
  expect((await memory.remember(web("page"))).status).toBe("stored");
  for (let turn = 0; turn < 5; turn += 1) {
    expect((await memory.remember(web("page"))).status).toBe("duplicate");
    expect(await memory.remember(web("no"))).toMatchObject({ by: "no" });
    broken = true;
    await expect(memory.remember(web("other"))).rejects.toHaveProperty(
      "cause.message",
      "disk full",
    );
    broken = false;
  }
  expect((await memory.remember(web("second"))).status).toBe("stored");
  expect((await memory.remember(web("third"))).status).toBe("rejected");
});

test("new versions and updates count like new memories, and over the quota they reject", async () => {
  const { memory } = testMemory({ plugins: [sourceQuota({ writes: 2 })] });
  const { id } = await memory.set("k", 1, { origin: "web" });
  await memory.update(id, { importance: 1 });
  for (const call of [
    () => memory.set("k", 2, { origin: "web" }),
    () => memory.update(id, { importance: 0 }),
  ]) {
    const error = await rejection(call);
    expect([error.code, error.message]).toEqual([
      "rejected-by-plugin",
      expect.stringContaining("sourceQuota"),
    ]);
  }
  expect(await memory.get("k")).toBe(1);
});

test("many calls at once do not exceed it, whatever comes of them, and nothing stays held", async () => {
  const random = seededRandom(7);
  for (let turn = 0; turn < 20; turn += 1) {
    const writes = 1 + Math.floor(random() * 10);
    const { memory, clock } = testMemory({ plugins: [sourceQuota({ writes, windowMs: 1_000 })] });
    const batches = Array.from({ length: 12 }, () =>
      // Some of them say the same, so that they are duplicates.
      memory.rememberAll(
        Array.from({ length: Math.floor(random() * 5) }, () =>
          web(`page ${Math.floor(random() * 30)}`),
        ),
      ),
    );
    const receipts = (await Promise.all(batches)).flat();
    const stored = count(receipts, "stored");
    expect(stored).toBeLessThanOrEqual(writes);
    expect((await memory.list()).items).toHaveLength(stored);
    const more = await memory.rememberAll(numbered(20, 100));
    expect(count(more, "stored")).toBe(writes - stored);
    clock.now = new Date(clock.now.getTime() + 1_000);
    expect(count(await memory.rememberAll(numbered(20, 200)), "stored")).toBe(writes);
  }
});

test("no more sources are kept in mind than it was told, the quietest leave first", async () => {
  const { memory } = testMemory({
    plugins: [sourceQuota({ writes: 1, maxSources: 2, source: hostOf })],
  });
  const from = async (host: string): Promise<string> =>
    (
      await memory.remember(
        web(`${host} ${Math.trunc(performance.now() * 1e6)}`, `https://${host}/`),
      )
    ).status;
  expect([await from("a"), await from("b"), await from("a")]).toEqual([
    "stored",
    "stored",
    "rejected",
  ]);
  expect([await from("c"), await from("a"), await from("b")]).toEqual([
    "stored",
    "rejected",
    "stored",
  ]);
  expect(memory.sourceQuota.report().sources).toBe(2);
});

test.each([
  ["an unknown option", { limit: 1 }, /sourceQuota has no option "limit"; it takes writes/],
  ["no writes", { writes: 0 }, /writes must be a whole number at least 1/],
  ["no window", { windowMs: 0 }, /windowMs must be a finite number more than 0/],
  ["an unknown origin", { origins: ["mail"] }, /origins\[0\] must be one of user/],
  ["origins that are no list", { origins: "web" }, /origins must be a list/],
  ["a source that is no function", { source: "url" }, /source must be a function/],
  ["room for no source", { maxSources: 0 }, /maxSources must be a whole number at least 1/],
])("%s is refused", async (_, options, message) => {
  const error = await rejection(() => sourceQuota(options as never));
  expect(error.code).toBe("invalid-input");
  expect(error.message).toMatch(message);
});
