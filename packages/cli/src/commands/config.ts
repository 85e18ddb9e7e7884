import type { Call } from "../command/call.js";
import { readConfiguration, userFileOf } from "../config/configuration.js";
import { showConfiguration } from "../config/show-configuration.js";
import { distrustProject, trustProject } from "../config/trust-project.js";
import { shown } from "../output/shown.js";

/** Runs `config`. */
export async function run(call: Call): Promise<number> {
  const [action = "show"] = call.args;
  if (action === "trust") await trustProject(call);
  else if (action === "distrust") await distrustProject(call);
  else return show(call, action === "path");
  return 0;
}

async function show({ host, flags, print }: Call, onlyPath: boolean): Promise<number> {
  const configuration = await readConfiguration(host, flags);
  if (!onlyPath) {
    await showConfiguration(configuration, print);
    return configuration.problems[0]?.exitCode ?? 0;
  }
  const counts = configuration.files.find(
    ({ state }) => state !== "ignored" && state !== "missing",
  );
  const path = counts?.path ?? userFileOf(host);
  await print.result({ path }, () => [shown(path)]);
  return 0;
}
