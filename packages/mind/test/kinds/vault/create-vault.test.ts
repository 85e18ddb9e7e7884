import { inspect } from "node:util";

import { rejection } from "@kioku/testing/support";
import { expect, test } from "vitest";

import { createVault, type VaultGrant } from "../../../src/kinds/index.js";
import { type KeyVault, keyVaultOf } from "../../../src/kinds/vault/create-vault.js";

const BYTES = Uint8Array.from({ length: 32 }, (_, index) => index * 7 + 3);
const TEXT = Buffer.from(BYTES).toString("base64");
const AT = new Date("2026-03-01T12:00:00Z");

test("keys are taken as bytes and in base64, and the name of the current one is told", () => {
  const vault = createVault({ keys: { old: BYTES, "2026.03_b-1": TEXT }, current: "2026.03_b-1" });
  expect(vault.current).toBe("2026.03_b-1");
});

test("options that cannot work are refused, and no error quotes a key", async () => {
  const short = Buffer.from(BYTES.subarray(1)).toString("base64");
  const wrong: readonly (readonly [unknown, string])[] = [
    [{ keys: { a: short }, current: "a" }, "keys.a must be 32 bytes, as they are or in base64"],
    [{ keys: { a: `${TEXT} ` }, current: "a" }, "keys.a must be 32 bytes"],
    [{ keys: { a: BYTES.subarray(1) }, current: "a" }, "keys.a must be 32 bytes"],
    [{ keys: { a: [...BYTES] }, current: "a" }, "keys.a must be 32 bytes"],
    [{ keys: { [TEXT]: BYTES }, current: TEXT }, "keys must be named by 1 to 64 letters"],
    [{ keys: { a: BYTES }, current: TEXT }, "current must be the name of one of the keys"],
    [{ keys: {}, current: "a" }, "current must be the name of one of the keys"],
    [{ keys: TEXT, current: "a" }, "keys must be an object"],
    [TEXT.slice(0, 32), "options must be an object"],
    [{ keys: TEXT.slice(0, 32), current: "a" }, "keys must be an object with the keys by name"],
    [{ keys: BYTES, current: "0" }, "keys.0 must be 32 bytes"],
    [{ keys: { a: BYTES }, current: "a", now: "a" }, 'options has no option "now"'],
  ];
  for (const [options, message] of wrong) {
    const error = await rejection(() => createVault(options as never));
    expect(error.code).toBe("invalid-input");
    expect(error.message).toContain(message);
    expect(shown(error)).not.toContain(TEXT);
    expect(shown(error)).not.toContain(TEXT.slice(0, 32));
    expect(shown(error)).not.toContain(short);
  }
});

test("a vault and a grant show no key, however they are looked at", () => {
  const vault = createVault({ keys: { a: BYTES }, current: "a" });
  const capability = vault.grant({ scope: ["ann"], ids: ["id-1"], reason: "log in" });
  for (const one of [vault, capability, { vault, capability }]) {
    expect(formsOf(one).join("\n")).not.toMatch(/KeyObject|ann|id-1/u);
  }
  expect(JSON.stringify(vault)).toBe("{}");
  expect(JSON.stringify(capability)).toBe('{"reason":"log in"}');
  expect(Reflect.ownKeys(vault)).toEqual([]);
  expect(Object.isFrozen(vault) && Object.isFrozen(capability)).toBe(true);
});

test("a key that the caller overwrites afterwards stays in the vault as it was", () => {
  const bytes = Uint8Array.from(BYTES);
  const [first, second] = [bytes, BYTES].map((key) => {
    return keyVaultOf(createVault({ keys: { a: key }, current: "a" }));
  });
  bytes.fill(0);
  const place = { scope: ["ann"], key: "kinds/knowledge_vault/1" };
  const sealed = (first as KeyVault).seal("hunter-2", place);
  expect((second as KeyVault).open(sealed, place)).toBe("hunter-2");
});

