import { MemoryError } from "@kioku/core";
import { rejection } from "@kioku/testing/support";
import { expect, test } from "vitest";

import type { VaultCapability } from "../../../src/kinds/index.js";
import { keepSecret, secretFields, testKinds, vaultOf } from "./vault-test.js";

const SECRET = "correct horse battery staple";

test("a secret is read by its id, and the reading is written down", async () => {
  const { kinds, vault, clock } = testKinds();
  const { id } = await keepSecret(kinds, SECRET);
  const capability = vault.grant({ scope: ["ann"], reason: "log in at the router" });
  clock.now = new Date("2026-03-02T08:00:00Z");
  const secret = await kinds.reveal(id, capability, { actor: "agent-7", cause: "asked by Ann" });
  expect(secret).toBe(SECRET);
  const { items } = await kinds.memory.list({ kinds: ["vault-reading"] });
  expect(items).toMatchObject([
    {
      content: `Secret ${id} was read: log in at the router`,
      value: {
        id,
        reason: "log in at the router",
        actor: "agent-7",
        at: "2026-03-02T08:00:00.000Z",
      },
      sources: [id],
      origin: "system",
      occurredAt: clock.now,
    },
  ]);
  expect(JSON.stringify(items)).not.toContain(SECRET);
  const [revision] = await kinds.memory.history(items[0]?.id ?? "");
  expect(revision).toMatchObject({ actor: "agent-7", cause: "asked by Ann" });
});

test("readings are never recalled, and go with the secret when that is erased", async () => {
  const { kinds, capability } = testKinds();
  const { id } = await keepSecret(kinds, SECRET);
  await kinds.reveal(id, capability);
  const query = { query: "Secret was read: test", minScore: 0, limit: 50 };
  const found = await kinds.memory.recall(query);
  expect(found.map(({ kind }) => kind)).not.toContain("vault-reading");
  const report = await kinds.memory.erase(id);
  expect([report.records.length, report.derived.length]).toEqual([1, 1]);
  expect((await kinds.memory.list({ includeRetired: true })).items).toEqual([]);
});

test("without a right nothing is read, and nobody learns what is there", async () => {
  const { kinds, vault, clock } = testKinds();
  const { id } = await keepSecret(kinds, SECRET);
  const grants: readonly VaultCapability[] = [
    vault.grant({ scope: ["bob"], reason: "test" }),
    vault.grant({ scope: ["ann", "work"], reason: "test" }),
    vault.grant({ scope: ["ann"], ids: ["another"], reason: "test" }),
    vault.grant({ scope: ["ann"], until: clock.now, reason: "test" }),
    vaultOf("first").grant({ scope: [], reason: "test" }),
    { reason: "test" },
  ];
  for (const capability of grants) {
    const there = await rejection(() => kinds.reveal(id, capability));
    const missing = await rejection(() => kinds.reveal("no-such-id", capability));
    expect(there.code).toBe("invalid-input");
    expect(missing.message).toBe(there.message);
  }
  expect((await kinds.memory.list({ kinds: ["vault-reading"] })).items).toEqual([]);
});

test("what is no secret of this scope is not found", async () => {
  const { kinds, capability } = testKinds();
  const { id } = await keepSecret(kinds, SECRET);
  const below = await keepSecret(kinds.scope("work"), SECRET);
  const [note] = await kinds.memory.rememberAll([{ content: "note", kind: "knowledge_vault" }]);
  const [known] = await kinds.insert("semantic", [
    { name: "Rex", summary: "Rex is a dog.", details: "", source: "" },
  ]);
  const others = [note, known].flatMap((one) => (one && "record" in one ? [one.record.id] : []));
  await kinds.replace("knowledge_vault", { ids: [id], items: [secretFields("another secret")] });
  for (const other of [id, below.id, ...others, "no-such-id"]) {
    const error = await rejection(() => kinds.reveal(other, capability));
    expect(error).toMatchObject({
      code: "not-found",
      message: "vault has no secret of this id in this scope",
    });
  }
  expect(await kinds.scope("work").reveal(below.id, capability)).toBe(SECRET);
});

test("a secret whose reading must not be written down stays closed", async () => {
  let isOpen = true;
  const plugin = {
    id: "gate",
    hooks: {
      beforeRemember: ({ kind }: { readonly kind?: string | undefined }) => {
        return kind === "vault-reading" && !isOpen ? { veto: "closed" } : undefined;
      },
    },
  };
  const { kinds, capability } = testKinds({ plugins: [plugin] });
  const { id } = await keepSecret(kinds, SECRET);
  expect(await kinds.reveal(id, capability)).toBe(SECRET);
  isOpen = false;
  const error = await rejection(() => kinds.reveal(id, capability));
  expect(error).toMatchObject({ code: "rejected-by-plugin" });
  expect(error.message).not.toContain(SECRET);
});

