import { delimiter, join } from "node:path";

import type { Call } from "../../command/call.js";
import { exists } from "../../files.js";
import type { Host } from "../../host.js";
import { confirm } from "../../output/confirm.js";
import { shown } from "../../output/shown.js";
import type { Style } from "../../output/style.js";
import type { INIT_FLAGS } from "../../table/set-up-commands.js";
import { findRepository } from "../hook/open-project.js";
import { agentCommand, agentFiles, type AgentName } from "./agent-files.js";
import { applyChange, type FileChange, planChange } from "./change-file.js";
import { showChanges } from "./show-changes.js";

/** Sets a coding agent up, or takes that away, after it was shown and a person said yes. */
export async function initAgent(call: Call<typeof INIT_FLAGS>, agent: AgentName): Promise<void> {
  const { flags, host, print } = call;
  const root = (await findRepository(host.cwd))?.root ?? host.cwd;
  // Claude Desktop has no files of projects.
  const isUser = flags.user || agent === "claude-desktop";
  const { platform } = process;
  const files = agentFiles(agent, { isUser, root, host, platform });
  // All are looked at before any is written.
  const isRemoval = flags.remove;
  const how = { isRemoval, ...(isUser ? {} : { within: root }) };
  const plans: FileChange[] = [];
  for (const file of files) plans.push(await planChange(file, how));
  const changes = plans.filter(({ before, after }) => before !== after);
  const isDone = changes.length > 0 && !flags["dry-run"];
  if (isDone) {
    if (!flags.yes) {
      for (const line of changes.flatMap((one) => showChange(one, print.style))) {
        await print.note(line);
      }
      await confirm(`Write ${changes.length === 1 ? "this" : "these"}?`, host);
    }
    for (const change of changes) await applyChange(change);
  }
  const answer = {
    agent,
    changed: isDone,
    files: plans.map((one) => ({ path: one.path, change: changeOf(one) })),
  };
  await print.result(answer, () => {
    if (changes.length === 0) return ["Nothing to change."];
    if (!isDone) return changes.flatMap((one) => showChange(one, print.style));
    return changes.map((one) => `${shown(one.path)} is ${DONE[changeOf(one)]}.`);
  });
  const line = agentCommand(agent, { isUser, isRemoval, platform });
  if (line !== undefined) await print.note(`For the MCP server run: ${line}`);
  const hasHooks = agent !== "claude-desktop";
  if (isDone && hasHooks && !isRemoval && !(await isOnPath(host))) {
    await print.note("kioku is not on the PATH: npm install --global kioku");
  }
}

const DONE = {
  create: "written",
  update: "changed",
  delete: "removed",
  none: "as it was",
} as const;

function changeOf({ before, after }: FileChange): keyof typeof DONE {
  if (before === after) return "none";
  if (before === undefined) return "create";
  return after === undefined ? "delete" : "update";
}

function showChange(change: FileChange, style: Style): readonly string[] {
  const { path, before = "", after = "" } = change;
  return [style.strong(`${changeOf(change)} ${shown(path)}`), ...showChanges(before, after, style)];
}

/** Tests if agents can find the program by its name. */
async function isOnPath({ env }: Pick<Host, "env">): Promise<boolean> {
  const names = process.platform === "win32" ? ["kioku.cmd", "kioku.exe"] : ["kioku"];
  const folders = (env["PATH"] ?? "").split(delimiter).filter((folder) => folder !== "");
  const paths = folders.flatMap((folder) => names.map((name) => join(folder, name)));
  const found = await Promise.all(paths.map(exists));
  return found.includes(true);
}
