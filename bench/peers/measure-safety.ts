import type { SetRecord } from "../recall/recall-set.ts";
import { range } from "../store/data/range.ts";
import { measureLookAlikes } from "./look-alikes.ts";
import type { LookAlikeReport } from "./look-alikes.ts";
import { SystemProcess, triedHosts } from "./system-process.ts";
import { SYSTEMS } from "./systems.ts";
import { withFolder, withSystem } from "./with-systems.ts";

/** Counts of writes that a system said were done, and of those it kept. */
export interface WritesReport {
  readonly acknowledged: number;
  /** Writes that the system itself said had failed. */
  readonly failed: number;
  /** Acknowledged, and not there when the files were opened again. */
  readonly lost: number;
}

/** Requests of a system to others. */
interface RequestsReport {
  /** Calls of the embedder. */
  readonly embedderPerWrite: number;
  readonly embedderPerSearch: number;
  /** Hosts that it tried to reach, with the number of tries, all settings by default. */
  readonly hosts: Readonly<Record<string, number>>;
}

/** Report of all that a system keeps, mixes up and sends. */
export interface SafetyOfSystem {
  readonly name: string;
  /** Two processes that write to the same files at once; absent where there are no files. */
  readonly twoWriters?: WritesReport;
  /** A process that is killed (SIGKILL) while it writes, again and again. */
  readonly killed?: WritesReport;
  /** Absent where a system knows no users. */
  readonly lookAlikes?: LookAlikeReport;
  readonly requests: RequestsReport;
}

/** Sizes of a run. */
export interface SafetySettings {
  /** Writes of each of two processes. */
  readonly writes: number;
  readonly kills: number;
}

const USER = "ann";
const CALLS = 20;

/** Measures one system. */
export async function measureSafety(
  name: string,
  { writes, kills }: SafetySettings,
): Promise<SafetyOfSystem> {
  const { isInMemory = false, hasNoUsers = false } = SYSTEMS[name] ?? {};
  return {
    name,
    ...(isInMemory ? {} : { twoWriters: await withFolder((at) => writeTwice(name, at, writes)) }),
    ...(isInMemory ? {} : { killed: await withFolder((at) => killWriters(name, at, kills)) }),
    ...(hasNoUsers
      ? {}
      : {
          lookAlikes: await withFolder((at) => withSystem(name, at, measureLookAlikes)),
        }),
    requests: await withFolder((at) => countRequests(name, at)),
  };
}

async function writeTwice(name: string, folder: string, writes: number): Promise<WritesReport> {
  const written: string[] = [];
  let failed = 0;
  // One after the other, so that the files are there for the second.
  const both = [
    await SystemProcess.start({ name, folder }),
    await SystemProcess.start({ name, folder }),
  ];
  try {
    // The first write makes files, which is no matter of this.
    await both[0]?.ask({ verb: "add", user: USER, records: recordsOf("first", 1) });
    const answers = await Promise.all(
      both.map((system, place) =>
        system.ask({ verb: "add", user: USER, records: recordsOf(`w${place}`, writes) }, (id) =>
          written.push(id),
        ),
      ),
    );
    failed = answers.reduce((sum, answer) => sum + answer.failed.length, 0);
    for (const system of both) await system.ask({ verb: "close" });
  } finally {
    await Promise.all(both.map((system) => system.kill()));
  }
  return { acknowledged: written.length, failed, lost: await lostOf(name, folder, written) };
}

async function killWriters(name: string, folder: string, kills: number): Promise<WritesReport> {
  const written: string[] = [];
  for (const round of range(0, kills)) {
    const system = await SystemProcess.start({ name, folder });
    const killAfter = 3 + ((7 * round) % 40);
    let left = killAfter;
    const all = recordsOf(`k${round}`, 2_000);
    await system
      .ask({ verb: "add", user: USER, records: all }, (id) => {
        written.push(id);
        left -= 1;
        if (left === 0) void system.kill();
      })
      .then(
        () => Promise.reject(new Error("it was not killed")),
        (error: unknown) => {
          if (left > 0) throw error;
        },
      );
  }
  return { acknowledged: written.length, failed: 0, lost: await lostOf(name, folder, written) };
}

/** Opens the files once more and counts what is not there. */
function lostOf(name: string, folder: string, written: readonly string[]): Promise<number> {
  return withSystem(name, folder, async (system) => {
    const { found } = await system.ask({ verb: "kept", user: USER });
    const kept = new Set(found.flat());
    return written.filter((id) => !kept.has(id)).length;
  });
}

async function countRequests(name: string, folder: string): Promise<RequestsReport> {
  const system = await SystemProcess.start({ name, folder }, {});
  try {
    const records = recordsOf("n", CALLS);
    const before = await system.ask({ verb: "kept", user: USER });
    const wrote = await system.ask({ verb: "add", user: USER, records });
    const questions = records.map(({ id }) => `what was said of ${id}?`);
    const searched = await system.ask({ verb: "search", user: USER, questions });
    const hosts = await triedHosts(folder);
    return {
      embedderPerWrite: (wrote.embedderCalls - before.embedderCalls) / CALLS,
      embedderPerSearch: (searched.embedderCalls - wrote.embedderCalls) / CALLS,
      hosts: Object.fromEntries(
        [...Map.groupBy(hosts, (host) => host)].map(([host, tries]) => [host, tries.length]),
      ),
    };
  } finally {
    await system.kill();
  }
}

function recordsOf(prefix: string, count: number): readonly SetRecord[] {
  return range(0, count).map((index) => {
    const id = `${prefix}-${index}`;
    return { id, text: `Note ${id}: the meeting about the garden was moved` };
  });
}
