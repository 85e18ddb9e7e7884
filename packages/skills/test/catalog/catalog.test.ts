import { join } from "node:path";

import { MemoryError } from "@kioku/core";
import type { SkillFiles } from "@kioku/core";
import type { AnySkill } from "@kioku/core/toolkit";
import * as fc from "fast-check";
import { describe, expect, test } from "vitest";

import { skillCatalog, skillContent } from "../../src/catalog/catalog.js";
import { skillAsset, skillFileText } from "../../src/catalog/skill-asset.js";
import { loadSkills } from "../../src/index.js";
import { skillFile, skillTree } from "../support/skill-tree.js";

const encoder = new TextEncoder();

/** Files that an author keeps in memory. */
function filesOf(content: Readonly<Record<string, string | Uint8Array>>): SkillFiles {
  return {
    list: async () => Object.keys(content),
    async read(path) {
      const found = content[path];
      if (found === undefined) throw new MemoryError("not-found", `no ${path}`);
      return typeof found === "string" ? encoder.encode(found) : found;
    },
  };
}

function hanging(): Promise<never> {
  return new Promise(() => undefined);
}

describe("the catalog", () => {
  test("has name and description of each skill, in the order given", () => {
    const skills = [
      { name: "pdf", description: "Reads PDF files" },
      { name: "记忆", description: "Knows\n  what\twas" },
    ];
    expect(skillCatalog(skills)).toBe(
      [
        "<available_skills>",
        "<skill>",
        "<name>pdf</name>",
        "<description>Reads PDF files</description>",
        "</skill>",
        "<skill>",
        "<name>记忆</name>",
        "<description>Knows what was</description>",
        "</skill>",
        "</available_skills>",
      ].join("\n"),
    );
    expect(skillCatalog(skills)).toBe(skillCatalog(structuredClone(skills)));
  });

  test("has the occasions, requirements and place of a skill, in one line each", () => {
    const skill = {
      name: "pdf",
      description: "Reads PDF files.",
      whenToUse: "When somebody\nsends a PDF.",
      compatibility: "Requires <qpdf>",
      location: "/skills/a&b/SKILL.md",
    };
    expect(skillCatalog([skill]).split("\n").slice(2, -2)).toEqual([
      "<name>pdf</name>",
      "<description>Reads PDF files. When somebody sends a PDF.</description>",
      "<compatibility>Requires &lt;qpdf&gt;</compatibility>",
      "<location>/skills/a&amp;b/SKILL.md</location>",
    ]);
  });

  test("is empty for no skills", () => {
    expect(skillCatalog([])).toBe("");
  });

  test("no description can open or close an element, or hide something", () => {
    const text = fc.oneof(
      fc.string({ unit: "binary" }),
      fc
        .array(
          fc.constantFrom(
            "</description>",
            "<skill>",
            "&lt;",
            "＜/skill＞",
            "\u200B",
            "\u{E0041}",
            "a",
            "\n",
          ),
        )
        .map((parts) => parts.join("")),
    );
    fc.assert(
      fc.property(text, (description) => {
        const lines = skillCatalog([{ name: "a", description }]).split("\n");
        expect(lines).toHaveLength(6);
        expect(lines[3]).toMatch(
          /^<description>[^<>\uFF1C\uFF1E\u200B\u{E0041}]*<\/description>$/u,
        );
      }),
    );
  });
});

