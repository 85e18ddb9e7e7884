import { createHash, createHmac } from "node:crypto";

import { rejection, seededRandom, testMemory } from "@kioku/testing/support";
import { expect, test } from "vitest";

import { auditLog, verifyAuditLog } from "../src/index.js";
import type { AuditEntry } from "../src/index.js";

const sha256 = (text: string): string => createHash("sha256").update(text).digest("hex");

test("there is an entry for each call that wrote or forgot, with who, why, when, where and what", async () => {
  const { memory, clock } = testMemory({ plugins: [auditLog()] });
  const user = memory.scope("acme", "ann");
  const who = { actor: "ann", cause: "said so" };
  const receipts = await user.rememberAll(["tea", "coffee"], who);
  const ids = receipts.map((receipt) => (receipt.status === "stored" ? receipt.record.id : ""));
  const { id } = await user.set("drink", "tea", { actor: "bob" });
  await user.update(id, { content: "drink: milk" });
  await user.forget({ everything: true }, who);
  const at = clock.now.toISOString();
  const scope = ["acme", "ann"];
  expect(memory.auditLog.entries()).toMatchObject([
    {
      index: 0,
      at,
      operation: "rememberAll",
      scope,
      ...who,
      count: 2,
      ids,
      contentHashes: [sha256("tea"), sha256("coffee")],
    },
    {
      index: 1,
      at,
      operation: "set",
      scope,
      actor: "bob",
      count: 1,
      ids: [id],
      contentHashes: [sha256("drink: tea")],
    },
    {
      index: 2,
      at,
      operation: "update",
      scope,
      count: 1,
      ids: [id],
      contentHashes: [sha256("drink: milk")],
    },
    {
      index: 3,
      at,
      operation: "forget",
      scope,
      ...who,
      count: 3,
    },
  ]);
  expect(new Set(memory.auditLog.entries()[3]?.ids)).toEqual(new Set([...ids, id]));
  expect(Object.hasOwn(memory.auditLog.entries()[2] ?? {}, "actor")).toBe(false);
});

test("what changed nothing is no entry", async () => {
  const no = { id: "no", hooks: { beforeRemember: () => ({ veto: "no" }) } };
  const { memory } = testMemory({ plugins: [auditLog()] });
  await memory.remember("tea");
  await memory.remember("tea");
  await memory.recall("tea");
  await memory.forget("nobody");
  await rejection(() => memory.update("nobody", { content: "x" }));
  expect(memory.auditLog.entries().map(({ operation }) => operation)).toEqual(["remember"]);
  const { memory: refusing } = testMemory({ plugins: [auditLog(), no] });
  await refusing.remember("tea");
  expect(refusing.auditLog.entries()).toEqual([]);
});

test("recalls are entries if asked for, without the question", async () => {
  const { memory } = testMemory({ plugins: [auditLog({ recalls: true })] });
  const { id } = await memory.set("drink", "tea");
  await memory.recall("what tea?");
  await memory.context("what tea?");
  await memory.surface({ cue: "what tea?" });
  expect(memory.auditLog.entries().map(({ operation, ids }) => [operation, ids])).toEqual([
    ["set", [id]],
    ["recall", [id]],
    ["context", [id]],
    ["surface", [id]],
  ]);
  expect(JSON.stringify(memory.auditLog.entries())).not.toContain("tea");
});

test("no entry holds text, key, metadata or thread of a memory", async () => {
  const { memory } = testMemory({ plugins: [auditLog({ recalls: true })] });
  await memory.remember({
    content: "a secret",
    key: "secret key",
    metadata: { secret: "x" },
    thread: "secret thread",
  });
  await memory.recall("a secret");
  await memory.forget({ key: "secret key" });
  expect(memory.auditLog.entries()).toHaveLength(3);
  expect(JSON.stringify(memory.auditLog.entries())).not.toContain("secret");
});

/** A memory that has written some entries, and what its sink was given. */
async function writtenLog(options: { readonly key?: string } = {}): Promise<readonly AuditEntry[]> {
  const lines: string[] = [];
  const { memory } = testMemory({
    plugins: [auditLog({ ...options, write: (entry) => void lines.push(JSON.stringify(entry)) })],
  });
  for (let index = 0; index < 6; index += 1)
    await memory.remember(`memory ${index}`, { actor: "ann" });
  await memory.forget({ everything: true });
  expect(lines).toHaveLength(7);
  return lines.map((line) => JSON.parse(line) as AuditEntry);
}

test("a log that was written as JSON and read again is whole", async () => {
  const entries = await writtenLog();
  const last = entries.at(-1);
  expect(verifyAuditLog(entries)).toEqual({
    ok: true,
    entries: 7,
    head: { index: 6, hash: last?.hash },
  });
  expect(verifyAuditLog([])).toEqual({
    ok: true,
    entries: 0,
    head: { index: -1, hash: "0".repeat(64) },
  });
});

