import type { JsonValue, RememberInput } from "@kioku/core";
import { rejection, testMemory } from "@kioku/testing/support";
import { expect, test } from "vitest";

import { PERSONAL_RULES, redaction, SECRET_RULES } from "../src/index.js";
import type { RedactionOptions } from "../src/index.js";
import { harmless } from "./harmless-texts.js";
import { secrets } from "./secret-texts.js";

async function redacted(text: string, options: RedactionOptions = {}): Promise<string> {
  const { memory } = testMemory({ plugins: [redaction(options)] });
  const receipt = await memory.remember(text);
  if (receipt.status !== "stored") throw new Error(`not stored but ${receipt.status}`);
  return receipt.record.content;
}

async function stored(input: RememberInput, options: RedactionOptions = {}) {
  const { memory } = testMemory({ plugins: [redaction(options)] });
  const receipt = await memory.remember(input);
  if (receipt.status !== "stored") throw new Error(`not stored but ${receipt.status}`);
  return receipt.record;
}

test.each(secrets)("%s: %s", async (rule, text, expected) => {
  const rules = [...SECRET_RULES, ...PERSONAL_RULES];
  const { memory } = testMemory({ plugins: [redaction({ rules })] });
  const receipt = await memory.remember(`before ${text} after`);
  if (receipt.status !== "stored") throw new Error(receipt.status);
  expect(receipt.record.content).toBe(`before ${expected} after`);
  expect(memory.redaction.report()).toEqual({ byRule: { [rule]: 1 }, inputs: 1, rejected: 0 });
});

test.each(harmless)("left alone: %s", async (text) => {
  expect(await redacted(text)).toBe(text);
});

test.each(["41111111-1111-1111-abcd-abcdefabcdef", "0a1b2c3d-4e5f-4a6b-8c7d-f13912345678"])(
  "digits within a UUID are no secret of any rule: %s",
  async (uuid) => {
    const rules = [...SECRET_RULES, ...PERSONAL_RULES];
    expect(await redacted(`Record ${uuid} of 13912345678`, { rules })).toBe(
      `Record ${uuid} of [phone]`,
    );
    const key = `orders/${uuid}`;
    expect(await stored({ content: "Paid", key, value: [uuid] }, { rules })).toMatchObject({
      key,
      value: [uuid],
    });
  },
);

test("personal data is left alone unless its rules are named", async () => {
  const text = "Write to ann@example.com or call +49 30 901820, IBAN DE89 3704 0044 0532 0130 00";
  expect(await redacted(text)).toBe(text);
  expect(await redacted(text, { rules: PERSONAL_RULES })).toBe(
    "Write to [email] or call [phone], IBAN [iban]",
  );
});

test("several secrets of several kinds in one text are all replaced, and counted by kind", async () => {
  const { memory } = testMemory({ plugins: [redaction()] });
  const text =
    "cards 4111 1111 1111 1111, 5555555555554444; password=hunter2; AKIAIOSFODNN7EXAMPLE";
  const receipt = await memory.remember(text);
  expect(receipt).toMatchObject({
    record: { content: "cards [card-number], [card-number]; password=[assignment]; [aws-key]" },
  });
  expect(memory.redaction.report()).toEqual({
    byRule: { "card-number": 2, assignment: 1, "aws-key": 1 },
    inputs: 1,
    rejected: 0,
  });
});

test("the report says how often and never what", async () => {
  const { memory } = testMemory({ plugins: [redaction()] });
  await memory.rememberAll(["password=hunter2", "nothing", "token=abcdefghij12345"]);
  expect(JSON.stringify(memory.redaction.report())).not.toMatch(/hunter2|abcdefg/u);
  expect(memory.redaction.report().inputs).toBe(2);
});

