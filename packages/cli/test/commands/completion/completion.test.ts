import { execFileSync } from "node:child_process";
import { writeFileSync } from "node:fs";
import { join } from "node:path";

import { expect, it } from "vitest";

import { testHost } from "../../support/test-host.js";
import { isInstalled, typedLines } from "../../support/typed-lines.js";

/** Lines, and what the last word of each can become: at least these words, and none of those. */
const CASES: readonly (readonly [line: string, words: string, others: string])[] = [
  ["kioku re", "recall remember restore reindex", "list --json"],
  ["kioku se", "search serve", "recall"],
  ["kioku --scope a re", "recall remember", "list"],
  ["kioku -d some.db re", "recall remember", "list"],
  ["kioku recall --li", "--limit", "--lines --below"],
  ["kioku remember --li", "--lines", "--limit"],
  ["kioku search --exp", "--explain", "--limit"],
  ["kioku list --js", "--json", "--limit"],
  ["kioku import --format c", "chatgpt claude chat", "pam notes.md"],
  ["kioku remember --origin ", "user assistant tool web system", "recall --json"],
  ["kioku completion ", "bash zsh fish", "recall"],
  ["kioku help sc", "scopes", "recall"],
];

it.skipIf(!isInstalled("bash"))("completes words in bash", async () => {
  using host = testHost();
  const script = await scriptOf(host, "bash");
  const completed = (line: string): readonly string[] =>
    execFileSync("bash", [
      "--norc",
      "-c",
      'source "$1"; COMP_WORDS=("${@:2}"); COMP_CWORD=$(($# - 2)); _kioku; printf "%s\\n" "${COMPREPLY[@]}"',
      "bash",
      script,
      ...line.split(" "),
    ])
      .toString()
      .trim()
      .split("\n");
  for (const one of CASES) expectWords(one, completed(one[0]));
  // Bash gives "--color=al" as three words.
  expect(completed("kioku recall --color = al")).toEqual(["always"]);
  expect(completed("kioku recall --color =")).toEqual(["auto", "always", "never"]);
});

it.skipIf(!isInstalled("fish"))("completes words and files in fish", async () => {
  using host = testHost();
  const script = await scriptOf(host, "fish");
  writeFileSync(join(host.cwd, "notes.md"), "");
  const completed = (line: string): readonly string[] =>
    execFileSync("fish", ["--no-config", "-c", `source ${script}; complete -C '${line}'`], {
      cwd: host.cwd,
      env: { PATH: process.env["PATH"], HOME: host.home },
    })
      .toString()
      .split("\n")
      .map((found) => found.split("\t")[0] ?? "");
  for (const one of CASES) expectWords(one, completed(one[0]));
  expect(completed("kioku import no")).toContain("notes.md");
  expect(completed("kioku --database no")).toContain("notes.md");
  expect(completed("kioku recall no")).not.toContain("notes.md");
});

for (const [shell, args, setUp] of [
  ["bash", ["--norc", "--noprofile"], "PS1='$ '"],
  ["zsh", ["-f"], "PS1='$ '; autoload -U compinit && compinit -u -D"],
] as const) {
  it.skipIf(!isInstalled(shell))(
    `completes words and files on a terminal with ${shell}`,
    async () => {
      using host = testHost();
      const script = await scriptOf(host, shell);
      writeFileSync(join(host.cwd, "notes of Ana.md"), "");
      const lines = [
        ["kioku reca\t", "recall"],
        ["kioku --scope a/b lis\t --kin\t note", "--scope a/b list --kind note"],
        ["kioku import --format chatg\t note\t", "import --format chatgpt notes of Ana.md"],
        ["kioku import --on-conflict=repl\t x", "import --on-conflict=replace x"],
        ["kioku recall note\t", "recall note"],
        ["kioku recall a --bel\t b", "recall a --below b"],
      ] as const;
      const typed = await typedLines(
        shell,
        lines.map(([line]) => line),
        { args, setUp: `${setUp}; source ${script}`, cwd: host.cwd },
      );
      expect(typed).toEqual(lines.map(([, called]) => called));
    },
  );
}

async function scriptOf(host: ReturnType<typeof testHost>, shell: string): Promise<string> {
  const { code, stdout } = await host.run("completion", shell);
  expect(code).toBe(0);
  const path = join(host.folder, `kioku.${shell}`);
  writeFileSync(path, stdout);
  return path;
}

function expectWords(
  [line, words, others]: (typeof CASES)[number],
  completed: readonly string[],
): void {
  const found = { line, words: words.split(" ").filter((word) => completed.includes(word)) };
  expect(found).toEqual({ line, words: words.split(" ") });
  const unfit = others.split(" ").filter((word) => completed.includes(word));
  expect({ line, unfit }).toEqual({ line, unfit: [] });
}