test("every change of every member of every entry is noticed", async () => {
  const entries = await writtenLog();
  for (const [index, entry] of entries.entries()) {
    for (const member of Object.keys(entry)) {
      const changed = structuredClone(entries) as unknown as Record<string, unknown>[];
      const value = entry[member as keyof AuditEntry];
      changed[index] = {
        ...entry,
        [member]:
          typeof value === "number"
            ? value + 1
            : Array.isArray(value)
              ? [...(value as string[]), "x"]
              : `${String(value)}x`,
      };
      const verdict = verifyAuditLog(changed as unknown as AuditEntry[]);
      expect([member, verdict.ok]).toEqual([member, false]);
      const { [member]: _, ...without } = { ...entry } as Record<string, unknown>;
      changed[index] = without;
      expect([member, verifyAuditLog(changed as unknown as AuditEntry[]).ok]).toEqual([
        member,
        false,
      ]);
    }
  }
});

test("an entry that is missing, doubled, moved or of another log is noticed where it is", async () => {
  const entries = await writtenLog();
  const other = await writtenLog();
  for (let index = 0; index < entries.length - 1; index += 1) {
    const problem = { ok: false, at: index, problem: "missing" };
    expect(verifyAuditLog(entries.toSpliced(index, 1))).toEqual(problem);
    const doubled = entries.toSpliced(index, 0, ...entries.slice(index, index + 1));
    expect(verifyAuditLog(doubled)).toEqual({ ok: false, at: index + 1, problem: "missing" });
  }
  expect(verifyAuditLog(entries.toReversed()).ok).toBe(false);
  expect(verifyAuditLog(entries.with(3, null as never))).toEqual({
    ok: false,
    at: 3,
    problem: "not-an-entry",
  });
  const strange = { ...other[3], cause: "forged" } as AuditEntry;
  expect(verifyAuditLog(entries.with(3, strange)).ok).toBe(false);
});

test("a forged entry with a right hash of its own breaks the chain after it", async () => {
  const entries = await writtenLog();
  const { hash: _, ...entry } = { ...(entries[3] as AuditEntry), actor: "bob" };
  const { index, at, operation, scope, actor, count, ids, contentHashes, previous } = entry;
  const hash = sha256(
    JSON.stringify([index, at, operation, scope, actor, null, count, ids, contentHashes, previous]),
  );
  const forged = entries.with(3, { ...entry, hash });
  expect(verifyAuditLog(forged)).toEqual({ ok: false, at: 4, problem: "changed" });
  expect(verifyAuditLog(forged.slice(0, 4)).ok).toBe(true);
});

test("entries that are missing at the end are noticed by the head that was kept", async () => {
  const entries = await writtenLog();
  const head = entries.at(-1);
  expect(verifyAuditLog(entries.slice(0, 5)).ok).toBe(true);
  expect(verifyAuditLog(entries.slice(0, 5), { head })).toEqual({
    ok: false,
    at: 5,
    problem: "missing",
  });
  expect(verifyAuditLog(entries, { head }).ok).toBe(true);
});

test("with a key nobody without it can make an entry, or try out a text", async () => {
  const key = "only ours";
  const entries = await writtenLog({ key });
  expect(verifyAuditLog(entries, { key }).ok).toBe(true);
  expect(verifyAuditLog(entries)).toEqual({ ok: false, at: 0, problem: "changed" });
  expect(verifyAuditLog(entries, { key: "another" }).ok).toBe(false);
  const hmac = createHmac("sha256", key).update("memory 0").digest("hex");
  expect(entries[0]?.contentHashes).toEqual([hmac]);
  expect(JSON.stringify(entries)).not.toContain(sha256("memory 0"));
});

test("a part of a log is whole after what comes before it", async () => {
  const entries = await writtenLog();
  const after = entries[2];
  expect(verifyAuditLog(entries.slice(3))).toEqual({ ok: false, at: 0, problem: "missing" });
  expect(verifyAuditLog(entries.slice(3), { after })).toMatchObject({ ok: true, entries: 4 });
  expect(verifyAuditLog(entries.slice(4), { after }).ok).toBe(false);
});

test("a log goes on where another process has stopped", async () => {
  const entries = await writtenLog();
  const after = entries.at(-1);
  const { memory } = testMemory({ plugins: [auditLog({ after })] });
  await memory.remember("later");
  const more = memory.auditLog.entries();
  expect(more[0]?.index).toBe(7);
  expect(verifyAuditLog([...entries, ...more], { head: memory.auditLog.head() })).toMatchObject({
    ok: true,
    entries: 8,
  });
});

test("only so many entries stay in memory", async () => {
  const { memory } = testMemory({ plugins: [auditLog({ capacity: 3 })] });
  for (let index = 0; index < 5; index += 1) await memory.remember(`memory ${index}`);
  expect(memory.auditLog.entries().map(({ index }) => index)).toEqual([2, 3, 4]);
  expect(memory.auditLog.head().index).toBe(4);
});