test("what stands for a secret stays as it is when it is written again", async () => {
  const replacement = "*** gone ***";
  const { memory } = testMemory({ plugins: [redaction({ replacement })] });
  const text = "password: hunter2, api_key=abc";
  const { id, content } = await memory.set("k", text, { index: text });
  expect(content).toBe("password: *** gone ***, api_key=*** gone ***");
  const { content: again } = await memory.update(id, { importance: 1 });
  expect(again).toBe(content);
  expect(memory.redaction.report().byRule).toEqual({ assignment: 4 });
});

test("values and metadata are looked at to any depth, names of members included", async () => {
  const value: JsonValue = {
    list: [{ note: "card 4111111111111111" }],
    n: 4_111_111_111_111_111,
    ok: true,
  };
  const record = await stored({
    content: "x",
    value,
    metadata: {
      nested: [["AKIAIOSFODNN7EXAMPLE"]],
      "4111111111111111": 1,
      "5555555555554444": 2,
      plain: null,
      count: 12,
    },
  });
  expect(record.value).toEqual({
    list: [{ note: "card [card-number]" }],
    n: "[card-number]",
    ok: true,
  });
  expect(record.metadata).toEqual({
    nested: [["[aws-key]"]],
    "[card-number]": 1,
    "[card-number] 2": 2,
    plain: null,
    count: 12,
  });
});

test("a member whose name says that it is a secret is replaced whatever it holds", async () => {
  const record = await stored({
    content: "x",
    metadata: {
      password: "tulip",
      apiKey: "tulip",
      db_password: "tulip",
      access_token: "tulip",
      tokens: "many",
      passwordHint: "tulip",
      secret: true,
    },
  });
  const gone = "[assignment]";
  expect(record.metadata).toEqual({
    password: gone,
    apiKey: gone,
    db_password: gone,
    access_token: gone,
    tokens: "many",
    passwordHint: "tulip",
    secret: true,
  });
});

test("set redacts the value and the text that is made of it", async () => {
  const { memory } = testMemory({ plugins: [redaction()] });
  const { content } = await memory.set("login", { user: "ann", password: 'tu"lip' });
  expect(await memory.get("login")).toEqual({ user: "ann", password: "[assignment]" });
  expect(content).toBe('login: {"user":"ann","password":"[assignment]"}');
});

test("update redacts what the patch brings", async () => {
  const { memory } = testMemory({ plugins: [redaction()] });
  const { id } = await memory.set("note", "tea");
  const record = await memory.update(id, {
    content: "pay with 4111-1111-1111-1111",
    metadata: { a: "xoxb-123456789012-abc" },
  });
  expect([record.content, record.metadata]).toEqual([
    "pay with [card-number]",
    { a: "[slack-token]" },
  ]);
  const history = await memory.history(id);
  expect(JSON.stringify(history)).not.toMatch(/4111|xoxb/u);
});

test("neither the embedder nor other plugins' later hooks nor events see a secret", async () => {
  const seen: string[] = [];
  const embedder = {
    id: "test/spy",
    profile: { unrelated: 0, related: 1 },
    embed: async (texts: readonly string[]) => {
      seen.push(...texts);
      return { vectors: texts.map(() => new Float32Array([1])) };
    },
  };
  const { memory } = testMemory({
    embedder,
    plugins: [
      redaction(),
      {
        id: "late",
        hooks: {
          beforeRemember: (input) => ({ ...input, content: `${input.content} 4111111111111111` }),
        },
      },
      { id: "spy", hooks: { afterRemember: (record) => void seen.push(JSON.stringify(record)) } },
    ],
  });
  memory.on("remembered", (event) => seen.push(JSON.stringify(event)));
  await memory.remember("password=hunter2");
  expect(seen).toHaveLength(3);
  expect(seen[0]).toBe("password=[assignment] [card-number]");
  expect(seen.join()).not.toMatch(/hunter2|4111/u);
});

