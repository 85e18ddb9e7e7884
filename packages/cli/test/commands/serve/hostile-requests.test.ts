import { describe, expect, it } from "vitest";

import { VERBS } from "../../../src/commands/serve/verbs.js";
import { serve } from "./served.js";

const DEEP = 5000;
/** Bodies that no verb should fall over. */
const BODIES: readonly string[] = [
  "",
  "null",
  "1",
  '"text"',
  "[]",
  "[null]",
  "[[]]",
  "{",
  '{"query":}',
  "\uFEFF{}",
  "{}{}",
  '{"__proto__":{"query":"x"},"constructor":{"prototype":{}}}',
  '{"query":null,"id":null,"content":null}',
  '{"query":{"toString":1},"id":{},"content":[]}',
  '{"query":"x","limit":-1,"id":"x"}',
  '{"query":"x","limit":1e999}',
  '{"query":"x","limit":"10; drop table memories"}',
  `{"query":"x' or 1=1 --","id":"' or 1=1 --","filter":{"@id' or 1=1 --":"x"}}`,
  '{"query":"\\ud800","content":"\\ud800","id":"\\ud800"}',
  '{"query":"\\u0000","content":"\\u0000","id":"\\u0000","key":"\\u0000"}',
  '{"query":"x","filter":{"$where":"sleep(1000)"}}',
  `{"query":"x","filter":${'{"$not":'.repeat(40)}{}${"}".repeat(40)}}`,
  '{"query":"x","scope":["other"],"reach":"above"}',
  '{"query":"x","scoring":{"signals":"function(){}"},"signal":{"aborted":true}}',
  '{"content":"x","scope":["other"],"sources":[1],"ttlMs":-1,"occurredAt":"never"}',
  '{"id":"../../etc/passwd","content":"x"}',
  '{"everything":"yes","filter":{},"key":"a","id":"b"}',
  '{"asOf":{"knownAt":"32-13-99"},"query":"x","id":"x"}',
  '{"cursor":"AAAA","query":"x","after":-5}',
  "[".repeat(DEEP),
  "[".repeat(DEEP) + "]".repeat(DEEP),
  `{"a":${'{"a":'.repeat(DEEP)}1${"}".repeat(DEEP + 1)}`,
];
const INNER = /select |insert |sqlite|\.db|\/tmp|node:|\.ts\b|\.js\b|at Object/iu;

describe("hostile requests", () => {
  it("get typed errors, say nothing of the inside, and change nothing", async () => {
    await using memory = await serve();
    let count = 0;
    for (const verb of Object.keys(VERBS)) {
      for (const body of BODIES) {
        const { status, body: answer } = await memory.post(verb, body);
        const text = JSON.stringify(answer);
        expect([200, 400, 403, 404, 409]).toContain(status);
        expect(status === 200 || /^\{"error":\{"code":"[a-z-]+","message":/u.test(text)).toBe(true);
        expect(text).not.toMatch(INNER);
        count += 1;
      }
    }
    expect(count).toBeGreaterThanOrEqual(300);
    const left = (await memory.post("list", {})).body as { memories: { content: string }[] };
    expect(left.memories.map(({ content }) => content)).toEqual([]);
  });
});
