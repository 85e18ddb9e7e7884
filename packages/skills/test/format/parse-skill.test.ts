import { describe, expect, onTestFinished, test } from "vitest";
import { YAMLError } from "yaml";

import { parseSkill } from "../../src/index.js";
import type { ParseSkillOptions, Skill } from "../../src/index.js";

interface Parsed {
  readonly skill: Skill;
  readonly warnings: readonly string[];
}

/** A fault, a SKILL.md that has it, and the result. */
type Fault = readonly [
  string,
  string,
  {
    readonly warning: RegExp;
    readonly read: Partial<Skill>;
  },
];

function parse(text: string, options: ParseSkillOptions = {}): Parsed {
  const warnings: string[] = [];
  const skill = parseSkill(text, { onWarning: (message) => warnings.push(message), ...options });
  return { skill, warnings };
}

function wrong(value: unknown): never {
  return value as never;
}

function tools(value: string): unknown {
  return parse(source("name: pdf", "description: d", `allowed-tools: ${value}`)).skill.allowedTools;
}

function triggers(...lines: readonly string[]): Parsed {
  return parse(source("name: trip", "description: d", "metadata:", ...lines));
}

function described(name: string, ...fields: readonly string[]): Skill["triggers"] {
  return parse(source(`name: ${name}`, ...fields)).skill.triggers;
}

function source(...fields: readonly string[]): string {
  return ["---", ...fields, "---", "# Body"].join("\n");
}

const PLAIN = source("name: pdf", "description: Reads PDF files");

test("a skill of the standard is read without a warning, strict or not", () => {
  const text = source(
    "name: pdf-processing",
    "description: Extract text, fill forms. Use when handling PDFs.",
    "license: Apache-2.0",
    "compatibility: Requires Python 3.14+ and uv",
    "allowed-tools: Bash(git add:*) Read",
    "metadata:",
    "  author: example-org",
    "  version: 1.0",
  );
  const expected = {
    name: "pdf-processing",
    description: "Extract text, fill forms. Use when handling PDFs.",
    license: "Apache-2.0",
    compatibility: "Requires Python 3.14+ and uv",
    allowedTools: ["Bash(git add:*)", "Read"],
    metadata: { author: "example-org", version: "1.0" },
    instructions: "# Body",
  };
  for (const strict of [false, true]) {
    const { skill, warnings } = parse(text, { directoryName: "pdf-processing", strict });
    expect(skill).toMatchObject(expected);
    expect(warnings).toEqual([]);
  }
});

test("scalars stay the texts that they are in the file", () => {
  const { skill } = parse(
    source(
      "name: 404",
      "description: yes",
      "license: 0x1F",
      "metadata:",
      "  on: 2026-01-02",
      "  no: ~",
    ),
  );
  expect(skill).toMatchObject({ name: "404", description: "yes", license: "0x1F" });
  expect(skill.metadata).toEqual({ on: "2026-01-02", no: "~" });
});

test("the body keeps its inner blank lines, its indentation and later lines of dashes", () => {
  const text = source("name: pdf", "description: d").replace(
    "# Body",
    "\n    code\n\n---\nend\n\n",
  );
  expect(parse(text).skill.instructions).toBe("    code\n\n---\nend");
});

test("a skill may have no body", () => {
  expect(parse("---\nname: pdf\ndescription: d\n---").skill.instructions).toBe("");
});

test("line ends of Windows and old Macs are read as line feeds", () => {
  for (const end of ["\r\n", "\r"]) {
    const { skill, warnings } = parse(`${PLAIN}\nmore`.replaceAll("\n", end), { strict: true });
    expect(skill).toMatchObject({ name: "pdf", instructions: "# Body\nmore" });
    expect(warnings).toEqual([]);
  }
});