test.each(["key", "thread", "kind", "idempotencyKey"])(
  "a secret in the %s is refused, since two of them would become one name",
  async (name) => {
    const { memory } = testMemory({ plugins: [redaction()] });
    const receipt = await memory.remember({ content: "x", [name]: "card 4111111111111111" });
    expect(receipt).toEqual({
      status: "rejected",
      by: "redaction",
      reason: `its ${name} holds card-number; name it by something else`,
    });
    expect(memory.redaction.report()).toEqual({
      byRule: { "card-number": 1 },
      inputs: 1,
      rejected: 1,
    });
    expect((await memory.list()).items).toEqual([]);
  },
);

test("a record that had such a key before can still be updated", async () => {
  const { memory, clock } = testMemory();
  const { id } = await memory.set("4111111111111111", "tea");
  const guarded = redaction();
  const hook = guarded.hooks?.beforeRemember;
  if (typeof hook !== "object") throw new Error("no hook");
  const context = { scope: [], at: clock.now } as const;
  const input = { content: "x", key: "4111111111111111" };
  expect(await hook.handler(input, { ...context, operation: "update" })).toBeUndefined();
  expect(await hook.handler(input, { ...context, operation: "set" })).toHaveProperty("veto");
  const renaming = { ...context, operation: "update", changesKey: true } as const;
  expect(await hook.handler(input, renaming)).toHaveProperty("veto");
  expect(id).not.toBe("");
});

test("in the mode reject nothing is written, and the reason names rules only", async () => {
  const { memory } = testMemory({ plugins: [redaction({ mode: "reject" })] });
  const receipts = await memory.rememberAll(["tea", "4111111111111111 password=hunter2"]);
  expect(receipts.map(({ status }) => status)).toEqual(["stored", "rejected"]);
  expect(receipts[1]).toEqual({
    status: "rejected",
    by: "redaction",
    reason: "it holds assignment, card-number",
  });
  const error = await rejection(() => memory.set("k", "password=hunter2"));
  expect(error.code).toBe("rejected-by-plugin");
  expect(error.message).not.toContain("hunter2");
  expect(memory.redaction.report()).toEqual({
    byRule: { "card-number": 1, assignment: 3 },
    inputs: 2,
    rejected: 2,
  });
});

test("patterns of one's own replace a match, or only its group called secret", async () => {
  const patterns = { badge: /\bEMP-\d{4}\b/iy, room: /room (?<secret>\d+)/u };
  expect(await redacted("EMP-1234 and emp-5678 in room 12", { patterns })).toBe(
    "[badge] and [badge] in room [room]",
  );
  expect(await redacted("4111111111111111 EMP-1234", { patterns, rules: [] })).toBe(
    "4111111111111111 [badge]",
  );
});

test("the replacement can be a text or made of the rule's name", async () => {
  expect(await redacted("4111111111111111", { replacement: "…" })).toBe("…");
  const shouting = { replacement: (rule: string) => `<${rule.toUpperCase()}>` };
  expect(await redacted("4111111111111111", shouting)).toBe("<CARD-NUMBER>");
});

test.each([
  ["an unknown option", { mood: 1 }, /redaction has no option "mood"/],
  ["an unknown mode", { mode: "hide" }, /mode must be one of replace, reject/],
  ["an unknown rule", { rules: ["cards"] }, /rules\[0\] must be one of private-key/],
  ["rules that are no list", { rules: "email" }, /rules must be a list/],
  ["a pattern that is none", { patterns: { a: "x" } }, /patterns\.a must be a regular expression/],
  [
    "a pattern with the name of a rule",
    { patterns: { jwt: /x/u } },
    /patterns must be named unlike built-in rules, got "jwt"/,
  ],
  ["a blank replacement", { replacement: " " }, /replacement must be text that is not blank/],
])("%s is refused", async (_, options, message) => {
  const error = await rejection(() => redaction(options as never));
  expect(error.code).toBe("invalid-input");
  expect(error.message).toMatch(message);
});
