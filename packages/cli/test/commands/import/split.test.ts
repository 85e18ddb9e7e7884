import { describe, expect, it } from "vitest";

import { dayOf, readFrontMatter } from "../../../src/commands/import/front-matter.js";
import { splitMarkdown } from "../../../src/commands/import/split-markdown.js";
import { packBlocks, splitLong, splitText } from "../../../src/commands/import/split-text.js";

describe("splitMarkdown", () => {
  it("divides by headings, and keeps the path to each", () => {
    const markdown = "Before\n\n# Food ##\nTea.\n\n## 早餐\n粥\n\n# Work\n### Deep\nLate.";
    expect(splitMarkdown(markdown)).toEqual([
      { headings: [], text: "Before" },
      { headings: ["Food"], text: "Tea." },
      { headings: ["Food", "早餐"], text: "粥" },
      { headings: ["Work", "Deep"], text: "Late." },
    ]);
  });

  it("takes underlined headings, but neither lines of code, nor tags, nor rules", () => {
    const code = "```sh\n# no heading\n\nls\n```";
    expect(splitMarkdown(`Title\n=====\nText\n\n---\n\n#tag\n\n${code}\n\n- item\n---`)).toEqual([
      { headings: ["Title"], text: `Text\n\n---\n\n#tag\n\n${code}\n\n- item\n---` },
    ]);
  });

  it("keeps a heading that holds nothing as a text, and a passage that repeats once", () => {
    expect(splitMarkdown("# List\n## Buy milk\n## Call Ana\n## Call Ana")).toEqual([
      { headings: ["List"], text: "Buy milk" },
      { headings: ["List"], text: "Call Ana" },
    ]);
  });

  it("leaves out comments, except in code", () => {
    const markdown = "One <!-- hidden\n# no\n-->\ntwo `<!-- shown -->`\n```\n<!-- code -->\n```";
    expect(splitMarkdown(markdown)).toEqual([
      {
        headings: [],
        text: "One\n\ntwo `<!-- shown -->`\n```\n<!-- code -->\n```",
      },
    ]);
  });

  it("cuts long sections between paragraphs", () => {
    const paragraph = "A sentence of some length. ".repeat(20).trim();
    const passages = splitMarkdown(
      `# Long\n${Array(6)
        .fill(paragraph)
        .map((one: string, index) => `${index} ${one}`)
        .join("\n\n")}`,
    );
    expect(passages.map(({ text }) => text.length > 500 && text.length <= 1500)).toEqual([
      true,
      true,
      true,
    ]);
  });
});

describe("splitText", () => {
  it("divides into paragraphs", () => {
    expect(splitText("One\ntwo\n \n\nThree\n").map(({ text }) => text)).toEqual([
      "One\ntwo",
      "Three",
    ]);
  });
});

describe("splitLong", () => {
  it("cuts at lines, sentences and words, and never within a character", () => {
    expect(splitLong("aaaa bbbb\ncccc dddd", 12)).toEqual(["aaaa bbbb", "cccc dddd"]);
    expect(splitLong("我爱喝茶。他爱喝咖啡。", 7)).toEqual(["我爱喝茶。", "他爱喝咖啡。"]);
    expect(splitLong("😀😀😀", 3)).toEqual(["😀", "😀", "😀"]);
    expect(packBlocks(["a", "b", "ccc"], 5)).toEqual(["a\n\nb", "ccc"]);
  });
});

describe("readFrontMatter", () => {
  it("reads what is simple, and leaves out the rest", () => {
    const yaml =
      'title: "Tea: green" # why\nhours: 2.5\ndone: true\ntags: [a, b]\nnested:\n  a: 1\nlist:\n  - x\n  - 3\n__proto__: 1\nblock: |\n  text\nzip: 007\nempty:';
    expect(readFrontMatter(`---\n${yaml}\n---\nBody`)).toEqual({
      metadata: {
        title: "Tea: green",
        hours: 2.5,
        done: true,
        tags: ["a", "b"],
        list: ["x", 3],
        zip: "007",
      },
      body: "Body",
    });
  });

  it("takes a rule at the beginning for none", () => {
    expect(readFrontMatter("---\nText without end")).toEqual({
      metadata: {},
      body: "---\nText without end",
    });
  });
});

describe("dayOf", () => {
  it("reads the front matter, and the names of diaries", () => {
    expect(dayOf({ date: "2026-03-04T08:00:00+08:00" }, "~/a.md")?.toISOString()).toBe(
      "2026-03-04T00:00:00.000Z",
    );
    expect(dayOf({ date: "soon" }, "~/diary/2026-03-04 tea.md")?.toISOString()).toBe(
      "2026-03-04T12:00:00.000Z",
    );
    expect(dayOf({}, "~/2026-13-45.md")).toBeUndefined();
  });
});
