import { resolve } from "node:path";

import type { Scope } from "@kioku/core";

import { fileError, readConfigText } from "../../config/read-config-text.js";
import { readScope } from "../../config/read-value.js";
import type { Host } from "../../host.js";

const SHAPE = 'must be a JSON object such as {"TOKEN": "team/ana"}';

/**
 * Reads the scope of each token from a file.
 * @throws `CliError` if others can read it, and for what is no scope.
 */
export async function readTokens(
  given: string,
  { cwd }: Pick<Host, "cwd">,
): Promise<Readonly<Record<string, Scope>>> {
  const path = resolve(cwd, given);
  const content = await readConfigText(path);
  if (content === undefined) throw fileError(path, "does not exist");
  if (!content.isPrivate) throw fileError(path, "can be read by others", `run chmod 600 ${path}`);
  const entries = Object.entries(parse(path, content.text));
  if (entries.length === 0) throw fileError(path, SHAPE);
  return Object.fromEntries(
    entries.map(([token, value], index) => {
      const scope = readScope(value);
      // The whole memory is for nobody by accident.
      if (scope !== undefined && scope.length > 0) return [token, scope];
      // Its name is a secret.
      throw fileError(path, `must give token ${index + 1} a scope such as "team/ana"`);
    }),
  );
}

function parse(path: string, text: string): object {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    // Its message would quote the file.
  }
  if (typeof value !== "object" || value === null || Array.isArray(value)) {
    throw fileError(path, SHAPE);
  }
  return value;
}
