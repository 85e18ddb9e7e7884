import { parseArgs } from "node:util";

import { HARNESSES } from "./harnesses.ts";
import type { AnyControl, Harness } from "./harnesses.ts";
import { STORES } from "./open-stores.ts";
import type { OpenStores, StoreKind } from "./open-stores.ts";

const NAMES = Object.keys(HARNESSES);
const KINDS = Object.keys(STORES);

/** Usage of the command. */
export const USAGE: string = `npm run torture -- [NAME ...] [--rounds N] [--seed S] [--json] [--save]

Runs harnesses for longer than the tests do. Without a name: crash. Names, and how many rounds each has by default:

${NAMES.map((name) => `  ${name.padEnd(10)} ${HARNESSES[name]?.rounds} rounds, a round is a ${HARNESSES[name]?.round}; ${HARNESSES[name]?.kinds.join(", ")}`).join("\n")}
  all        every one of them

Ends with exit code 1 if a promise is broken, and says with which seed and in which round.

  --rounds N   how many rounds of each
  --every      wal: cut the log at every offset, zero each of its sectors, flip a bit of each of its bytes
  --seed S     the same seed plans the same rounds (default 1; with --add the first that no part has used)
  --store K    ${KINDS.join(" or ")} (default: each that the harness runs on)
  --control C  break a promise on purpose, which must be found:
${Object.entries(HARNESSES)
  .filter(([, { controls = [] }]) => controls.length > 0)
  .map(([name, { controls = [] }]) => `               ${name}: ${controls.join(", ")}`)
  .join("\n")}
  --json       print what was counted as JSON, too: one line for each harness, the last line of its output
  --save       write what was counted to torture/results
  --add        add it to what is there, as a further part`;

/** Harnesses to run, and their settings. */
export interface Settings {
  readonly help: boolean;
  readonly harnesses: readonly (readonly [string, Harness])[];
  readonly stores: readonly (readonly [StoreKind, OpenStores])[];
  readonly rounds: number | undefined;
  readonly every: boolean;
  readonly control: AnyControl | undefined;
  readonly seed: number | undefined;
  readonly json: boolean;
  readonly save: "anew" | "added" | undefined;
}

/**
 * Reads the arguments.
 * @throws An error that says which argument is wrong.
 */
export function readSettings(args: readonly string[]): Settings {
  const { values, positionals } = parseArgs({
    args: [...args],
    allowPositionals: true,
    options: {
      rounds: { type: "string" },
      seed: { type: "string" },
      store: { type: "string" },
      control: { type: "string" },
      every: { type: "boolean", default: false },
      json: { type: "boolean", default: false },
      save: { type: "boolean", default: false },
      add: { type: "boolean", default: false },
      help: { type: "boolean", default: false },
    },
  });
  const { every, json, help } = values;
  if (values.save && values.add) throw new Error("--save begins anew and --add does not; give one");
  const asked = positionals.length > 0 ? positionals : ["crash"];
  const harnesses = named(HARNESSES, asked.includes("all") ? NAMES : asked);
  const control = controlOf(harnesses, values.control);
  const stores = named(STORES, values.store === undefined ? KINDS : [values.store]);
  for (const [name, { kinds }] of asked.includes("all") ? [] : harnesses) {
    if (stores.some(([kind]) => kinds.includes(kind))) continue;
    throw new Error(`${name} needs --store ${kinds.join(" or ")}`);
  }
  return {
    help,
    every,
    json,
    save: values.add ? "added" : values.save ? "anew" : undefined,
    control,
    harnesses,
    stores,
    rounds: wholeNumber(values.rounds, "--rounds"),
    seed: wholeNumber(values.seed, "--seed"),
  };
}

/** Returns the control that all of these harnesses have. */
function controlOf(
  harnesses: readonly (readonly [string, Harness])[],
  name: string | undefined,
): AnyControl | undefined {
  if (name === undefined) return undefined;
  let found: AnyControl | undefined;
  for (const [harness, { controls = [] }] of harnesses) {
    found = controls.find((control) => control === name);
    if (found !== undefined) continue;
    const there = controls.length > 0 ? `there are ${controls.join(", ")}` : "there is none";
    throw new Error(`${harness} has no control ${name}; ${there}`);
  }
  return found;
}

function wholeNumber(given: string | undefined, name: string): number | undefined {
  if (given === undefined) return undefined;
  const number = Number(given);
  if (Number.isInteger(number) && number >= 1) return number;
  throw new Error(`${name} must be a whole number of at least 1, got ${given}`);
}

function named<Name extends string, T>(
  all: Readonly<Record<Name, T>>,
  names: readonly string[],
): [Name, T][] {
  return names.map((name) => {
    if (Object.hasOwn(all, name)) return [name as Name, all[name as Name]];
    throw new Error(`there is no ${name}; there are ${Object.keys(all).join(", ")}`);
  });
}