describe("faults that are passed over, and refused if strict", () => {
  const faults: readonly Fault[] = [
    ["a byte order mark", `\uFEFF${PLAIN}`, { warning: /byte order mark/u, read: { name: "pdf" } }],
    [
      "blank lines at the start",
      `\n \n${PLAIN}`,
      { warning: /blank lines/u, read: { name: "pdf" } },
    ],
    [
      "a colon in a value",
      source("name: pdf", "description: Use when: the user asks"),
      { warning: /line 3: .*as if they had/u, read: { description: "Use when: the user asks" } },
    ],
    [
      "a colon in a value that goes on",
      source("name: pdf", "description: Use this", "  when: asked", "  and: told", "license: MIT"),
      {
        warning: /no YAML/u,
        read: { description: "Use this when: asked and: told", license: "MIT" },
      },
    ],
    [
      "a quote that closes too early",
      source("name: pdf", 'description: "Reads" PDF: all of them'),
      { warning: /no YAML/u, read: { description: '"Reads" PDF: all of them' } },
    ],
    [
      "a value that begins with a sign of YAML",
      source("name: pdf", "description: @mentions and `code`"),
      { warning: /no YAML/u, read: { description: "@mentions and `code`" } },
    ],
    [
      "colons within metadata",
      source("name: pdf", "description: d", "metadata:", "  note: a: b", "  other: c"),
      { warning: /no YAML/u, read: { metadata: { note: "a: b", other: "c" } } },
    ],
    [
      "tabs as indentation",
      source("name: pdf", "description: d", "metadata:", "\tauthor: me"),
      { warning: /no YAML/u, read: { metadata: { author: "me" } } },
    ],
    [
      "a name twice",
      source("name: a", "name: b", "description: d"),
      { warning: /comes twice/u, read: { name: "b" } },
    ],
    ["a tag", source("name: !!str a", "description: d"), { warning: /tags/u, read: { name: "a" } }],
    [
      "capitals",
      source("name: PDF Tools", "description: d"),
      { warning: /read as "pdf-tools"/u, read: { name: "pdf-tools" } },
    ],
    [
      "capitals alone",
      source("name: PDF", "description: d"),
      { warning: /read as "pdf"/u, read: { name: "pdf" } },
    ],
    [
      "double hyphens",
      source("name: -pdf--x-", "description: d"),
      { warning: /single hyphens/u, read: { name: "pdf-x" } },
    ],
    [
      "a name that is too long",
      source(`name: ${"ab-".repeat(30)}c`, "description: d"),
      { warning: /1 to 64/u, read: { name: `${"ab-".repeat(21)}a` } },
    ],
    [
      "a description that is too long",
      source("name: pdf", `description: ${"x".repeat(1_025)}`),
      {
        warning: /1024 characters long, got 1025/u,
        read: { description: `${"x".repeat(1_023)}…` },
      },
    ],
    [
      "a field of another client",
      source("name: pdf", "description: d", "argument-hint: a file"),
      { warning: /"argument-hint" is not of the standard/u, read: { name: "pdf" } },
    ],
    [
      "metadata that is no text",
      source(
        "name: pdf",
        "description: d",
        "metadata:",
        "  tags:",
        "    - a",
        "    - b",
        "  deep:",
        "    x: y",
      ),
      {
        warning: /"tags" of the metadata/u,
        read: { metadata: { tags: "a\nb", deep: '{"x":"y"}' } },
      },
    ],
    [
      "metadata that is no map",
      source("name: pdf", "description: d", "metadata: me"),
      { warning: /"metadata" must be a map/u, read: { name: "pdf" } },
    ],
    [
      "tools that are a map",
      source("name: pdf", "description: d", "allowed-tools:", "  Read: x"),
      { warning: /"allowed-tools"/u, read: { allowedTools: [] } },
    ],
    [
      "a licence that is a list",
      source("name: pdf", "description: d", "license:", "  - MIT"),
      { warning: /"license" must be a text/u, read: { name: "pdf" } },
    ],
    [
      "a compatibility that is too long",
      source("name: pdf", "description: d", `compatibility: ${"x".repeat(501)}`),
      { warning: /compatibility is longer/u, read: { compatibility: "x".repeat(501) } },
    ],
  ];

  test.each(faults)("%s", (_, text, { warning, read }) => {
    const { skill, warnings } = parse(text);
    expect(skill).toMatchObject(read);
    expect(warnings.join("\n")).toMatch(warning);
    expect(() => parseSkill(text, { strict: true })).toThrow(
      expect.objectContaining({ name: "MemoryError", code: "invalid-input" }),
    );
  });

  test("what is left out is not there at all", () => {
    const { skill } = parse(source("name: pdf", "description: d", "license: []", "metadata: x"));
    expect(Object.keys(skill)).toEqual(["name", "description", "triggers", "instructions"]);
  });
});

