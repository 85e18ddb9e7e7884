/** Lines that cannot run in the test, by how they begin, with why. */
const NOT_RUN: readonly (readonly [beginning: string, reason: string])[] = [
  ["npx ", "downloads the package"],
  ["npm install ", "downloads the package"],
  ["kioku backup --to s3://", "needs a bucket"],
  ["kioku restore --from s3://", "needs a bucket"],
  ["export KIOKU_DATABASE=", "needs a server of PostgreSQL"],
];

/** Returns the blocks of a language of a page. */
export function blocksOf(page: string, language: string): readonly string[] {
  return [...page.matchAll(new RegExp(`^\`\`\`${language}\\n([\\s\\S]*?)^\`\`\`$`, "gmu"))].map(
    ([, block = ""]) => block,
  );
}

/** Returns a block of a shell without the lines that cannot run here. */
export function runnableLines(block: string): string {
  return block
    .replaceAll("\\\n", "")
    .split("\n")
    .filter((line) => !NOT_RUN.some(([beginning]) => line.startsWith(beginning)))
    .join("\n");
}

/** Returns the beginnings that no block has: they can go from the list. */
export function unusedExceptions(blocks: readonly string[]): readonly string[] {
  const lines = blocks.flatMap((block) => block.split("\n"));
  return NOT_RUN.map(([beginning]) => beginning).filter(
    (beginning) => !lines.some((line) => line.startsWith(beginning)),
  );
}
