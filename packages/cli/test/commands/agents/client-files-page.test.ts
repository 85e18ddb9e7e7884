import { readFileSync } from "node:fs";

import { parse } from "smol-toml";
import { expect, test } from "vitest";

import { type AgentName, agentFiles } from "../../../src/commands/agents/agent-files.js";

const page = readFileSync(new URL("../../../../../docs/mcp.md", import.meta.url), "utf8");
const [, section = ""] = page.split("\n## The files of each client\n");
const fences = [...section.matchAll(/^```(json|toml)\n([^]*?)^```$/gmu)].map(
  ([, kind, text = ""]) => (kind === "toml" ? parse(text) : (JSON.parse(text) as object)),
);

/** Returns what is written for an agent in a project, as values. */
function writtenFor(agent: AgentName): readonly object[] {
  const place = { isUser: false, root: "/project", host: { home: "/home", env: {} } };
  return agentFiles(agent, { ...place, platform: "linux" })
    .filter(({ path }) => /mcp\.json$|config\.(?:json|toml)$/u.test(path))
    .map((file) => {
      const { path } = file;
      const text = file.add(undefined);
      return path.endsWith("toml") ? parse(text) : (JSON.parse(text) as object);
    });
}

test("the page shows the files of clients as they are written", () => {
  const [claude, vscode, codex] = fences;
  for (const agent of ["claude", "claude-desktop", "cursor"] as const) {
    expect(writtenFor(agent)).toEqual([claude]);
  }
  expect(writtenFor("vscode")).toEqual([vscode]);
  expect(writtenFor("codex")).toEqual([codex]);
});