describe("what the validator does not read is refused only if strict", () => {
  test.each([
    ["lists in brackets", "allowed-tools: [Read, Write]", { allowedTools: ["Read", "Write"] }],
    ["anchors", "license: &x MIT", { license: "MIT" }],
  ])("%s", (_, field, expected) => {
    const text = source("name: pdf", "description: d", field);
    const { skill, warnings } = parse(text);
    expect(skill).toMatchObject(expected);
    expect(warnings).toEqual([]);
    expect(() => parseSkill(text, { strict: true })).toThrow(/not read/u);
  });
});

describe("a SKILL.md that cannot be used is refused, strict or not", () => {
  test.each([
    ["is empty", "", /must begin with frontmatter/u],
    ["has no frontmatter", "# Title\n---\nname: x\n---", /must begin with frontmatter/u],
    ["does not close its frontmatter", "---\nname: pdf\ndescription: d\n# Body", /must be closed/u],
    ["has no description", source("name: pdf"), /description/u],
    ["has a blank description", source("name: pdf", 'description: "  "'), /description/u],
    [
      "has a description that is a list",
      source("name: pdf", "description:", "  - d"),
      /description/u,
    ],
    ["has a list as frontmatter", source("- name"), /YAML mapping/u],
    ["has no YAML", source("name: pdf", "description: d", "]: ["), /line 4/u],
    ["has a key that is a list", source("name: pdf", "description: d", "? [a]", ": b"), /keys/u],
    ["has a name of signs only", source("name: '---'", "description: d"), /letter or a digit/u],
    [
      "has too much frontmatter",
      source("name: pdf", `description: ${"x".repeat(16_384)}`),
      /16384/u,
    ],
    [
      "has too many lines of it",
      source("description: d", ...Array.from({ length: 1_001 }, () => "#")),
      /1000 lines/u,
    ],
    ["is too long", `${PLAIN}${"x".repeat(1_048_577)}`, /at most 1048576/u],
  ])("one that %s", (_, text, message) => {
    for (const strict of [false, true]) {
      expect(() => parseSkill(text, { strict })).toThrow(message);
    }
  });
});

test("aliases are never followed, so a bomb of them is a short text", () => {
  const bomb = [
    "a: &a [x, x]",
    ...Array.from(
      { length: 30 },
      (_, i) => `b${i}: &b${i} [${i === 0 ? "*a, *a" : `*b${i - 1}, *b${i - 1}`}]`,
    ),
  ];
  const text = source(
    "name: &n pdf",
    "description: *n",
    "metadata:",
    ...bomb.map((line) => `  ${line}`),
  );
  const { skill, warnings } = parse(text);
  expect(skill.description).toBe("*n");
  expect(JSON.stringify(skill).length).toBeLessThan(2 * text.length);
  expect(warnings.join("\n")).toMatch(/[Aa]lias/u);
  expect(() => parseSkill(text, { strict: true })).toThrow(/[Aa]lias/u);
});

describe("names", () => {
  test("a name that is not the directory's is kept and reported", () => {
    const { skill, warnings } = parse(PLAIN, { directoryName: "other" });
    expect(skill.name).toBe("pdf");
    expect(warnings).toEqual(['the name "pdf" is not the one of its directory, "other"']);
    expect(() => parseSkill(PLAIN, { directoryName: "other", strict: true })).toThrow(/directory/u);
  });

  test("a name that is missing is the directory's", () => {
    const text = source("description: d");
    expect(parse(text, { directoryName: "pdf_tools" }).skill.name).toBe("pdf-tools");
    expect(() => parseSkill(text, {})).toThrow(/name/u);
  });

  test("letters of any script are compared in one form", () => {
    const text = source("name: ｃａｆé", "description: d");
    const { skill, warnings } = parse(text, { directoryName: "cafe\u0301", strict: true });
    expect(skill.name).toBe("café");
    expect(warnings).toEqual([]);
    expect(parse(source("name: 记忆-2", "description: d"), { strict: true }).skill.name).toBe(
      "记忆-2",
    );
  });
});

test("tools may be a list, or stand between blanks or commas outside of parentheses", () => {
  expect(tools("Read, Bash(npm run build, x) ,Write")).toEqual([
    "Read",
    "Bash(npm run build, x)",
    "Write",
  ]);
  expect(tools("\n  - Read\n  - Bash(git:*)")).toEqual(["Read", "Bash(git:*)"]);
  expect(tools("Bash(a) b)c (open")).toEqual(["Bash(a)", "b)c", "(open"]);
});

