import { createCipheriv, createDecipheriv } from "node:crypto";
import { inspect } from "node:util";

import type { JsonValue, MemoryRecord } from "@kioku/core";
import { rejection, seededRandom } from "@kioku/testing/support";
import { expect, test } from "vitest";

import { createVault, type VaultFields } from "../../../src/kinds/index.js";
import { openSecret, sealFields } from "../../../src/kinds/vault/seal.js";

const KEY = Uint8Array.from({ length: 32 }, (_, index) => index * 5 + 1);
const vault = createVault({ keys: { first: KEY }, current: "first" });
const PLACE = { vault, scope: ["acme", "ann/home"], key: "kinds/knowledge_vault/0001" };
const AAD = JSON.stringify(["kioku/vault", 1, "/acme/ann~1home", PLACE.key]);
const FIELDS: VaultFields = {
  entry_type: "credential",
  source: "router in the hall",
  sensitivity: "high",
  caption: "Password of the router",
  secret_value: "correct horse battery staple",
};
/** Answer of the Python package `cryptography` for `OPENED` and an initialization vector of 9s. */
const KNOWN = "EvQXgTTSZW6flEnOnnxPGfmeKEoZ9UmFlwrE+PvFfA5Z9u6A";
const OPENED = "密码：木马 🐴";

/** Sealed form of a secret as it stands in a record. */
interface Sealed {
  readonly v: number;
  readonly key: string;
  readonly iv: string;
  readonly data: string;
}

test("a secret is AES-256-GCM with the scope and key of its record as further data", () => {
  const { secret } = sealFields(FIELDS, PLACE);
  const { v, key, iv, data } = secret as unknown as Sealed;
  expect([v, key]).toEqual([1, "first"]);
  const bytes = Buffer.from(data, "base64");
  const decipher = createDecipheriv("aes-256-gcm", KEY, Buffer.from(iv, "base64"));
  decipher.setAAD(Buffer.from(AAD)).setAuthTag(bytes.subarray(-16));
  const text = decipher.update(bytes.subarray(0, -16), undefined, "utf8") + decipher.final("utf8");
  expect(text).toBe(FIELDS.secret_value);
});

test("a secret that another program encrypted is opened", () => {
  const iv = Buffer.alloc(12, 9);
  const cipher = createCipheriv("aes-256-gcm", KEY, iv).setAAD(Buffer.from(AAD));
  const text = Buffer.concat([cipher.update(OPENED, "utf8"), cipher.final()]);
  const data = Buffer.concat([text, cipher.getAuthTag()]).toString("base64");
  expect(data).toBe(KNOWN);
  const record = recordOf({ v: 1, key: "first", iv: iv.toString("base64"), data });
  expect(openSecret(record, vault)).toBe(OPENED);
});

test("secrets of any text from one byte to 64 KiB come back as they were", () => {
  const texts = [
    "x",
    " ",
    "\uFEFFwith a mark of byte order",
    "with\0a NUL\r\n",
    "e\u0301 is not \u00E9",
    "口令 🔑 \u200Bhidden",
    "0".repeat(65_536),
    "鍵".repeat(21_845),
  ];
  for (const secret_value of texts) {
    const caption = "Something that nobody may know";
    const given = { ...FIELDS, caption, source: "", entry_type: "note", secret_value };
    const { secret } = sealFields(given, PLACE);
    expect(openSecret(recordOf(secret), vault)).toBe(secret_value);
  }
});

test("the same secret never looks the same twice", () => {
  const seen = new Set<string>();
  for (let index = 0; index < 200; index += 1) {
    const { iv, data } = sealFields(FIELDS, PLACE).secret as unknown as Sealed;
    seen.add(iv).add(data);
  }
  expect(seen.size).toBe(400);
});

test("what is no secret is refused without a word of it", async () => {
  const wrong = ["", "x".repeat(65_537), "鍵".repeat(21_846), "half \uD800 a pair", 1234, null];
  for (const secret_value of wrong) {
    const given = { ...FIELDS, secret_value } as VaultFields;
    const error = await rejection(() => sealFields(given, PLACE));
    expect(error.code).toBe("invalid-input");
    expect(error.message).toBe("secret_value must be text of 1 to 65536 bytes of Unicode");
  }
  const error = await rejection(() => sealFields(FIELDS, { ...PLACE, vault: undefined }));
  expect(inspect(error, { depth: 9, showHidden: true })).not.toContain(FIELDS.secret_value);
});

