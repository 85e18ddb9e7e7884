import { invalidInput } from "@kioku/core/toolkit";

import type { CharacterCard } from "../model/character-card.js";
import { parseCard } from "./parse-card.js";
import { isPng, readPngTexts } from "./png-texts.js";

/** Most bytes of a file, and of the JSON in it. */
const MAX_BYTES = 33_554_432;
const MAX_JSON = 4_194_304;
const NO_BASE64 = /[^A-Za-z0-9+/=\s]/u;
/** Beginning of a ZIP, as CHARX files are. */
const ZIP = [0x50, 0x4b] as const;

/**
 * Reads a character card of SillyTavern, version 1, 2 or 3: the bytes of a PNG or of JSON, a text
 * of JSON, or what is parsed of one. Of a PNG with cards of two versions the newer counts.
 *
 * ```ts
 * const card = readCharacterCard(await readFile("seraphina.png"));
 * ```
 * @throws `invalid-input` for anything else, and for one that is damaged or over the limits.
 */
export function readCharacterCard(source: Uint8Array | string | object): CharacterCard {
  if (typeof source === "string") return parseCard(fromJson(source));
  if (!(source instanceof Uint8Array)) return parseCard(source);
  if (source.length > MAX_BYTES) throw invalidInput("source", `at most ${MAX_BYTES} bytes`);
  if (isPng(source)) return parseCard(fromJson(jsonOfPng(source)));
  if (ZIP.every((byte, index) => source[index] === byte)) {
    throw invalidInput("source", "the card.json of a CHARX file, which is a ZIP to be unpacked");
  }
  return parseCard(fromJson(decodeUtf8(source)));
}

function jsonOfPng(bytes: Uint8Array): string {
  const texts = readPngTexts(bytes);
  const encoded = texts.get("ccv3") ?? texts.get("chara");
  if (encoded === undefined) throw invalidInput("source", "a PNG with a character card");
  if (NO_BASE64.test(encoded)) throw invalidInput("source", "a card in base64");
  return decodeUtf8(Buffer.from(encoded, "base64"));
}

function decodeUtf8(bytes: Uint8Array): string {
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    throw invalidInput("source", "a PNG, or JSON in UTF-8");
  }
}

function fromJson(text: string): unknown {
  if (text.length > MAX_JSON) throw invalidInput("source", `JSON of at most ${MAX_JSON} units`);
  try {
    const parsed: unknown = JSON.parse(text.replace(/^\u{FEFF}/u, ""));
    return parsed;
  } catch {
    throw invalidInput("source", "a card in JSON");
  }
}