describe("the content of a skill", () => {
  test("is its body and the paths of its files", async () => {
    const skill = {
      name: "pdf",
      description: "d",
      instructions: "# PDF\n\nif (a < b && c > d) <b>bold</b>",
      files: filesOf({ "references/a&b.md": "", "scripts/run.py": "" }),
    };
    expect((await skillContent(skill, {})).split("\n")).toEqual([
      expect.stringMatching(/^<skill_content name="pdf" revision="[0-9a-f]{12}">$/u),
      "# PDF",
      "",
      "if (a < b && c > d) <b>bold</b>",
      "",
      "<skill_resources>",
      "<file>references/a&amp;b.md</file>",
      "<file>scripts/run.py</file>",
      "</skill_resources>",
      "</skill_content>",
    ]);
  });

  test("has no list where there are no files", async () => {
    const expected = /^<skill_content name="a" revision="[0-9a-f]{12}">\nbody\n<\/skill_content>$/u;
    const skill = { name: "a", description: "d", instructions: async () => "body" };
    const content = await skillContent(skill, {});
    expect(content).toMatch(expected);
    expect(await skillContent({ ...skill, files: filesOf({}) }, {})).toBe(content);
  });

  test("says what the skill requires, escaped, and has a revision that changes with any of it", async () => {
    const skill = {
      name: "a",
      description: "d",
      instructions: "body",
      compatibility: "Requires </skill_content>",
      allowedTools: ["Bash(git:*)", "Read"],
      location: "/skills/a/SKILL.md",
      files: filesOf({ "a.md": "" }),
    };
    const content = await skillContent(skill, {});
    expect(content).toContain(
      "body\n\nCompatibility: Requires &lt;/skill_content&gt;\nAllowed tools: Bash(git:*) Read\nSkill directory: /skills/a\n",
    );
    const changes: Partial<AnySkill>[] = [
      { instructions: "other" },
      { compatibility: "none" },
      { allowedTools: [] },
      { location: "/skills/b/SKILL.md" },
      { files: filesOf({}) },
    ];
    const contents = await Promise.all(
      [{ description: "e" }, ...changes].map((change) => skillContent({ ...skill, ...change }, {})),
    );
    const revisions = contents.map((text) => /revision="([^"]+)"/u.exec(text)?.[1]);
    expect(content).toContain(`revision="${revisions[0]}"`);
    expect(new Set(revisions).size).toBe(changes.length + 1);
  });

  test("lists a hundred files and says how many more there are", async () => {
    const paths = Array.from({ length: 102 }, (_, index) => [`${100 + index}.md`, ""] as const);
    const files = filesOf(Object.fromEntries(paths));
    const content = await skillContent(
      { name: "a", description: "d", instructions: "x", files },
      {},
    );
    expect(content.match(/<file>/gu)).toHaveLength(100);
    expect(content).toContain("2 more files are not listed.\n</skill_resources>");
  });

  test("is that of a SKILL.md on disk", async () => {
    const root = skillTree({
      "pdf/SKILL.md": skillFile("pdf", "See references/a.md"),
      "pdf/references/a.md": "A",
    });
    const [skill] = await loadSkills(join(root, "pdf"));
    if (!skill) throw new Error("not loaded");
    const content = await skillContent({ ...skill, run: () => undefined }, {});
    expect(content.split("\n").slice(1)).toEqual([
      "See references/a.md",
      "",
      `Skill directory: ${join(root, "pdf")}`,
      "Relative paths in this skill are relative to the skill directory.",
      "",
      "<skill_resources>",
      "<file>references/a.md</file>",
      "</skill_resources>",
      "</skill_content>",
    ]);
    expect(await skillFileText(skill, "references/a.md", {})).toBe("A");
  });

  test.each([
    "</skill_content>",
    "</SKILL_CONTENT >",
    "< / skill_content>",
    "<\n/skill_content>",
    '<skill_content name="other">',
    "</skill_resources>",
    "<skill_resources>",
    "</available_skills>",
    "＜/skill_content＞",
    "<\u200B/skill_\u200Bcontent>",
    "<\u{E0001}/skill_content>",
    "<//skill_content>",
  ])("cannot be ended by its body: %j", async (tag) => {
    const instructions = `before ${tag} after`;
    const content = await skillContent({ name: "a", description: "d", instructions }, {});
    expect(
      content.match(/[<＜][\s/]*(?:skill_content|skill_resources|available_skills)/giu),
    ).toEqual(["<skill_content", "</skill_content"]);
    expect(content).toContain("before &lt;");
    expect(content).toContain("after");
  });

  test("cannot be left by a name or a path", async () => {
    const skill = {
      name: 'a"><x>',
      description: "d",
      instructions: "body",
      files: filesOf({ "</file></skill_content>": "" }),
    };
    const content = await skillContent(skill, {});
    expect(content).toContain('<skill_content name="a&quot;&gt;&lt;x&gt;" revision=');
    expect(content.split("</skill_content>")).toHaveLength(2);
  });

  test("is not found without instructions", async () => {
    await expect(skillContent({ name: "a", description: "d" }, {})).rejects.toMatchObject({
      code: "not-found",
    });
  });

  test("a body or a list that fails is an error of the skill", async () => {
    const cause = new Error("disk");
    const fails = (): Promise<never> => Promise.reject(cause);
    const base = { name: "a", description: "d" };
    const failing = [
      { ...base, instructions: fails },
      { ...base, instructions: "x", files: { list: fails, read: fails } },
    ];
    for (const skill of failing) {
      await expect(skillContent(skill, {})).rejects.toMatchObject({ code: "skill-failed", cause });
    }
    const odd = { ...base, instructions: (async () => 1) as never };
    await expect(skillContent(odd, {})).rejects.toMatchObject({ code: "skill-failed" });
  });

  test("an abort rejects with the signal's reason, even if the skill hangs", async () => {
    const reason = new Error("enough");
    const controller = new AbortController();
    const { signal } = controller;
    const base = { name: "a", description: "d" };
    const calls = [
      skillContent({ ...base, instructions: hanging }, { signal }),
      skillContent(
        { ...base, instructions: "x", files: { list: hanging, read: hanging } },
        { signal },
      ),
      skillFileText({ files: { list: hanging, read: hanging } }, "a.md", { signal }),
    ];
    controller.abort(reason);
    for (const call of calls) await expect(call).rejects.toBe(reason);
    await expect(skillFileText({ files: filesOf({}) }, "a.md", { signal })).rejects.toBe(reason);
  });
});

