import { readFileSync } from "node:fs";

import { expect, test } from "vitest";

function read(path: string): string {
  return readFileSync(new URL(`../../${path}`, import.meta.url), "utf8");
}

/** Blocks of output that follow no program. */
const OUTPUT = /(?<!```\n)\n```text\n(?<output>[^]*?)^```$/gmu;

test("the page of minds shows what examples/mind prints", () => {
  const [, section = ""] = read("examples/README.md").split("\n## mind\n");
  const printed = section.split("\n## ")[0] ?? "";
  const shown = [...read("docs/guide/mind.md").matchAll(OUTPUT)].map(
    ({ groups }) => groups?.["output"] ?? "",
  );
  expect(shown.length).toBeGreaterThan(3);
  expect(shown.filter((output) => !printed.includes(output))).toEqual([]);
});
