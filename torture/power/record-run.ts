import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

import { programFile } from "../program.ts";
import type { ProgramName } from "../program.ts";
import { readTrace } from "./trace-events.ts";
import type { TraceEvent } from "./trace-events.ts";
import type { Image } from "./traced-disk.ts";

const SOURCE = fileURLToPath(new URL("trace-files.c", import.meta.url));

/** Returns why nothing can be traced on this machine, or nothing. */
export function whyNoTrace(): string | undefined {
  if (process.platform !== "linux") return "files are traced on Linux only";
  const { status } = spawnSync("cc", ["--version"], { stdio: "ignore" });
  return status === 0 ? undefined : "there is no C compiler, cc, for the library that traces files";
}

/** Compiles the library that traces files and returns its path. */
export function compileTrace(directory: string): string {
  const library = join(directory, "trace-files.so");
  const { status, stderr } = spawnSync("cc", ["-O1", "-shared", "-fPIC", "-o", library, SOURCE], {
    encoding: "utf8",
  });
  if (status !== 0) throw new Error(`the library that traces files cannot be compiled: ${stderr}`);
  return library;
}

/** Programs that are recorded, and what they run on. */
interface Recording {
  readonly program: ProgramName;
  /** One process for each, all at once. */
  readonly orders: readonly object[];
  /** An absent folder, which gets the files. */
  readonly folder: string;
  readonly begin: Image;
  readonly library: string;
  readonly bundled: string | undefined;
  /** The longest time that a sync is delayed, so that others go on meanwhile, in microseconds. */
  readonly mostSyncUs: number;
}

/** Actions of programs, and the files that they left. */
export interface Recorded {
  readonly events: readonly TraceEvent[];
  readonly end: Image;
}

/** Files that `trace-files.c` leaves out. */
const UNTRACED = /(?:-shm|-reserve|acknowledged)$/u;

/** Name of the file that programs append acknowledgements to. */
export const ACKNOWLEDGED = "acknowledged";

/** Runs programs until they end, and returns what they did with their files. */
export async function recordRun(recording: Recording): Promise<Recorded> {
  const { program, orders, folder, begin, library, bundled, mostSyncUs } = recording;
  mkdirSync(folder, { recursive: true });
  for (const [name, bytes] of begin) writeFileSync(join(folder, name), bytes);
  const trace = `${folder}.trace`;
  const env = {
    ...process.env,
    LD_PRELOAD: library,
    KIOKU_POWER_FOLDER: `${folder}/`,
    KIOKU_POWER_TRACE: trace,
    KIOKU_POWER_SYNC_US: String(mostSyncUs),
  };
  const run = async (order: object): Promise<void> => {
    const child = spawn(process.execPath, [programFile(program, bundled)], { stdio: "pipe", env });
    let complaint = "";
    child.stderr.setEncoding("utf8").on("data", (text: string) => {
      complaint += text;
    });
    child.stdout.resume();
    child.stdin.on("error", () => undefined);
    child.stdin.end(`${JSON.stringify(order)}\n`);
    const [code, signal] = (await once(child, "close")) as [number | null, string | null];
    if (code !== 0) throw new Error(`${program} ended (${code ?? signal}): ${complaint.trim()}`);
  };
  await Promise.all(orders.map(run));
  const recorded = { events: readTrace(trace), end: readImage(folder) };
  rmSync(folder, { recursive: true, force: true });
  rmSync(trace);
  return recorded;
}

/** Reads the traced files of a folder. */
function readImage(folder: string): Image {
  const names = readdirSync(folder).filter((name) => !UNTRACED.test(name));
  return new Map(names.map((name) => [name, readFileSync(join(folder, name))]));
}
