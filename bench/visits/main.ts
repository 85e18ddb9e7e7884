import { Session } from "node:inspector/promises";
import { parseArgs } from "node:util";

import { endWith } from "../usage-error.ts";
import { useSources } from "./use-sources.ts";

const USAGE = `npm run measure -- visits [--files]

Counts the source files of core and store-sqlite that run code during one warm remember and one warm recall, with the
local embedder, whose files are not counted, and all options at their defaults. Prints {"remember","recall"}.

  --files  list the files first, with the functions that ran`;

/** Names of the functions that ran, by source file. */
type Visits = ReadonlyMap<string, readonly string[]>;

/** Runs `call` and returns the functions of the packages' sources that ran meanwhile. */
async function visitsOf(call: () => Promise<unknown>): Promise<Visits> {
  const session = new Session();
  session.connect();
  await session.post("Profiler.enable");
  await session.post("Profiler.startPreciseCoverage", { callCount: true, detailed: false });
  await session.post("Profiler.takePreciseCoverage");
  await call();
  const { result } = await session.post("Profiler.takePreciseCoverage");
  session.disconnect();
  const visits = new Map<string, readonly string[]>();
  for (const { url, functions } of result) {
    const file = /\/packages\/(?<file>(?:core|store-sqlite)\/src\/.+\.ts)$/u.exec(url)?.groups?.[
      "file"
    ];
    const ran = functions.filter(({ ranges }) => (ranges[0]?.count ?? 0) > 0);
    if (file !== undefined && ran.length > 0) {
      visits.set(file, ran.map(({ functionName }) => functionName || "(anonymous)").toSorted());
    }
  }
  return visits;
}

async function measure(): Promise<{ readonly remember: Visits; readonly recall: Visits }> {
  useSources();
  const { createMemory } = await import("@kioku/core");
  const { localEmbedder } = await import("@kioku/embed-local");
  const { sqliteStore } = await import("@kioku/store-sqlite");
  await using memory = createMemory({
    store: sqliteStore({ path: ":memory:" }),
    embedder: localEmbedder(),
  });
  for (let n = 0; n < 20; n += 1) {
    await memory.remember(`Note ${n} says that the bakery on Hill Street opens at ${n} o'clock`);
    await memory.recall(`When does the bakery open, asked for the ${n}th time?`);
  }
  return {
    remember: await visitsOf(() => memory.remember("My daughter is allergic to peanuts")),
    recall: await visitsOf(() => memory.recall("What is my daughter allergic to?")),
  };
}

function show(title: string, visits: Visits): void {
  process.stdout.write(`${title}\n`);
  for (const [file, ran] of [...visits].toSorted(([one], [other]) => one.localeCompare(other))) {
    process.stdout.write(`  ${file}  ${ran.join(" ")}\n`);
  }
}

try {
  const { values } = parseArgs({
    options: {
      files: { type: "boolean", default: false },
      help: { type: "boolean", default: false },
    },
  });
  if (values.help) process.stdout.write(`${USAGE}\n`);
  else {
    const { remember, recall } = await measure();
    if (values.files) {
      show("remember", remember);
      show("recall", recall);
    }
    const counts = { remember: remember.size, recall: recall.size };
    process.stdout.write(`${JSON.stringify(counts)}\n`);
  }
} catch (error) {
  endWith(error);
}
