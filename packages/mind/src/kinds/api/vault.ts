import type { CallOptions, Scope } from "@kioku/core";

/** Options of `createVault`. */
export interface VaultOptions {
  /** AES keys of 32 bytes by name, as bytes or in base64. Old ones stay until `rotate` is done. */
  readonly keys: Readonly<Record<string, Uint8Array | string>>;
  /** Name of the key that new secrets are encrypted with. */
  readonly current: string;
}

/** Options of `vault.grant`. */
export interface VaultGrant {
  /** Scope at or below which secrets can be read. */
  readonly scope: Scope;
  /** Only these. @defaultValue all of the scope */
  readonly ids?: readonly string[] | undefined;
  /** Until when. @defaultValue as long as the process runs */
  readonly until?: Date | undefined;
  /** Why, for the log of readings. Not blank. */
  readonly reason: string;
}

/** Right to read secrets. Only the vault that made it accepts it; it cannot be copied or stored. */
export interface VaultCapability {
  /** Why it was granted. */
  readonly reason: string;
}

/** Keys of a vault. It shows none of them, also not in logs. */
export interface Vault {
  /** Name of the key that new secrets are encrypted with. */
  readonly current: string;
  /** Grants the right to read secrets. */
  grant(grant: VaultGrant): VaultCapability;
}

/** Options of `rotate`. */
export interface RotateOptions extends CallOptions {
  /**
   * Scope that secrets of an import were in, which lie in the scope of the call now. Without it
   * they cannot be opened there.
   * @defaultValue none: only secrets of their own scope
   */
  readonly from?: Scope | undefined;
}
