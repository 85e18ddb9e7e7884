import { definitions } from "../output/layout.js";
import type { Printer } from "../output/printer.js";
import { shown } from "../output/shown.js";
import type { Configuration, ConfigFile } from "./configuration.js";
import { showValue } from "./redact.js";
import { variableOf } from "./setting-table.js";

/** Prints every setting with its source, the files, and what is wrong. */
export async function showConfiguration(
  { files, values, problems }: Configuration,
  { result, columns, style }: Printer,
): Promise<void> {
  const value = {
    settings: values.map(({ setting, value: given, source }) => ({
      key: setting.key,
      value: jsonOf(setting, given),
      source: given === undefined ? "none" : source,
      variable: variableOf(setting),
      summary: setting.summary,
    })),
    files,
    problems: problems.map(({ code, message, hint }) => ({ code, message, hint })),
  };
  await result(value, () => [
    ...definitions(
      values.map(({ setting, value: given, source }): [string, string] => [
        setting.key,
        given === undefined
          ? style.faint("not set")
          : `${shown(showValue(setting, given))}  ${style.faint(shown(source))}`,
      ]),
      { columns, indent: 0, style: style.accent },
    ),
    "",
    style.strong("Files, the first counts most"),
    ...definitions(
      files.map((file): [string, string] => [file.role, `${shown(file.path)}  ${stateOf(file)}`]),
      { columns, indent: 0 },
    ),
    ...problems.flatMap(({ message, hint }) => [
      "",
      style.bad(shown(message)),
      ...(hint === undefined ? [] : [shown(hint)]),
    ]),
  ]);
}

function jsonOf(...[setting, value]: Parameters<typeof showValue>): unknown {
  return typeof value === "string" ? showValue(setting, value) : (value ?? null);
}

function stateOf({ state, reason }: ConfigFile): string {
  switch (state) {
    case "untrusted":
      return 'not trusted: only scope and search count; see "kioku config trust"';
    case "missing":
      return "does not exist";
    case "ignored":
      return `left out: ${reason ?? ""}`;
    case "broken":
      return "cannot be used";
    case "read":
    default:
      return state;
  }
}
