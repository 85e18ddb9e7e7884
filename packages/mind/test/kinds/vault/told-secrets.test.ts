import type { JsonObject, MemoryRecord, TextModel, TextRequest } from "@kioku/core";
import { PERSONAL_RULES, redaction, SECRET_RULES } from "@kioku/plugins";
import { expect, test } from "vitest";

import { createMind } from "../../../src/index.js";
import { createKinds, defineKindTools, type MemoryKinds } from "../../../src/kinds/index.js";
import { leakScan, MARKS } from "./leak-scan.js";
import { keepSecret, testKinds } from "./vault-test.js";

const [SECRET] = MARKS;
const TURN = `Please note my wifi password: ${SECRET}`;
const CAPTION = "Password of the wifi";

/** Proposes to put what stands after the colon of a turn into the vault, and notes requests. */
function keepingModel(requests: TextRequest[]): TextModel {
  return {
    id: "test/keeping",
    generate: async (request) => {
      requests.push(request);
      const quote = /wifi password: \S+/u.exec(request.prompt)?.[0];
      const secret_value = quote?.split(" ").at(-1) ?? "";
      const fields = { caption: "wifi password", entry_type: "password", sensitivity: "medium" };
      const sources = [{ turn: "t1", quote: quote ?? "" }];
      const operation = { reason: "told", op: "insert", sources, targets: [], ...fields };
      const operations = quote === undefined ? [] : [{ ...operation, secret_value }];
      const answer: JsonObject = { reason: "told", kinds: ["knowledge_vault"], operations };
      return { text: JSON.stringify(answer), isComplete: true };
    },
  };
}

test("with redaction a told secret stays out, and the vault keeps what it is given", async () => {
  const rules = [...SECRET_RULES, ...PERSONAL_RULES];
  const { memory, vault, capability, clock } = testKinds({ plugins: [redaction({ rules })] });
  const requests: TextRequest[] = [];
  const model = keepingModel(requests);
  const here = memory.scope("ann");
  const kinds = createKinds({ memory: here, vault, model, clock: () => clock.now });
  await here.remember({ content: TURN, kind: "message" });
  const tools = defineKindTools({ vault, clock: () => clock.now });
  const insert = tools.find(({ name }) => name === "knowledge_vault_insert");
  const item = { entry_type: "password", source: "Ann", sensitivity: "low", caption: CAPTION };
  const given = insert?.check({ items: [{ ...item, secret_value: SECRET }] });
  const answer = await insert?.run(given, { memory: here, trust: () => 1 });
  expect(answer?.status).toBe("stored");
  await kinds.absorb();
  const mind = createMind({ memory: here, model, clock: () => clock.now, automatic: false });
  await mind.consolidate();
  expect(requests.length).toBeGreaterThan(1);
  const scan = leakScan();
  scan.see("requests", requests);
  scan.see("records", await recordsOf(kinds));
  for await (const line of memory.export()) scan.see("export", line);
  expect(scan.leaks()).toEqual([]);
  expect(await kinds.reveal(answer?.id ?? "", capability)).toBe(SECRET);
});

test("redaction with every rule leaves encrypted secrets as they are", async () => {
  const rules = [...SECRET_RULES, ...PERSONAL_RULES];
  const { kinds, capability } = testKinds({ plugins: [redaction({ rules })] });
  for (let index = 0; index < 200; index += 1) {
    const secret = `sk-ant-${SECRET}-${index} ${"4111 1111 1111 1111 ".repeat(index)}`;
    const { id } = await keepSecret(kinds, secret, `Card of ${index}`);
    expect(await kinds.reveal(id, capability)).toBe(secret);
  }
});

test("a secret that the managers find in a turn stands in that turn only", async () => {
  const { memory, vault, capability, clock } = testKinds();
  const requests: TextRequest[] = [];
  const here = memory.scope("ann");
  const model = keepingModel(requests);
  const kinds = createKinds({ memory: here, vault, model, clock: () => clock.now });
  const receipt = await here.remember({ content: TURN, kind: "message" });
  const turn = "record" in receipt ? receipt.record.id : "";
  const report = await kinds.absorb();
  expect(report.managers.map(({ kind, written }) => [kind, written])).toContainEqual([
    "knowledge_vault",
    1,
  ]);
  const [item] = await kinds.list("knowledge_vault");
  expect(await kinds.reveal(item?.id ?? "", capability)).toBe(SECRET);
  expect(await leaksIn(kinds)).toEqual(["message"]);
  // The turn is the host's, and can be written without it.
  await here.update(turn, { content: "Please note my wifi password" }, { purge: true });
  expect(await leaksIn(kinds)).toEqual([]);
  requests.length = 0;
  await here.remember({ content: "The wifi is slow", kind: "message" });
  await kinds.absorb();
  const scan = leakScan();
  scan.see("requests", requests);
  expect([requests.length > 0, scan.leaks()]).toEqual([true, []]);
});

/** Returns the kinds of the records in which, or in whose histories, a secret stands in clear. */
async function leaksIn(kinds: MemoryKinds): Promise<readonly string[]> {
  const found = new Set<string>();
  for (const record of await recordsOf(kinds)) {
    const scan = leakScan();
    scan.see("record", [record, await kinds.memory.history(record.id)]);
    if (scan.leaks().length > 0) found.add(record.kind);
  }
  return [...found];
}

async function recordsOf({ memory }: MemoryKinds): Promise<readonly MemoryRecord[]> {
  return (await memory.list({ includeRetired: true, includeArchived: true, limit: 1_000 })).items;
}