test("reasons and authors that hold the secret are refused", async () => {
  const { kinds, vault, capability } = testKinds();
  const { id } = await keepSecret(kinds, SECRET);
  const telling = vault.grant({ scope: ["ann"], reason: `to type ${SECRET}` });
  const calls = [
    () => kinds.reveal(id, telling),
    () => kinds.reveal(id, capability, { actor: SECRET }),
    () => kinds.reveal(id, capability, { cause: `for ${SECRET.toUpperCase()}` }),
  ];
  for (const call of calls) {
    const error = await rejection(call);
    expect(error.message).toMatch(/^(?:grant\.reason|options\.(?:actor|cause)) must be without/u);
  }
  expect((await kinds.memory.list({ kinds: ["vault-reading"] })).items).toEqual([]);
});

test("kinds without a vault, or without its key, neither take nor read secrets", async () => {
  const { kinds, capability, with: withVault } = testKinds();
  const { id } = await keepSecret(kinds, SECRET);
  const none = withVault(undefined);
  const errors = [
    await rejection(() => none.insert("knowledge_vault", [secretFields(SECRET)])),
    await rejection(() => none.reveal(id, capability)),
    await rejection(() => none.rotate()),
  ];
  expect(errors.map(({ code }) => code)).toEqual(Array(3).fill("invalid-input"));
  const [item] = await none.list("knowledge_vault");
  expect(item?.fields).toEqual({
    entry_type: "credential",
    source: "hall",
    sensitivity: "medium",
    caption: "Password of the router",
  });
  const other = vaultOf("second");
  const foreign = other.grant({ scope: [], reason: "test" });
  const error = await rejection(() => withVault(other).reveal(id, foreign));
  expect(error.message).toBe("vault has no key first, which a secret needs");
});

test("a secret that was changed, swapped or moved in the store is noticed", async () => {
  const { kinds, capability } = testKinds();
  const one = await keepSecret(kinds, SECRET, "Router");
  const two = await keepSecret(kinds, "another secret", "Safe");
  const work = kinds.scope("work");
  const three = await keepSecret(work, "a third secret", "Desk");
  const { memory } = kinds;
  await memory.update(one.id, { value: two.value ?? null });
  await memory.update(two.id, { value: three.value ?? null });
  await work.memory.update(three.id, { value: { ...(three.value as object), secret: {} } });
  for (const [view, id] of [
    [kinds, one.id],
    [kinds, two.id],
    [work, three.id],
  ] as const) {
    const error = await rejection(() => view.reveal(id, capability));
    expect(error).toMatchObject({
      code: "store-failed",
      message: "secret is damaged, or was moved to another record",
    });
  }
  await memory.update(one.id, { value: one.value ?? null });
  expect(await kinds.reveal(one.id, capability)).toBe(SECRET);
});

test("an aborted reading gives no secret", async () => {
  const { kinds, capability } = testKinds();
  const { id } = await keepSecret(kinds, SECRET);
  const signal = AbortSignal.abort(new Error("stopped"));
  await expect(kinds.reveal(id, capability, { signal })).rejects.toThrow("stopped");
});

test("the same secret under the same caption is one item, another secret is another", async () => {
  const { kinds } = testKinds();
  const first = await keepSecret(kinds, SECRET);
  const [again] = await kinds.insert("knowledge_vault", [secretFields(SECRET)]);
  expect(again).toMatchObject({ status: "duplicate", record: { id: first.id } });
  const [other] = await kinds.insert("knowledge_vault", [secretFields("another one")]);
  expect(other?.status).not.toBe("duplicate");
  const items = await kinds.list("knowledge_vault");
  expect(items.length).toBe(2);
  expect(JSON.stringify(items)).not.toContain(SECRET);
});

test("secrets are kept to the letter, whatever their characters", async () => {
  const { kinds, capability } = testKinds();
  for (const secret of ["with\0a NUL", " x ", "e\u0301", "\uFEFF口令🔑", "k".repeat(65_536)]) {
    const { id } = await keepSecret(kinds, secret, `A secret of ${secret.length} characters`);
    expect(await kinds.reveal(id, capability)).toBe(secret);
  }
  for (const secret of ["", "k".repeat(65_537), "half \uD800"]) {
    const error = await rejection(() => keepSecret(kinds, secret, "A secret"));
    expect([error.code, MemoryError.is(error)]).toEqual(["invalid-input", true]);
    expect(error.message).not.toContain("half");
  }
});
