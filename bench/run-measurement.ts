import { parseArgs } from "node:util";
import type { ParseArgsOptionsConfig } from "node:util";

import { progressLine } from "./progress-line.ts";
import type { ProgressLine } from "./progress-line.ts";
import { saveResult } from "./saved-result.ts";
import { endWith } from "./usage-error.ts";

const COMMON_OPTIONS = {
  json: { type: "boolean", default: false },
  save: { type: "string" },
  help: { type: "boolean", default: false },
} as const;

/** Values of the options of every measurement. */
export interface CommonValues {
  /** Ends with one JSON object. */
  readonly json: boolean;
  /** File for the result, if one was asked for. */
  readonly save?: string | undefined;
  readonly help: boolean;
}

type Values<Own extends ParseArgsOptionsConfig> = ReturnType<
  typeof parseArgs<{ options: Own & typeof COMMON_OPTIONS }>
>["values"];

/** Results of a measurement. */
export interface Finding {
  /** Lines for people; empty if all was printed on the way. */
  readonly text: string;
  /** Object that `--json` prints. */
  readonly figures: object;
  /** Object that `--save` writes; absent: the figures. */
  readonly saved?: object;
}

/** Makes a parser of these options and those of every measurement. */
export function optionParser<const Own extends ParseArgsOptionsConfig>(
  own: Own,
): (args?: readonly string[]) => Values<Own> {
  return (args) => parseArgs({ args, options: { ...own, ...COMMON_OPTIONS } }).values;
}

/** Runs a command from its arguments to its exit code: shows its usage, or measures and reports. */
export async function runMeasurement<Given extends CommonValues>(
  usage: string,
  parse: () => Given,
  measure: (given: Given, progress: ProgressLine) => Promise<Finding>,
): Promise<void> {
  try {
    const given = parse();
    if (given.help) process.stdout.write(`${usage}\n`);
    else {
      const progress = progressLine(process.stderr);
      const measured = measure(given, progress).finally(() => progress.end());
      const { text, figures, saved = figures } = await measured;
      process.stdout.write(text);
      if (given.save !== undefined) await saveResult(given.save, saved);
      if (given.json) process.stdout.write(`${JSON.stringify(figures)}\n`);
    }
  } catch (error) {
    endWith(error);
  }
}
