import assert from "node:assert/strict";

import { putOp, testRecord } from "../../test-records.js";
import { readBack, readRecord } from "../expect.js";
import { condition, metadata } from "../predicates.js";
import { listNumbers, textHits } from "../requests.js";
import { storeCases, storeChecks, type StoreCase } from "../store-case.js";

/** Texts that break stores which paste them into a query or fold them on the way. */
const HOSTILE: Readonly<Record<string, string>> = {
  "single quotes": "it's ''quoted'' '); DROP TABLE records; --",
  "double quotes": `she said "no" ""twice""`,
  backslashes: String.raw`C:\new\table \' \" \\ \u0041 \0`,
  wildcards: "100% _under_ * ? [a-z] % %%",
  "parameters and templates": "$1 :name @name ?1 ${x} {{x}} %s #{x}",
  "json and paths": '{"a":[1,null]} $.a[0] ->> #>> ]}\'--',
  "line ends": "a\nb\r\nc\rd\u2028e\u2029f\u0085g",
  "control characters": "\u0001\u0007\b\t\u000B\f\u001B[31m\u007F\u009B",
  "right to left": "שלום \u202Eevil\u202C مرحبا \u2066x\u2069",
  "joiners and selectors": "👩‍👩‍👧‍👦 ❤️ 🏳️‍🌈 \u200B\u200C\u2060\uFEFFx",
  astral: "𝒜𝓁𝓁 😀 𠜎 \u{10FFFF}",
  "normal forms": "é e\u0301 Å \u212B A\u030A ﬁ ｆｕｌｌ",
  noncharacters: "\uFFFE \uFFFF \uFDD0 \uFFFD",
  blanks: "  leading, inner  and trailing \u00A0\u3000 ",
  languages: "用户喜欢深色主题 ありがとう 감사합니다 ขอบคุณ धन्यवाद Ελλάδα straße İstanbul ﷽",
};

export const hostileTextCases: readonly StoreCase[] = storeCases("hostile text", [], {
  ...storeChecks(Object.entries(HOSTILE), ([what, text]) => ({
    async [`${what} survive in every text field and are found as they are`]({ store, claims }) {
      const record = testRecord(1, {
        content: text,
        key: text,
        kind: text,
        thread: text,
        value: text,
        metadata: { text, [text]: [text] },
      });
      await store.write([putOp(record, { idempotencyKey: text, actor: text, cause: text })]);
      await store.write([putOp(testRecord(2))]);
      assert.deepEqual(await readRecord(store, record), record);
      const { scope } = record;
      const refs = [
        { scope, key: text },
        { scope, idempotencyKey: text },
      ] as const;
      assert.deepEqual(await store.get(refs, { now: record.createdAt }), [record, record]);
      assert.deepEqual(await listNumbers(store, { kinds: [text] }), [1]);
      const equal = condition(metadata("text"), "eq", text);
      assert.deepEqual(await listNumbers(store, { where: equal }), [1]);
      for (const name of ["content", "key", "kind", "thread"] as const) {
        const where = condition({ type: "text", name }, "eq", text);
        assert.deepEqual(await listNumbers(store, { where }), [1], `filter on ${name}`);
      }
      if (claims("history")) {
        const [revision] = await store.history(record);
        assert.deepEqual([revision?.actor, revision?.cause], [text, text]);
      }
    },
  })),
  async "a scope, a key and a thread of hostile text are told apart from each other"({ store }) {
    const texts = Object.values(HOSTILE);
    const records = texts.map((text, index) =>
      testRecord(index, { scope: ["test", text], key: text }),
    );
    await store.write(records.map((record) => putOp(record)));
    for (const [index, text] of texts.entries()) {
      assert.deepEqual(await listNumbers(store, { within: [["test", text]] }), [index]);
    }
  },
  async "a megabyte of text survives and is found"({ store }) {
    const content = `${"long memory ".repeat(87_380)}needle`;
    const record = testRecord(1, { content, value: content });
    assert.equal((await readBack(store, record)).content, content);
    if (store.capabilities.text) assert.equal((await textHits(store, "needle")).length, 1);
  },
});
