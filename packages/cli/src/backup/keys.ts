import { hkdfSync, randomBytes, scrypt } from "node:crypto";

import { invalidInput } from "./errors.js";

/** Way from the secret of a user to the key of an object. */
export interface Encryption {
  /** Cipher of the bytes. */
  readonly cipher: "aes-256-gcm";
  /** Parameters of scrypt. */
  readonly kdf: Kdf;
  /** 16 random bytes in hexadecimal, which make the key of each object another one. */
  readonly seed: string;
}

interface Kdf {
  readonly name: "scrypt";
  readonly N: number;
  readonly r: number;
  readonly p: number;
  /** 16 random bytes in hexadecimal, the same in all of a place. */
  readonly salt: string;
}

/** Keys of one object, from the secret and its seed. */
interface ObjectKeys {
  readonly cipher: Buffer;
  /** Seals its description. */
  readonly seal: Buffer;
}

/** Derives the keys of objects from a secret. */
export interface KeyRing {
  /** True if there is a secret. */
  readonly hasSecret: boolean;
  /** Returns the keys of an object. @throws `invalid-input` without a secret */
  keysOf(encryption: Encryption): Promise<ObjectKeys>;
}

const MIN_SECRET = 12;
const COST = { name: "scrypt", N: 2 ** 15, r: 8, p: 3 } as const;
/** Bounds of what is read: a forged manifest could ask for all memory. */
const BOUNDS = { minN: 2 ** 14, maxN: 2 ** 20, maxR: 16, maxP: 16, maxBytes: 2 ** 31 } as const;
const HEX_16 = /^[0-9a-f]{32}$/u;

/** Creates the keys of a secret. @throws `invalid-input` if the secret is too short. */
export function createKeyRing(secret: string | undefined): KeyRing {
  const masters = new Map<string, Promise<Buffer>>();
  if (secret !== undefined && secret.length < MIN_SECRET) {
    throw invalidInput(`backup key is too short: take at least ${MIN_SECRET} characters`);
  }
  return {
    hasSecret: secret !== undefined,
    keysOf: async ({ kdf, seed }) => {
      if (secret === undefined) {
        throw invalidInput("backup is encrypted: set the key that it was made with");
      }
      const name = JSON.stringify(kdf);
      const master = masters.get(name) ?? derive(secret, kdf);
      masters.set(name, master);
      const bytes = await master;
      const key = (use: string): Buffer =>
        Buffer.from(hkdfSync("sha256", bytes, Buffer.from(seed, "hex"), `kioku ${use}`, 32));
      return { cipher: key("cipher"), seal: key("seal") };
    },
  };
}

async function derive(secret: string, { N, r, p, salt }: Kdf): Promise<Buffer> {
  const { promise, resolve, reject } = Promise.withResolvers<Buffer>();
  const options = { N, r, p, maxmem: 128 * N * r + 1024 * 1024 * 32 };
  const text = secret.normalize("NFKC");
  scrypt(text, Buffer.from(salt, "hex"), 32, options, (error, key) =>
    error ? reject(error) : resolve(key),
  );
  return promise;
}

/** Returns how a new object is encrypted, with the salt of its place if there is one. */
export function newEncryption(of?: Encryption): Encryption {
  const kdf = of?.kdf ?? { ...COST, salt: randomBytes(16).toString("hex") };
  return { cipher: "aes-256-gcm", kdf, seed: randomBytes(16).toString("hex") };
}

/** Returns true for a description of encryption that is safe to follow. */
export function isEncryption(value: unknown): value is Encryption {
  const { cipher, kdf, seed } = (value ?? {}) as Partial<Encryption>;
  if (cipher !== "aes-256-gcm" || !isHex(seed)) return false;
  const { name, N = 0, r = 0, p = 0, salt } = kdf ?? ({} as Partial<Kdf>);
  const isCost = [N, r, p].every((cost) => Number.isSafeInteger(cost) && cost > 0);
  if (name !== "scrypt" || !isCost || !isHex(salt)) return false;
  const isPower = Number.isInteger(Math.log2(N)) && N >= BOUNDS.minN && N <= BOUNDS.maxN;
  return isPower && r <= BOUNDS.maxR && p <= BOUNDS.maxP && 128 * N * r <= BOUNDS.maxBytes;
}

function isHex(value: unknown): boolean {
  return typeof value === "string" && HEX_16.test(value);
}