describe("fields of clients that are followed", () => {
  test.each([
    ["when_to_use: Before a trip.", "Before a trip."],
    ["when-to-use: Before a trip.", "Before a trip."],
    ["when_to_use:\n  - Before a trip\n  - 出门之前", "Before a trip\n出门之前"],
  ])("when to use it: %j", (field, whenToUse) => {
    const { skill, warnings } = parse(source("name: trip", "description: d", field));
    expect(skill.whenToUse).toBe(whenToUse);
    expect(warnings).toEqual([]);
  });

  test("an occasion that is too long is cut, one that is no text is left out", () => {
    const long = parse(source("name: a", "description: d", `when_to_use: ${"x".repeat(1_025)}`));
    expect(long.skill.whenToUse).toHaveLength(1_024);
    expect(long.warnings).toEqual([expect.stringContaining("it is cut")]);
    const map = parse(source("name: a", "description: d", "when_to_use:", "  a: b"));
    expect(map.skill.whenToUse).toBeUndefined();
    expect(map.warnings).toEqual([expect.stringContaining("it is left out")]);
  });

  test.each([
    ["true", true, 0],
    ["Yes", true, 0],
    ["false", undefined, 0],
    ["", undefined, 0],
    ["maybe", true, 1],
    ["[true]", true, 1],
  ])("disable-model-invocation: %s", (value, expected, warned) => {
    const field = `disable-model-invocation: ${value}`;
    const { skill, warnings } = parse(source("name: a", "description: d", field));
    expect(skill.disableModelInvocation).toBe(expected);
    expect(skill.triggers === undefined).toBe(expected === true);
    expect(warnings).toHaveLength(warned);
  });

  test("are refused if strict", () => {
    for (const field of ["when_to_use: x", "disable-model-invocation: true"]) {
      const text = source("name: a", "description: d", field);
      expect(() => parseSkill(text, { strict: true })).toThrow(/is not of the standard/u);
    }
  });
});

describe("a description makes the examples of a skill without any", () => {
  test("of its name, sentences and enumerations, without the words about its use", () => {
    const description =
      "Plans trips and packs bags, e.g. for hiking. Use this skill when the user wants to pack a suitcase, book a hostel, or plan a route. Do NOT use for business travel.";
    expect(described("trip-packing", `description: ${description}`)).toEqual([
      {
        mood: "any",
        when: [
          "trip packing",
          "Plans trips and packs bags, e.g. for hiking",
          "Plans trips and packs bags",
          "e.g. for hiking",
          "pack a suitcase, book a hostel, or plan a route",
          "pack a suitcase",
          "book a hostel",
          "plan a route",
        ],
        not: ["Do NOT use for business travel"],
      },
    ]);
  });

  test("of what it quotes, if that is more than a word", () => {
    const description = `'This skill should be used when the user asks to "pack my bag", "plan a trip" or mentions "luggage".'`;
    const [trigger] = described("trip", `description: ${description}`) ?? [];
    expect(trigger?.when).toEqual(["pack my bag", "plan a trip"]);
  });

  test("of short sentences alone, if there are several", () => {
    const long = "Knows all that one has to think of before one leaves for a long trip abroad.";
    const [trigger] = described("trip", `description: Packs bags. Books trains. ${long}`) ?? [];
    expect(trigger?.when).toEqual(["Packs bags", "Books trains"]);
  });

  test("in Chinese, too, and of when to use it, line by line", () => {
    const description =
      "整理行李清单。当用户想要收拾行李、安排旅行路线时使用此技能。不要用于订机票。";
    const occasions = ["when_to_use:", "  - before a long hike", "  - “出门之前检查背包”"];
    expect(described("行李", `description: ${description}`, ...occasions)).toEqual([
      {
        mood: "any",
        when: [
          "整理行李清单",
          "收拾行李、安排旅行路线",
          "收拾行李",
          "安排旅行路线",
          "before a long hike",
          "出门之前检查背包",
        ],
        not: ["不要用于订机票"],
      },
    ]);
  });

  test("of the whole if there is nothing to split", () => {
    expect(described("a", "description: d")).toEqual([{ when: "d", mood: "any" }]);
  });
});

