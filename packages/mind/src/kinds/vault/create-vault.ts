import type crypto from "node:crypto";

import { MemoryError, type Scope } from "@kioku/core";
import {
  checkInstant,
  checkMembers,
  checkObject,
  checkScope,
  checkText,
  checkTexts,
  invalidInput,
  isWithin,
  MAX_NAME_LENGTH,
} from "@kioku/core/toolkit";

import type { Vault, VaultCapability, VaultGrant, VaultOptions } from "../api/vault.js";
import {
  boundBytes,
  damagedSecret,
  IV_BYTES,
  KEY_NAME,
  type SealedSecret,
  type SecretPlace,
  TAG_BYTES,
} from "./sealed-secret.js";

const CIPHER = "aes-256-gcm";
const KEY_BYTES = 32;

/** Secret that somebody wants to read. */
interface Wanted {
  readonly scope: Scope;
  readonly id: string;
  readonly at: Date;
}

/** Checked copy of a grant. */
interface Grant {
  readonly scope: Scope;
  readonly ids: ReadonlySet<string> | undefined;
  readonly until: number;
  readonly reason: string;
}

/**
 * Creates a vault, which encrypts secrets with AES-256-GCM. Make it once, of keys that the memory
 * does not hold, and hand it only to code that may read secrets.
 * @throws `invalid-input` for keys that are not 32 bytes, or a current one that is not there.
 */
export function createVault(options: VaultOptions): Vault {
  // Errors of an argument that is a key by mistake must not quote it.
  if (typeof options !== "object") throw invalidInput("options", "an object of options");
  checkMembers(options, "options", ["keys", "current"]);
  const { keys, current } = options;
  if (typeof keys !== "object") throw invalidInput("keys", "an object with the keys by name");
  checkObject(keys, "keys");
  const names = Object.keys(keys);
  if (!names.every((name) => KEY_NAME.test(name))) {
    throw invalidInput("keys", "named by 1 to 64 letters, digits, dots, hyphens or underscores");
  }
  if (!names.includes(current)) throw invalidInput("current", "the name of one of the keys");
  const loaded = names.map((name) => [name, loadKey(keys[name], `keys.${name}`)] as const);
  return new KeyVault(new Map(loaded), current);
}

/** Returns what `createVault` made. @throws `invalid-input` for anything else, and for nothing. */
export function keyVaultOf(vault: Vault | undefined): KeyVault {
  if (vault === undefined) {
    throw invalidInput("options.vault", "given to the kinds, so that they can keep secrets");
  }
  if (!KeyVault.is(vault)) throw invalidInput("options.vault", "made by createVault");
  return vault;
}

/** Keys of a vault, of which nothing can be seen from outside. */
export class KeyVault implements Vault {
  readonly #keys: ReadonlyMap<string, crypto.KeyObject>;
  readonly #current: string;
  /** Grants by their capabilities; what is not in here is none, however it looks. */
  readonly #grants = new WeakMap<VaultCapability, Grant>();

  constructor(keys: ReadonlyMap<string, crypto.KeyObject>, current: string) {
    this.#keys = keys;
    this.#current = current;
    Object.freeze(this);
  }

  /** Returns true for a vault of this class. */
  static is(value: unknown): value is KeyVault {
    return typeof value === "object" && value !== null && #keys in value;
  }

  get current(): string {
    return this.#current;
  }

  grant(given: VaultGrant): VaultCapability {
    const grant = checkGrant(given);
    const capability: VaultCapability = Object.freeze({ reason: grant.reason });
    this.#grants.set(capability, grant);
    return capability;
  }

  /** Refuses a capability that does not reach a secret. @throws `invalid-input` */
  checkCapability(capability: VaultCapability, { scope, id, at }: Wanted): void {
    checkObject(capability, "capability");
    const grant = this.#grants.get(capability);
    if (!grant) throw invalidInput("capability", "one that this vault granted");
    if (at.getTime() >= grant.until) throw invalidInput("capability", "one that has not ended");
    const isNamed = grant.ids === undefined || grant.ids.has(id);
    if (isNamed && isWithin(scope, grant.scope)) return;
    throw invalidInput("capability", "one that reaches this secret");
  }

  /** Encrypts a text for one record. */
  seal(text: string, place: SecretPlace): SealedSecret {
    const { createCipheriv, randomBytes } = loadCrypto();
    const iv = randomBytes(IV_BYTES);
    const options = { authTagLength: TAG_BYTES };
    const cipher = createCipheriv(CIPHER, this.#key(this.#current), iv, options);
    cipher.setAAD(boundBytes(place));
    const data = Buffer.concat([cipher.update(text, "utf8"), cipher.final(), cipher.getAuthTag()]);
    return { key: this.#current, iv, data };
  }

  /**
   * Decrypts the secret of a record. @throws `store-failed` if it was changed or is not of this
   * record; `invalid-input` if its key is not here.
   */
  open({ key, iv, data }: SealedSecret, place: SecretPlace): string {
    const { createDecipheriv } = loadCrypto();
    const options = { authTagLength: TAG_BYTES };
    const decipher = createDecipheriv(CIPHER, this.#key(key), iv, options);
    decipher.setAAD(boundBytes(place));
    decipher.setAuthTag(data.subarray(-TAG_BYTES));
    try {
      const text = decipher.update(data.subarray(0, -TAG_BYTES));
      return Buffer.concat([text, decipher.final()]).toString("utf8");
    } catch {
      throw damagedSecret();
    }
  }

  #key(name: string): crypto.KeyObject {
    const key = this.#keys.get(name);
    if (key) return key;
    throw new MemoryError("invalid-input", `vault has no key ${name}, which a secret needs`);
  }
}

function checkGrant(grant: VaultGrant): Grant {
  checkMembers(grant, "grant", ["scope", "ids", "until", "reason"]);
  const { ids, until } = grant;
  return {
    scope: [...checkScope(grant.scope, "grant.scope")],
    ids: ids === undefined ? undefined : new Set(checkTexts(ids, "grant.ids", MAX_NAME_LENGTH)),
    until: until === undefined ? Infinity : checkInstant(until, "grant.until").getTime(),
    reason: checkText(grant.reason, "grant.reason", MAX_NAME_LENGTH),
  };
}

/** Takes a copy of a key. Errors name it, but never show anything of it. */
function loadKey(given: unknown, name: string): crypto.KeyObject {
  const isText = typeof given === "string";
  const bytes = isText ? Buffer.from(given, "base64") : given;
  const isExact = !isText || Buffer.from(given, "base64").toString("base64") === given;
  if (!(bytes instanceof Uint8Array) || bytes.length !== KEY_BYTES || !isExact) {
    throw invalidInput(name, "32 bytes, as they are or in base64");
  }
  return loadCrypto().createSecretKey(bytes);
}

/** Loads the cryptography of Node.js when it is first needed. */
function loadCrypto(): typeof crypto {
  return process.getBuiltinModule("node:crypto");
}
