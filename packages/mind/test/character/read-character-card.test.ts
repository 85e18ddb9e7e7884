import { MemoryError } from "@kioku/core";
import { describe, expect, test } from "vitest";

import { fillCharacterText, readCharacterCard } from "../../src/character/index.js";
import { cardV2, cardV3, CHINESE, encoded, png } from "./cards.js";

describe("a character card", () => {
  test("of version 2 is read from a PNG, with its instructions apart", () => {
    const card = readCharacterCard(png([["chara", encoded(cardV2())]]));
    expect(card).toMatchObject({
      version: 2,
      name: "Ilse Brandt",
      personality: "Dry humour. She never hurries.",
      greetings: ["So you can swim after all, {{user}}.", "Tea or rum?"],
      instructions: { system: "Write at most two paragraphs.", postHistory: "Stay in character." },
      tags: ["sea"],
      creator: "tests",
      creatorNotes: "Best with fog.",
    });
    expect(card.lore.map(({ name }) => name)).toEqual(["Varnholm", "Tilda"]);
    expect(card).not.toHaveProperty("nickname");
    expect(JSON.stringify(card)).not.toContain("depth");
  });

  test("of version 1 is read from JSON, as text, bytes or parsed", () => {
    const flat = { name: "Bo", description: "{{char}} is a fox.", first_mes: "Hi!" };
    const expected = { version: 1, name: "Bo", description: "{{char}} is a fox.", scenario: "" };
    for (const source of [flat, JSON.stringify(flat), Buffer.from(JSON.stringify(flat))]) {
      expect(readCharacterCard(source)).toMatchObject(expected);
    }
  });

  test("of version 3 wins over one of version 2 in the same PNG, wherever it stands", () => {
    const old = ["chara", encoded(cardV2({ name: "Old" }))] as const;
    const young = ["ccv3", encoded(cardV3({ name: "New", nickname: "Nyx" }))] as const;
    for (const texts of [
      [old, young],
      [young, old],
    ]) {
      const card = readCharacterCard(png([["Software", "paint"], ...texts]));
      expect(card).toMatchObject({ version: 3, name: "New", nickname: "Nyx" });
    }
  });

  test("of JSON may begin with a byte order mark", () => {
    const text = `\uFEFF${JSON.stringify(cardV2())}`;
    for (const source of [text, Buffer.from(text)]) {
      expect(readCharacterCard(source).name).toBe("Ilse Brandt");
    }
  });

  test("that is full of blanks or chunks is refused in linear time", () => {
    const blanks = png([["chara", `${" ".repeat(2_000_000)}!`]]);
    expect(() => readCharacterCard(blanks)).toThrow("in base64");
    const chunks = png(Array.from({ length: 50_000 }, (_, index) => [`key ${index}`, ""]));
    expect(() => readCharacterCard(chunks)).toThrow("with a character card");
  });

  test("in Chinese keeps every character", () => {
    const card = readCharacterCard(png([["chara", encoded(CHINESE)]]));
    expect(card.name).toBe("林小雨");
    expect(card.scenario).toBe("{{user}}带来了一本被虫蛀的家谱。");
  });

  test("has lore without decorators", () => {
    const entries = [{ keys: ["tower"], content: "@@depth 4\n@@role system\nThe tower leans." }];
    const card = readCharacterCard(cardV3({ character_book: { entries } }));
    expect(card.lore).toEqual([{ name: "tower", keys: ["tower"], content: "The tower leans." }]);
  });

  test("with a member of a prototype as a name changes nothing", () => {
    const text = `{"name":"Bo","__proto__":{"description":"evil","tags":["evil"]},"constructor":{"prototype":{"evil":1}}}`;
    const card = readCharacterCard(text);
    expect(card).toMatchObject({ description: "", tags: [] });
    expect(Object.hasOwn(Object.prototype, "evil")).toBe(false);
    const inherited = Object.create({ description: "inherited" }) as object;
    expect(readCharacterCard(Object.assign(inherited, { name: "Bo" })).description).toBe("");
  });

  const whole = png([["chara", encoded(cardV2())]]);
  const changed = Buffer.from(whole);
  const at = changed.indexOf("chara") + 20;
  changed[at] = (changed[at] ?? 0) ^ 1;
  test.each<readonly [string, Uint8Array | string | object]>([
    ["a PNG without a card", png([["Software", "paint"]])],
    ["a PNG with a wrong checksum", changed],
    ["a PNG that is cut", whole.subarray(0, -30)],
    ["a PNG whose card is no base64", png([["chara", "{!}"]])],
    ["a PNG whose card is no JSON", png([["chara", Buffer.from("{").toString("base64")]])],
    ["a PNG whose card is no UTF-8", png([["chara", Buffer.from([0xff]).toString("base64")]])],
    ["no text", ""],
    ["a list", "[]"],
    ["a number", "7"],
    ["another sort of file", Buffer.from("GIF89a")],
    ["an archive", Buffer.from("PK\u0003\u0004")],
    ["an unknown version", { spec: "chara_card_v9", data: { name: "Bo" } }],
    ["a card without data", { spec: "chara_card_v2" }],
    ["a card without a name", { description: "Nobody." }],
    ["a name of another type", { name: 7 }],
    ["a name that is too long", { name: "x".repeat(201) }],
    ["a text that is too long", { name: "Bo", description: "x".repeat(200_001) }],
    ["too many tags", { name: "Bo", tags: Array.from({ length: 1001 }, () => "x") }],
    ["a file that is too large", new Uint8Array(33_554_433)],
  ])("is not read from %s", (_, source) => {
    expect(() => readCharacterCard(source)).toThrow(MemoryError);
  });
});

test("names are filled in as they are, in all spellings, and comments go", () => {
  const text =
    "{{char}} and {{ User }}, <BOT> and <USER>{{// a note}}{{comment: b}}, {{random:a,b}}";
  const names = { name: "Ilse Brandt", nickname: "Ilse", user: "$& {{char}}" };
  expect(fillCharacterText(text, names)).toBe(
    "Ilse and $& {{char}}, Ilse and $& {{char}}, {{random:a,b}}",
  );
});