test("fields that give the secret away are refused, however it is spelt", async () => {
  const given: readonly (readonly [string, Partial<VaultFields>])[] = [
    ["caption", { caption: "The password is hunter2!", secret_value: "hunter2" }],
    ["caption", { caption: "The password is HUNTER2", secret_value: "hunter2" }],
    ["caption", { caption: "The password is h u n t e r 2", secret_value: "hunter2" }],
    ["caption", { caption: "ｈｕｎｔｅｒ２", secret_value: "hunter2" }],
    ["caption", { caption: "密码是 天王盖 地虎", secret_value: "天王盖地虎" }],
    ["caption", { caption: "PIN 12 of the card", secret_value: "12" }],
    ["source", { source: "https://ann:hunter2@router", secret_value: "hunter2" }],
    ["entry_type", { entry_type: "hunter2", secret_value: "hunter2" }],
  ];
  for (const [name, changed] of given) {
    const error = await rejection(() => sealFields({ ...FIELDS, ...changed }, PLACE));
    expect(error).toMatchObject({ code: "invalid-input" });
    expect(error.message).toBe(`${name} must be without the secret`);
  }
  const near = { ...FIELDS, caption: "PIN of the card of 2012, no. 123", secret_value: "12" };
  expect(sealFields(near, PLACE).fields.caption).toBe(near.caption);
});

test("1,000 of 1,000 changed, cut and moved secrets are noticed", async () => {
  const random = seededRandom(29);
  const pick = (count: number): number => Math.floor(random() * count);
  const seen = new Map<string, number>();
  for (let index = 0; index < 1_000; index += 1) {
    const place = {
      vault,
      scope: ["acme", `user-${index}`],
      key: `kinds/knowledge_vault/${index}`,
    };
    const sealed = sealFields(FIELDS, place).secret as unknown as Sealed;
    const bytes = Buffer.from(sealed.data, "base64");
    const iv = Buffer.from(sealed.iv, "base64");
    const other = sealFields(FIELDS, PLACE).secret as unknown as Sealed;
    const cut = 1 + pick(bytes.length - 1);
    const attacks: Readonly<Record<string, unknown>> = {
      "a bit of the data": { ...sealed, data: flip(bytes, pick(bytes.length * 8)) },
      "a bit of the tag": { ...sealed, data: flip(bytes, (bytes.length - 16) * 8 + pick(128)) },
      "a bit of the vector": { ...sealed, iv: flip(iv, pick(96)) },
      "a letter of base64": {
        ...sealed,
        data: changeLetter(sealed.data, pick(sealed.data.length)),
      },
      "the spare bits of base64": { ...sealed, data: changeSpareBits(sealed.data) },
      "a space in base64": { ...sealed, iv: `${sealed.iv} ` },
      "a cut end": { ...sealed, data: bytes.subarray(0, -cut).toString("base64") },
      "a cut beginning": { ...sealed, data: bytes.subarray(cut).toString("base64") },
      "a longer end": { ...sealed, data: Buffer.concat([bytes, iv]).toString("base64") },
      "another vector": { ...sealed, iv: other.iv },
      "the secret of another record": other,
      "another format": { ...sealed, v: 2 },
      "no secret": [undefined, null, [], "x", {}, { ...sealed, iv: "" }][pick(6)],
      "another record": "moved",
      "another scope": "moved",
      "the scope above": "moved",
    };
    const names = Object.keys(attacks);
    const name = names[index % names.length] ?? "";
    const changed = attacks[name] === "moved" ? sealed : attacks[name];
    const places: Readonly<Record<string, typeof place>> = {
      "another record": { ...place, key: `${place.key}0` },
      "another scope": { ...place, scope: ["acme", `user-${index}0`] },
      "the scope above": { ...place, scope: ["acme"] },
    };
    const record = recordOf(changed as JsonValue, places[name] ?? place);
    const error = await rejection(() => openSecret(record, vault));
    expect([name, error.code]).toEqual([name, "store-failed"]);
    expect(error.message).toBe("secret is damaged, or was moved to another record");
    expect(error.cause).toBeUndefined();
    seen.set(name, (seen.get(name) ?? 0) + 1);
  }
  expect(Math.min(...seen.values())).toBeGreaterThan(60);
});

test("a secret whose key is gone is told apart from a damaged one", async () => {
  const { secret } = sealFields(FIELDS, PLACE);
  const later = createVault({ keys: { second: KEY }, current: "second" });
  const error = await rejection(() => openSecret(recordOf(secret), later));
  expect(error.code).toBe("invalid-input");
  expect(error.message).toBe("vault has no key first, which a secret needs");
});

/** Returns the record of a secret as a store would. */
function recordOf(secret: JsonValue | undefined, place: typeof PLACE = PLACE): MemoryRecord {
  const { scope, key } = place;
  return { scope, key, value: { secret } } as unknown as MemoryRecord;
}

function flip(bytes: Buffer, bit: number): string {
  const copy = Buffer.from(bytes);
  copy[bit >> 3] = (copy[bit >> 3] ?? 0) ^ (1 << (bit & 7));
  return copy.toString("base64");
}

/** Changes the bits of the last letter that stand for nothing. */
function changeSpareBits(data: string): string {
  const changed = data.replace(/.(?==+$)/u, (letter) => {
    return String.fromCharCode(letter.charCodeAt(0) + 1);
  });
  expect(Buffer.from(changed, "base64")).toEqual(Buffer.from(data, "base64"));
  expect(changed).not.toBe(data);
  return changed;
}

function changeLetter(text: string, index: number): string {
  const letter = text[index] === "A" ? "B" : "A";
  return text.slice(0, index) + letter + text.slice(index + 1);
}
