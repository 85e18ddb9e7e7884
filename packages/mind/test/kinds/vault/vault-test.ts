import { inMemoryStore, type MemoryRecord } from "@kioku/core";
import { testMemory, type TestClock } from "@kioku/testing/support";

import { createKinds, createVault } from "../../../src/kinds/index.js";
import type { MemoryKinds, Vault, VaultCapability, VaultFields } from "../../../src/kinds/index.js";

type TestOptions = Parameters<typeof testMemory>[0];

/** Keys of tests, by name. */
export const KEYS: Readonly<Record<"first" | "second", Uint8Array>> = {
  first: Uint8Array.from({ length: 32 }, (_, index) => index * 5 + 1),
  second: Uint8Array.from({ length: 32 }, (_, index) => index * 11 + 7),
};

/** Makes a vault of some of the keys of tests; the last one is the current one. */
export function vaultOf(...names: readonly (keyof typeof KEYS)[]): Vault {
  const keys = Object.fromEntries(names.map((name) => [name, KEYS[name]]));
  return createVault({ keys, current: names.at(-1) ?? "" });
}

/** Kinds with a vault of the first key, and what they are made of. */
export interface TestKinds {
  readonly kinds: MemoryKinds;
  readonly memory: ReturnType<typeof testMemory>["memory"];
  readonly clock: TestClock;
  readonly vault: Vault;
  /** Right to read every secret. */
  readonly capability: VaultCapability;
  /** Returns the kinds of the same memory with another vault. */
  readonly with: (vault: Vault | undefined) => MemoryKinds;
}

/** Makes kinds with a vault on a memory of the scope `ann`. */
export function testKinds(options: TestOptions = {}): TestKinds {
  const { memory, clock } = testMemory({ store: inMemoryStore(), ...options });
  const vault = vaultOf("first");
  const withVault = (own: Vault | undefined): MemoryKinds => {
    return createKinds({ memory: memory.scope("ann"), vault: own, clock: () => clock.now });
  };
  const capability = vault.grant({ scope: [], reason: "test" });
  return { kinds: withVault(vault), memory, clock, vault, capability, with: withVault };
}

/** Returns the fields of a secret. */
export function secretFields(secret: string, caption = "Password of the router"): VaultFields {
  const rest = { entry_type: "credential", source: "hall", sensitivity: "medium" } as const;
  return { ...rest, caption, secret_value: secret };
}

/** Inserts a secret and returns its record. */
export async function keepSecret(
  kinds: MemoryKinds,
  secret: string,
  caption?: string,
): Promise<MemoryRecord> {
  const [receipt] = await kinds.insert("knowledge_vault", [secretFields(secret, caption)]);
  if (!receipt || !("record" in receipt)) throw new Error("the secret was not kept");
  return receipt.record;
}

/** Returns the name of the key that the secret of a record is encrypted with. */
export function keyOf({ value }: Pick<MemoryRecord, "value">): string {
  const { secret } = value as { readonly secret: { readonly key: string } };
  return secret.key;
}
