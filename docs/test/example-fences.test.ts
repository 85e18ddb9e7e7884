import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

import { expect, test } from "vitest";

const root = fileURLToPath(new URL("../..", import.meta.url));

/** A block that begins with `// examples/FILE`, or with `// examples/FILE, a part`. */
const FENCE =
  /^```ts\n\/\/ (?<file>examples\/\S+?\.ts)(?<part>, a part)?\n(?<code>[\s\S]*?)\n```$/gmu;

const fences = globSync("docs/**/*.md", { cwd: root, exclude: ["docs/node_modules/**"] })
  .toSorted()
  .flatMap((page) =>
    [...readFileSync(join(root, page), "utf8").matchAll(FENCE)].map(({ groups = {} }) => {
      const { file = "", part, code = "" } = groups;
      return { page, file, isPart: part !== undefined, code };
    }),
  );

test.each(["store", "embedder", "reranker", "skill", "plugin"])(
  "the page of one's own %s shows its example",
  (name) => {
    const shown = fences.filter(({ page }) => page === `docs/extend/${name}.md`);
    const files = shown.map(({ file }) => file);
    expect(files).toContainEqual(expect.stringMatching(new RegExp(`^examples/own-${name}/`, "u")));
  },
);

test.each(fences)("$page shows $file as it is", ({ file, isPart, code }) => {
  const source = readFileSync(join(root, file), "utf8").trimEnd();
  const shown = isPart && source.includes(code) ? source : code;
  expect(shown).toBe(source);
});