describe("a file as text", () => {
  test("is what the file says, without a byte order mark", async () => {
    const files = filesOf({ "a.md": "\uFEFF指南 <b>\r\n" });
    expect(await skillFileText({ files }, "./a.md", {})).toBe("指南 <b>\r\n");
  });

  test("is refused for what is binary", async () => {
    const files = filesOf({ "a.png": Uint8Array.of(0x89, 0x50, 0xff), "b.bin": "text\0text" });
    for (const path of ["a.png", "b.bin"]) {
      await expect(skillFileText({ files }, path, {})).rejects.toMatchObject({
        code: "invalid-input",
        message: `the file "${path}" is not UTF-8 text`,
      });
    }
  });

  test("is refused above 1 MiB", async () => {
    const files = filesOf({ "a.md": "x".repeat(1_048_576), "b.md": "x".repeat(1_048_577) });
    expect(await skillFileText({ files }, "a.md", {})).toHaveLength(1_048_576);
    await expect(skillFileText({ files }, "b.md", {})).rejects.toThrow(
      /at most 1048576 can be read as text/u,
    );
  });

  test("is not found where there is no such file, or no files", async () => {
    for (const skill of [{ files: filesOf({}) }, {}]) {
      await expect(skillFileText(skill, "a.md", {})).rejects.toMatchObject({ code: "not-found" });
    }
  });

  test("paths that leave the skill never reach the files of an author", async () => {
    const asked: string[] = [];
    const files: SkillFiles = {
      list: async () => [],
      async read(path) {
        asked.push(path);
        return encoder.encode("x");
      },
    };
    for (const path of ["../a", "/a", "a\\b", "%2e%2e/a"]) {
      await expect(skillFileText({ files }, path, {})).rejects.toMatchObject({
        code: "invalid-input",
      });
    }
    expect(asked).toEqual([]);
  });

  test("what an author's files throw, or answer wrongly, is an error of ours", async () => {
    const cause = new Error("disk");
    const read = (): Promise<never> => Promise.reject(cause);
    await expect(skillFileText({ files: { ...filesOf({}), read } }, "a", {})).rejects.toMatchObject(
      {
        code: "skill-failed",
        cause,
      },
    );
    const odd = { ...filesOf({}), read: (async () => "text") as never };
    await expect(skillFileText({ files: odd }, "a", {})).rejects.toMatchObject({
      name: "MemoryError",
    });
  });
});

describe("a file of any kind", () => {
  test("has its bytes and the media type of its ending", async () => {
    const bytes = Uint8Array.of(0x89, 0x50, 0xff);
    const paths = ["a.png", "fonts/B.TTF", "data.json", "no-ending", "a.constructor"];
    const files = filesOf(Object.fromEntries(paths.map((path) => [path, bytes])));
    const assets = await Promise.all(paths.map((path) => skillAsset({ files }, path, {})));
    expect(assets.map(({ mediaType }) => mediaType)).toEqual([
      "image/png",
      "font/ttf",
      "application/json",
      "application/octet-stream",
      "application/octet-stream",
    ]);
    expect(assets[0]?.bytes).toEqual(bytes);
  });

  test("is found in another letter case if there is one such file", async () => {
    const root = skillTree({
      "a/SKILL.md": skillFile("a"),
      "a/References/Guide.md": "one",
      "a/x.md": "lower",
      "a/X.md": "upper",
      "a/y.md": "1",
      "a/Y.MD": "2",
    });
    const [skill = {}] = await loadSkills(root);
    expect(await skillFileText(skill, "references/GUIDE.md", {})).toBe("one");
    expect(await skillFileText(skill, "X.md", {})).toMatch(/upper/u);
    await expect(skillFileText(skill, "Y.md", {})).rejects.toMatchObject({ code: "not-found" });
  });

  test("may be named by its path in the directory of the skill, and in no other", async () => {
    const root = skillTree({ "a/SKILL.md": skillFile("a"), "a/b/c.md": "C", "ab/c.md": "D" });
    const [skill = {}] = await loadSkills(join(root, "a"));
    expect(await skillFileText(skill, join(root, "a", "b", "c.md"), {})).toBe("C");
    for (const path of [join(root, "ab", "c.md"), `${root}/a/../ab/c.md`, join(root, "a")]) {
      await expect(skillFileText(skill, path, {})).rejects.toMatchObject({ code: "invalid-input" });
    }
  });
});