describe("examples of what wakes the skill", () => {
  test("are lines of the metadata, with or without a dash", () => {
    const { skill, warnings } = triggers(
      "  kioku-triggers: |",
      "    what should I pack",
      "    - 帮我收拾行李",
      "",
      "    what should I pack",
      "  kioku-not: how was the trip",
    );
    expect(skill.triggers).toEqual([
      { when: ["what should I pack", "帮我收拾行李"], not: ["how was the trip"] },
    ]);
    expect(warnings).toEqual([]);
    expect(Object.keys(skill.metadata ?? {})).toEqual(["kioku-triggers", "kioku-not"]);
  });

  test("may be a list, which is reported", () => {
    const { skill, warnings } = triggers("  kioku-triggers:", "    - pack: my bag", "    - b");
    expect(warnings).toHaveLength(1);
    expect(skill.triggers).toEqual([{ when: ['{"pack":"my bag"}', "b"] }]);
  });

  test("are bounded in number and length", () => {
    const lines = Array.from({ length: 101 }, (_, index) => `    example ${index}`);
    const { skill, warnings } = triggers("  kioku-triggers: |", ...lines);
    expect(skill.triggers?.[0]?.when).toHaveLength(100);
    expect(warnings).toHaveLength(1);
    const long = triggers("  kioku-triggers: |", `    ${"x".repeat(2_001)}`, "    short");
    expect(long.skill.triggers).toEqual([{ when: ["short"] }]);
    expect(long.warnings).toHaveLength(1);
  });

  test("of what does not wake it are added to those of its description", () => {
    const { skill, warnings } = triggers("  kioku-not: not this one");
    expect(skill.triggers).toMatchObject([{ not: ["not this one"], mood: "any" }]);
    expect(warnings).toEqual([]);
  });

  test("are none if the author leaves them empty", () => {
    const { skill, warnings } = triggers("  kioku-triggers:");
    expect(skill.triggers).toBeUndefined();
    expect(warnings).toEqual([]);
  });
});

test("fields that are too long for a runtime are left out, but examples are still examples", () => {
  const long = "x".repeat(4_097);
  const lines = Array.from({ length: 90 }, (_, index) => `    ${index} ${"x".repeat(60)}`);
  const examples = ["metadata:", "  kioku-triggers: |", ...lines, "  author: me"];
  const { skill, warnings } = parse(source("name: a", "description: d", ...examples));
  expect(skill.triggers?.[0]?.when).toHaveLength(90);
  expect(skill.metadata).toEqual({ author: "me" });
  expect(warnings).toEqual([]);
  for (const field of [`license: ${long}`, `metadata:\n  x: ${long}`, `allowed-tools: ${long}`]) {
    const other = parse(source("name: a", "description: d", field));
    expect(JSON.stringify(other.skill)).not.toContain(long);
    expect(other.warnings.join("\n")).toContain("at most 4096 characters long; it is left out");
  }
});

test("keys that mean something to JavaScript are plain keys", () => {
  const { skill, warnings } = parse(
    source(
      "name: pdf",
      "description: d",
      "__proto__: x",
      "metadata:",
      "  __proto__: y",
      "  constructor: z",
    ),
  );
  expect(warnings).toHaveLength(1);
  expect(Object.getPrototypeOf(skill.metadata)).toBe(Object.prototype);
  expect(Object.entries(skill.metadata ?? {})).toEqual([
    ["__proto__", "y"],
    ["constructor", "z"],
  ]);
});

test("wrong arguments are refused by name", () => {
  expect(() => parseSkill(wrong(1))).toThrow(/source must be a string, got 1/u);
  expect(() => parseSkill(PLAIN, wrong({ lenient: true }))).toThrow(/no option "lenient"/u);
  expect(() => parseSkill(PLAIN, wrong({ strict: 1 }))).toThrow(/options\.strict/u);
  expect(() => parseSkill(PLAIN, wrong({ directoryName: 1 }))).toThrow(/options\.directoryName/u);
  expect(() => parseSkill(PLAIN, wrong({ onWarning: 1 }))).toThrow(/options\.onWarning/u);
});

test("reading ends at the first error of the YAML, however many there are", () => {
  let made = 0;
  // The library makes an object of this class of every error, and sets its members.
  Object.defineProperty(YAMLError.prototype, "code", {
    configurable: true,
    set() {
      made += 1;
    },
  });
  onTestFinished(() => {
    Reflect.deleteProperty(YAMLError.prototype, "code");
  });
  const { skill, warnings } = parse(
    source("name: pdf", "description: x", `a: [${",".repeat(10_000)}]`),
  );
  expect(skill.name).toBe("pdf");
  expect(warnings[0]).toMatch(/its frontmatter is no YAML: line 4: /u);
  expect(made).toBe(0);
});
