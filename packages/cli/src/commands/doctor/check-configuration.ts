import { nearest } from "../../command/nearest.js";
import type { Configuration } from "../../config/configuration.js";
import { SETTINGS, variableOf } from "../../config/setting-table.js";
import { findingsOf, type Finding } from "./finding.js";

const MORE_VARIABLES = ["KIOKU_CONFIG"];
const { ok, warning, problem } = findingsOf("configuration");

/** Checks the files of the configuration, and the variables that look like settings. */
export function checkConfiguration(
  { files, problems }: Configuration,
  env: Readonly<Record<string, string | undefined>>,
): readonly Finding[] {
  const read = files.filter(({ state }) => state === "read");
  const findings = [
    ...problems.map(({ message, hint }) => problem(message, hint ?? 'see "kioku config"')),
    ...files
      .filter(({ state }) => state === "untrusted")
      .map(({ path }) =>
        warning(
          `${path} is not trusted: only its scope and search count`,
          'read it; if it is yours, run "kioku config trust"',
        ),
      ),
    ...files
      .filter(({ state }) => state === "ignored")
      .map(({ path, reason = "" }) =>
        warning(`${path} is left out: ${reason}`, 'read it, and run "kioku config trust"'),
      ),
    ...checkVariables(env),
  ];
  if (findings.length > 0) return findings;
  const names = read.map(({ path }) => path).join(", ");
  return [ok(names === "" ? "no files, all defaults" : names)];
}

function checkVariables(env: Readonly<Record<string, string | undefined>>): readonly Finding[] {
  const known = [...MORE_VARIABLES, ...SETTINGS.map(variableOf)];
  const endings = known.map((name) => name.slice(6).toLowerCase());
  return Object.keys(env)
    .filter((name) => name.startsWith("KIOKU_") && !known.includes(name))
    .flatMap((name) => {
      const near = nearest(name.slice(6), endings);
      if (near === undefined) return [];
      return [
        warning(`the variable ${name} is no setting`, `did you mean KIOKU_${near.toUpperCase()}?`),
      ];
    });
}
