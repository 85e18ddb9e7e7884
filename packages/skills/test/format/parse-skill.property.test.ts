import { MemoryError } from "@kioku/core";
import * as fc from "fast-check";
import { expect, test } from "vitest";
import { stringify } from "yaml";

import { isSkillName } from "../../src/format/skill-name.js";
import { parseSkill } from "../../src/index.js";
import type { ParseSkillOptions, Skill } from "../../src/index.js";

/** Pieces that mean something to YAML, to frontmatter or to the standard. */
const PIECES = [
  "---",
  "\n",
  "\r\n",
  "\r",
  "  ",
  "\t",
  ": ",
  "name: ",
  "description: ",
  "metadata:\n  ",
  "kioku-triggers: |\n    ",
  "allowed-tools: ",
  "license: ",
  "- ",
  "? ",
  "&a ",
  "*a ",
  "!!js/function ",
  "!x ",
  "[",
  "]",
  "{",
  "}",
  "|\n",
  ">-\n",
  "#",
  "%YAML 1.1\n",
  "...\n",
  '"',
  "'",
  "\\",
  "@",
  "`",
  "\uFEFF",
  "\0",
  "\uD800",
  "__proto__: ",
  "<<: ",
  "pdf",
  "记忆",
  "x".repeat(2_000),
  "y".repeat(4_500),
];

const noise = fc
  .array(fc.oneof(fc.constantFrom(...PIECES), fc.string({ unit: "binary", maxLength: 5 })), {
    maxLength: 60,
  })
  .map((parts) => parts.join(""));
const sources = fc.oneof(
  noise,
  noise.map((text) => `---\n${text}\n---\nbody`),
  noise.map((text) => `---\nname: pdf\ndescription: d\n${text}\n---\nbody`),
);

interface Attempt {
  readonly skill?: Skill;
  readonly error?: unknown;
  readonly warnings: readonly string[];
}

function attempt(text: string, options: ParseSkillOptions = {}): Attempt {
  const warnings: string[] = [];
  try {
    const skill = parseSkill(text, { onWarning: (message) => warnings.push(message), ...options });
    return { skill, warnings };
  } catch (error) {
    return { error, warnings };
  }
}

/** Returns true for the error of wrong input. */
function isRefusal(error: unknown): boolean {
  return MemoryError.is(error, "invalid-input");
}

/** Returns true for a skill that a runtime accepts. */
function isSound(skill: Skill): boolean {
  const { name, description, instructions, license = "", compatibility = "" } = skill;
  const own = Object.values(skill.metadata ?? {});
  const fields = [license, compatibility, ...(skill.allowedTools ?? []), ...own];
  return (
    isSkillName(name) &&
    description.length > 0 &&
    description.length <= 1_024 &&
    typeof instructions === "string" &&
    fields.every((field) => typeof field === "string" && field.length <= 4_096)
  );
}

test("any text is a sound skill, or is refused with an error of ours", () => {
  let read = 0;
  fc.assert(
    fc.property(sources, fc.boolean(), (text, strict) => {
      const { skill, error } = attempt(text, { strict });
      if (skill) read += 1;
      expect(skill ? isSound(skill) : isRefusal(error)).toBe(true);
    }),
    { numRuns: 2_000 },
  );
  expect(read).toBeGreaterThan(100);
});

test("what is read strictly is read the same way otherwise, without a warning, and the reverse", () => {
  fc.assert(
    fc.property(sources, (text) => {
      const lenient = attempt(text);
      const strict = attempt(text, { strict: true });
      const clean = strict.skill ? lenient : { skill: undefined };
      expect(clean.skill).toEqual(strict.skill);
      expect(strict.skill ? lenient.warnings : []).toEqual([]);
      // A warning is a fault, and a fault is refused.
      expect(lenient.warnings.length > 0 && strict.skill !== undefined).toBe(false);
    }),
    { numRuns: 1_000 },
  );
});

test("names, descriptions, metadata and bodies come back as they were written", () => {
  const name = fc.stringMatching(/^[a-z0-9\u4e00-\u9fa5]{1,20}(?:-[a-zß-öø-ÿ0-9]{1,12}){0,2}$/u);
  const words = fc
    .string({ unit: "grapheme", minLength: 1, maxLength: 200 })
    .map((text) => text.replaceAll(/[\p{Cc}\p{Cf}\u2028\u2029\uFEFF]/gu, "x").trim())
    .filter((text) => text !== "");
  const written = fc.record({
    name: name.filter((text) => isSkillName(text)),
    description: words,
    metadata: fc.dictionary(fc.stringMatching(/^[a-z][a-z0-9._-]{0,20}$/u), words, {
      minKeys: 1,
      maxKeys: 4,
    }),
    instructions: words,
  });
  fc.assert(
    fc.property(written, (skill) => {
      const { instructions, ...manifest } = skill;
      const frontmatter = stringify(manifest, { lineWidth: 0 });
      const source = `---\n${frontmatter}---\n\n${instructions}\n`;
      expect(parseSkill(source, { directoryName: skill.name, strict: true })).toMatchObject(skill);
    }),
    { numRuns: 500 },
  );
});

test("frontmatter made to be slow is read, or refused as wrong input", () => {
  const size = 16_000;
  const fill = (piece: string): string =>
    piece.repeat(Math.min(Math.floor(size / piece.length), piece.includes("\n") ? 990 : size));
  const keys = Array.from({ length: 990 }, (_, index) => `k${index}: v`).join("\n");
  const slow = [
    ...[
      "[",
      "{",
      "{a: ",
      "- ",
      "? ",
      ": ",
      "&a ",
      "!a ",
      "'\n",
      "a:\n ",
      " \n",
      "\n\n",
      "#",
      "\t",
      '"',
      "|\n",
      "a: b: c\n",
      "a: [\n",
    ].map(fill),
    keys,
    `metadata:\n${keys.replaceAll(/^/gmu, "  ")}`,
    `x: ${fill("(")}`,
    `allowed-tools: ${fill("(,) ")}`,
    `name: ${fill("A-")}`,
    `name: ${fill("-")}`,
  ];
  for (const text of slow) {
    const source = `---\ndescription: d\n${text}\n---\n`;
    const { skill, error } = attempt(source, { directoryName: "pdf" });
    expect(skill ? skill.description === "d" : isRefusal(error)).toBe(true);
  }
});
