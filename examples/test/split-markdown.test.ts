import { describe, expect, test } from "vitest";

import { markdownDocument } from "../demo/documents/markdown-document.ts";
import { CHUNK_LENGTH } from "../demo/documents/pack-blocks.ts";
import { readableBlock } from "../demo/documents/readable-block.ts";
import { splitMarkdown } from "../demo/documents/split-markdown.ts";

const outline = (text: string): readonly string[] =>
  splitMarkdown(text).map(({ headings, body }) => `${headings.join(" › ")}: ${body}`);

const withoutBlanks = (text: string): string => text.replaceAll(/\s/gu, "");

describe("splitMarkdown", () => {
  test("cuts at headings and names all headings above a section", () => {
    const text =
      "Before.\n\n# A\n\nOne.\n\n## B\n\nTwo.\n\n### C\n\nThree.\n\n## D\n\nFour.\n\n# E\n\nFive.";
    expect(outline(text)).toEqual([
      ": Before.",
      "A: One.",
      "A › B: Two.",
      "A › B › C: Three.",
      "A › D: Four.",
      "E: Five.",
    ]);
  });

  test("leaves out headings with nothing below them", () => {
    expect(outline("# A\n\n## B\n\nTwo.")).toEqual(["A › B: Two."]);
  });

  test("knows underlined headings, and hyphens that underline nothing", () => {
    expect(outline("Title\n=====\n\nOne.\n\nPart\n---\n\nTwo.\n\n---\n\nThree.")).toEqual([
      "Title: One.",
      "Title › Part: Two.\n\n---\n\nThree.",
    ]);
  });

  test("takes the markup out of headings", () => {
    expect(outline("## The `set` **verb** [here](x.md) ##\n\nOne.")).toEqual([
      "The set verb here: One.",
    ]);
  });

  test("leaves out front matter and comments", () => {
    expect(outline("---\ntitle: X\n---\n\n<!-- note -->\n\n# A\n\nOne.")).toEqual(["A: One."]);
  });

  test("reads Windows line ends", () => {
    expect(outline("# A\r\n\r\nOne.\r\nTwo.\r\n")).toEqual(["A: One.\nTwo."]);
  });

  test("does not see headings inside a code fence", () => {
    const fence = "```sh\n# a comment\n\nnpm test\n```";
    expect(outline(`# A\n\n${fence}\n\nAfter.`)).toEqual([`A: ${fence}\n\nAfter.`]);
  });

  test("keeps a code fence whole, however long, and closed only by its own marks", () => {
    const fence = `~~~~ts\n${"const x = 1;\n\n~~~\n".repeat(200)}~~~~`;
    const bodies = splitMarkdown(`# A\n\nBefore.\n\n${fence}\n\nAfter.`).map(({ body }) => body);
    expect(bodies).toEqual(["Before.", fence, "After."]);
  });

  test("keeps a code fence that never ends", () => {
    expect(outline("# A\n\n```\none\n\ntwo")).toEqual(["A: ```\none\n\ntwo"]);
  });

  test("cuts long sections at paragraphs, losing nothing", () => {
    const paragraphs = Array.from({ length: 30 }, (_, index) =>
      `Paragraph ${index}. ${"word ".repeat(40)}`.trim(),
    );
    const sections = splitMarkdown(`# A\n\n${paragraphs.join("\n\n")}`);
    expect(sections.length).toBeGreaterThan(3);
    expect(sections.map(({ part }) => part)).toEqual(sections.map((_, index) => index + 1));
    expect(sections.every(({ body }) => body.length <= CHUNK_LENGTH)).toBe(true);
    expect(sections.map(({ body }) => body).join("\n\n")).toBe(paragraphs.join("\n\n"));
  });

  test.each([
    ["lines", "a line of a table\n".repeat(200).trim()],
    ["English sentences", "This is a sentence. ".repeat(200).trim()],
    ["Chinese sentences", "这是一句很长的话，没有空格。".repeat(200)],
    ["nothing at all", "𠮷".repeat(3_000)],
  ])("cuts a long paragraph of %s, losing nothing", (_, text) => {
    const bodies = splitMarkdown(text).map(({ body }) => body);
    expect(withoutBlanks(bodies.join(""))).toBe(withoutBlanks(text));
    expect(bodies.every((body) => Array.from(body).length <= CHUNK_LENGTH)).toBe(true);
    expect(bodies.every((body) => body.isWellFormed())).toBe(true);
  });

  test.each(["", "\n\n", "# Only\n\n## headings"])("finds nothing in %j", (text) => {
    expect(splitMarkdown(text)).toEqual([]);
  });
});

describe("markdownDocument", () => {
  test("leaves out code and reads tables as sentences where it is told so", () => {
    const text = [
      "# Verbs\n\nBefore.\n\n```ts\nmemory.forget();\n```\n\nAfter.",
      "## Two columns\n\n| verb | what |\n| --- | --- |\n| `forget` | The record goes |\n| a \\| b | Stays. |",
      "## Three\n\n| verb | record | history |\n|:--|--:|---|\n| erase | gone | |\n| forget | gone | stays |",
      "## Only code\n\n~~~\nx\n~~~",
    ].join("\n\n");
    expect(
      markdownDocument("a.md", text, readableBlock).inputs.map((input) => input.content),
    ).toEqual([
      "Verbs: Before.\n\nAfter.",
      "Verbs › Two columns:\n`forget`: The record goes.\na | b: Stays.",
      "Verbs › Three: erase: record: gone.\nforget: record: gone; history: stays.",
    ]);
  });

  test("puts the headings in front of the text and into the key", () => {
    const { inputs } = markdownDocument(
      "docs/a.md",
      "# Store\n\n## Two scopes\n\nText.\n\n### API\n\n- one",
    );
    expect(inputs.map(({ key, content, metadata }) => ({ key, content, metadata }))).toEqual([
      {
        key: "docs/a.md#store/two-scopes",
        content: "Store › Two scopes: Text.",
        metadata: { source: "docs/a.md", heading: "Store › Two scopes" },
      },
      {
        key: "docs/a.md#store/two-scopes/api",
        content: "Store › Two scopes › API:\n- one",
        metadata: { source: "docs/a.md", heading: "Store › Two scopes › API" },
      },
    ]);
  });

  test("gives every memory a key of its own that core takes", () => {
    const long = "很长的标题".repeat(200);
    const text = `# A\n\nOne.\n\n# A\n\nTwo.\n\n# ${long}\n\n${"Text. ".repeat(600)}`;
    const keys = markdownDocument("a.md", text).inputs.map(({ key }) => key);
    expect(keys.slice(0, 2)).toEqual(["a.md#a", "a.md#a-2"]);
    expect(new Set(keys).size).toBe(keys.length);
    expect(Math.max(...keys.map((key) => key.length))).toBeLessThanOrEqual(512);
  });
});
