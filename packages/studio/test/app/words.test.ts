import { globSync, readFileSync } from "node:fs";
import { stripTypeScriptTypes } from "node:module";
import { fileURLToPath } from "node:url";

import { describe, expect, it } from "vitest";

import { splitWords } from "../../split-words.js";
import { fill } from "../../src/app/words/fill.js";

const APP = fileURLToPath(new URL("../../src/app/", import.meta.url));
const PLACE = /\{(?<index>\d)/gu;

/** Hook of the plugin, as the build calls it. */
type Hook = (this: unknown, ...args: readonly string[]) => unknown;

/** Returns the texts of each language as a build writes them, by the names of their files. */
function builtWords(): Readonly<Record<string, object>> {
  const { transform, generateBundle } = splitWords() as unknown as Record<string, Hook>;
  for (const file of globSync("**/*.ts", { cwd: APP })) {
    const code = readFileSync(`${APP}${file}`, "utf8");
    transform?.call({}, stripTypeScriptTypes(code), `/src/app/${file}`);
  }
  const built: Record<string, object> = {};
  const emitFile = ({ fileName, source }: Readonly<Record<"fileName" | "source", string>>) => {
    built[fileName] = JSON.parse(source) as object;
  };
  generateBundle?.call({ emitFile });
  return built;
}

/** Returns the paths of all texts, each with the places that it has. */
function placesOf(texts: object, path = ""): readonly string[] {
  return Object.entries(texts).flatMap(([name, text]: readonly [string, unknown]) => {
    const place = `${path}/${name}`;
    if (typeof text === "object" && text !== null) return placesOf(text, place);
    const places = String(text).matchAll(PLACE);
    const found = new Set([...places].map(({ groups }) => Number(groups?.["index"])));
    return [`${place} ${[...found].toSorted((a, b) => a - b).join(" ")}`];
  });
}

describe("the words of the page", () => {
  it("have the same names and the same places in both languages", () => {
    const { "en.json": en = {}, "zh.json": zh = {} } = builtWords();
    expect(placesOf(en).length).toBeGreaterThan(500);
    expect(placesOf(zh)).toEqual(placesOf(en));
  });
});

describe("a text with places", () => {
  it("takes values in any order, and nothing where one lacks", () => {
    expect(fill("{1} of {0}{2}", ["a", "b"], "en")).toBe("b of a");
  });

  it("writes numbers as the language does, and texts as they are", () => {
    expect(fill("{0}, {1}", [12_345, "12345"], "de")).toBe("12.345, 12345");
  });

  it("chooses by a number", () => {
    const text = "{0|one word|# words}";
    expect([0, 1, 2, "1"].map((count) => fill(text, [count], "en"))).toEqual([
      "0 words",
      "one word",
      "2 words",
      "one word",
    ]);
  });

  it("keeps what a value brings along", () => {
    expect(fill("{0|x|# of $& }", ["{1} $&"], "en")).toBe("{1} $& of $& ");
  });
});
