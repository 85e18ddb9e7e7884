import { constants } from "node:fs";
import { realpath } from "node:fs/promises";
import { join } from "node:path";

import type { Call } from "../command/call.js";
import { CliError } from "../command/cli-error.js";
import { shown } from "../output/shown.js";
import { findProjectFiles, PROJECT_FILE } from "./find-project-file.js";
import { fileError, readConfigText } from "./read-config-text.js";
import { readToml } from "./read-toml.js";
import { showGiven } from "./redact.js";
import { changeTrust, readTrusted } from "./trust.js";

/** Trusts the nearest `kioku.toml` as it is now, and shows what it sets. */
export async function trustProject({ host, print }: Call): Promise<void> {
  const [nearest] = await findProjectFiles(host);
  if (nearest === undefined) throw noProject(host.cwd);
  const { path } = nearest;
  // The same bytes are shown and trusted.
  const content = nearest.content ?? (await readConfigText(path, constants.O_NOFOLLOW));
  if (content === undefined) throw fileError(path, "does not exist");
  const entries = await readToml(path, content.text);
  await changeTrust(host, path, content.sha256);
  const settings = entries.map(({ setting, value }) => ({
    key: setting.key,
    value: showGiven(setting, value),
  }));
  await print.result({ path, sha256: content.sha256, trusted: true, settings }, () => [
    shown(`${path} is trusted as it is now; after a change it has to be trusted again.`),
    ...settings.map(({ key, value }) => shown(`  ${key} = ${value}`)),
  ]);
}

/** Takes the trust in the nearest `kioku.toml` back. */
export async function distrustProject({ host, print }: Call): Promise<void> {
  const [nearest] = await findProjectFiles(host);
  // It may be gone by now.
  const path = nearest?.path ?? join(await realpath(host.cwd), PROJECT_FILE);
  const wasTrusted = Object.hasOwn(await readTrusted(host), path);
  if (nearest === undefined && !wasTrusted) throw noProject(host.cwd);
  if (wasTrusted) await changeTrust(host, path, undefined);
  await print.result({ path, trusted: false, wasTrusted }, () => [
    shown(`${path} is not trusted${wasTrusted ? " any more" : ""}.`),
  ]);
}

function noProject(folder: string): CliError {
  return new CliError("not-found", `there is no ${PROJECT_FILE} in ${folder} or above it`, {
    hint: 'run "kioku init" to write one',
  });
}