test("calls at once are written one after the other, in the order of the chain", async () => {
  const random = seededRandom(3);
  const lines: AuditEntry[] = [];
  let writing = 0;
  const { memory } = testMemory({
    plugins: [
      auditLog({
        write: async (entry) => {
          writing += 1;
          expect(writing).toBe(1);
          for (let turn = random() * 5; turn > 0; turn -= 1) await Promise.resolve();
          lines.push(entry);
          writing -= 1;
        },
      }),
    ],
  });
  await Promise.all(
    Array.from({ length: 40 }, async (_, index) => {
      const receipt = await memory.scope(`s${index % 3}`).remember(`memory ${index}`);
      const id = receipt.status === "stored" ? receipt.record.id : "";
      // The call waits for its entry.
      expect(lines.some(({ ids }) => ids.includes(id))).toBe(true);
    }),
  );
  expect(lines.map(({ index }) => index)).toEqual(Array.from({ length: 40 }, (_, index) => index));
  expect(verifyAuditLog(lines).ok).toBe(true);
  expect(memory.auditLog.waiting()).toBe(0);
});

/** A log whose sink can be broken. */
function breakable(options: Parameters<typeof auditLog>[0] = {}) {
  const lines: AuditEntry[] = [];
  const logged: string[] = [];
  const sink = { broken: false };
  const { memory } = testMemory({
    logger: { warn: () => undefined, error: (message) => void logged.push(message) },
    plugins: [
      auditLog({
        ...options,
        write: async (entry) => {
          if (sink.broken) throw new Error("disk full");
          lines.push(entry);
        },
      }),
    ],
  });
  return { memory, lines, logged, sink };
}

test("a sink that fails does not fail what is committed, and gets all entries later, in order", async () => {
  const { memory, lines, logged, sink } = breakable();
  await memory.remember("one");
  sink.broken = true;
  expect((await memory.remember("two")).status).toBe("stored");
  expect(await memory.forget({ everything: true })).toBe(2);
  expect(logged).toEqual([
    'settled of plugin "auditLog" threw',
    'afterForget of plugin "auditLog" threw',
  ]);
  expect([memory.auditLog.waiting(), memory.auditLog.entries().length]).toEqual([2, 3]);
  sink.broken = false;
  await memory.remember("three");
  expect(lines.map(({ index }) => index)).toEqual([0, 1, 2, 3]);
  expect(verifyAuditLog(lines, { head: memory.auditLog.head() }).ok).toBe(true);
});

test("what still waits is written when the memory closes", async () => {
  const { memory, lines, sink } = breakable();
  sink.broken = true;
  await memory.remember("one");
  sink.broken = false;
  await memory.close();
  expect(lines).toHaveLength(1);
});

test("of what waits too long the oldest is given up, and that is noticed", async () => {
  const { memory, lines, sink } = breakable({ capacity: 2 });
  sink.broken = true;
  for (const text of ["one", "two", "three"]) await memory.remember(text);
  expect(memory.auditLog.waiting()).toBe(2);
  sink.broken = false;
  await memory.remember("four");
  expect(lines.map(({ index }) => index)).toEqual([1, 2, 3].slice(-lines.length));
  expect(verifyAuditLog(lines).ok).toBe(false);
});

test("with refuse nothing more is written or deleted until the log is", async () => {
  const { memory, lines, sink } = breakable({ onError: "refuse" });
  const { id } = await memory.set("k", 1);
  sink.broken = true;
  // This one cannot be taken back: that the sink is broken shows only now.
  expect((await memory.remember("one")).status).toBe("stored");
  const reason = "the audit log cannot be written";
  expect(await memory.remember("two")).toEqual({ status: "rejected", by: "auditLog", reason });
  for (const call of [
    () => memory.set("k", 2),
    () => memory.update(id, { importance: 1 }),
    () => memory.forget(id),
  ]) {
    const error = await rejection(call);
    expect([error.code, error.message]).toEqual([
      "rejected-by-plugin",
      expect.stringContaining(reason),
    ]);
  }
  expect(await memory.get("k")).toBe(1);
  sink.broken = false;
  expect(await memory.forget(id)).toBe(1);
  expect(lines.map(({ operation }) => operation)).toEqual(["set", "remember", "forget"]);
  expect(verifyAuditLog(lines).ok).toBe(true);
});

test.each([
  ["an unknown option", { file: "x" }, /auditLog has no option "file"/],
  ["a sink that is no function", { write: "x" }, /write must be a function/],
  ["an unknown way to go on", { onError: "throw" }, /onError must be one of continue, refuse/],
  ["no capacity", { capacity: 0 }, /capacity must be a whole number at least 1/],
  [
    "an end that is none",
    { after: { index: 1.5, hash: "x" } },
    /after\.index must be a whole number/,
  ],
])("%s is refused", async (_, options, message) => {
  const error = await rejection(() => auditLog(options as never));
  expect(error.code).toBe("invalid-input");
  expect(error.message).toMatch(message);
});

test("a key that is none is refused without being shown", async () => {
  const error = await rejection(() => auditLog({ key: 12_345 as never }));
  expect([error.code, error.message]).toEqual([
    "invalid-input",
    "key must be text that is not blank",
  ]);
});