test("only a vault of createVault is one", async () => {
  const vault = createVault({ keys: { a: BYTES }, current: "a" });
  for (const copy of copiesOf(vault)) {
    const error = await rejection(() => keyVaultOf(copy));
    expect(error.message).toBe("options.vault must be made by createVault");
  }
  const error = await rejection(() => keyVaultOf(undefined));
  expect(error.message).toContain("options.vault must be given to the kinds");
});

test("grants that cannot work are refused", async () => {
  const vault = createVault({ keys: { a: BYTES }, current: "a" });
  const wrong: readonly (readonly [unknown, string])[] = [
    [{ scope: "ann", reason: "log in" }, "grant.scope must be a list of strings"],
    [{ scope: ["ann"], reason: " " }, "grant.reason must be text that is not blank"],
    [{ scope: ["ann"] }, "grant.reason must be a string"],
    [{ scope: ["ann"], ids: "id-1", reason: "log in" }, "grant.ids must be"],
    [{ scope: ["ann"], until: "2026", reason: "log in" }, "grant.until must be"],
    [{ scope: ["ann"], until: new Date(Number.NaN), reason: "log in" }, "grant.until must be"],
    [{ scope: ["ann"], reason: "log in", for: "ever" }, 'grant has no option "for"'],
  ];
  for (const [grant, message] of wrong) {
    const error = await rejection(() => vault.grant(grant as VaultGrant));
    expect(error.code).toBe("invalid-input");
    expect(error.message).toContain(message);
  }
});

test("a capability reaches what was granted and nothing else", async () => {
  const vault = keyVaultOf(createVault({ keys: { a: BYTES }, current: "a" }));
  const until = new Date(AT.getTime() + 1_000);
  const capability = vault.grant({ scope: ["ann"], ids: ["id-1"], until, reason: "log in" });
  const wanted = { scope: ["ann", "work"], id: "id-1", at: AT };
  expect(vault.checkCapability(capability, wanted)).toBeUndefined();
  until.setFullYear(2099);
  for (const [changed, message] of [
    [{ id: "id-2" }, "capability must be one that reaches this secret"],
    [{ scope: [] }, "capability must be one that reaches this secret"],
    [{ scope: ["anna"] }, "capability must be one that reaches this secret"],
    [{ at: new Date(AT.getTime() + 1_000) }, "capability must be one that has not ended"],
  ] as const) {
    const error = await rejection(() => {
      vault.checkCapability(capability, { ...wanted, ...changed });
    });
    expect(error).toMatchObject({ code: "invalid-input", message });
  }
});

test("a copied, changed or foreign capability is refused", async () => {
  const [vault, other] = [1, 2].map(() => createVault({ keys: { a: BYTES }, current: "a" }));
  const capability = keyVaultOf(vault).grant({ scope: [], reason: "log in" });
  const foreign = keyVaultOf(other).grant({ scope: [], reason: "log in" });
  const wanted = { scope: ["ann"], id: "id-1", at: AT };
  const forgeries = [...copiesOf(capability), foreign, { reason: "log in" }];
  for (const forged of forgeries) {
    const error = await rejection(() => keyVaultOf(vault).checkCapability(forged, wanted));
    expect(error.message).toBe("capability must be one that this vault granted");
  }
  for (const forged of [undefined, null, "log in", 7]) {
    const error = await rejection(() => {
      keyVaultOf(vault).checkCapability(forged as never, wanted);
    });
    expect(error.code).toBe("invalid-input");
  }
});

/** Returns what looks like a value and is not it. */
function copiesOf<T extends object>(value: T): readonly T[] {
  return [{ ...value }, structuredClone(value), Object.create(value) as T, new Proxy(value, {})];
}

function formsOf(value: object): readonly string[] {
  return [
    JSON.stringify(value),
    inspect(value, { depth: 9, showHidden: true, getters: true, showProxy: true }),
    inspect(structuredClone(value), { depth: 9, showHidden: true }),
    JSON.stringify(Object.entries(value)),
  ];
}

function shown(error: Error): string {
  return inspect(error, { depth: 9, showHidden: true });
}
