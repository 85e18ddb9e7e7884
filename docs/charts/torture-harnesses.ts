import { soakFigures } from "./soak-figures.ts";
import { countOf, sumOf } from "./torture-results.ts";
import type { TortureResult } from "./torture-results.ts";

/** Description of a harness on the page of runs. */
export interface DescribedHarness {
  readonly name: string;
  readonly title: string;
  readonly promise: string;
  readonly done: string;
  /** Plural name of its rounds. */
  readonly rounds: string;
  readonly roundsOf: (result: TortureResult) => number;
  /** Describes the outcome of a run. */
  readonly found: (result: TortureResult) => string;
  /** Losses and gaps that do not break the promise. */
  readonly expected: string;
}

/** A whole number with commas. */
export function whole(value: number): string {
  return value.toLocaleString("en-US");
}

const count = (result: TortureResult, ...path: readonly string[]): string =>
  whole(countOf(result, ...path));

/** Zero where nothing ended so. */
function outcome(result: TortureResult, name: string): string {
  const outcomes = result.counts["outcomes"] as Readonly<Record<string, number>> | undefined;
  return whole(outcomes?.[name] ?? 0);
}

/** Members that kills of servers share. */
const KILLS: Pick<DescribedHarness, "roundsOf" | "found" | "expected"> = {
  roundsOf: (result) => countOf(result, "rounds"),
  found: (result) =>
    `${count(result, "acknowledged")} batches acknowledged; ${count(result, "lost")} lost, ${count(result, "torn")} torn; ${count(result, "interrupted")} calls failed because of the kills`,
  expected: "Calls under way fail with a typed error. Whether they were done is not known.",
};

/** All of them, in the order of the page. */
export const HARNESSES: readonly DescribedHarness[] = [
  {
    name: "crash",
    title: "Killed writers",
    promise:
      "What SQLite has acknowledged is there after `kill -9`, no batch by half, and the file is whole.",
    done: "A process writes batches of 1 to 50 operations without end and is killed at a random instant; then every record, version and vector is compared with what was acknowledged, and the file is checked.",
    rounds: "kills",
    roundsOf: (result) => countOf(result, "rounds"),
    found: (result) =>
      `${count(result, "acknowledged")} transactions acknowledged before the kills; ${count(result, "compared")} records and histories compared; ${count(result, "lost")} lost, ${count(result, "torn")} torn, ${count(result, "corrupt")} corrupt; ${count(result, "unacknowledged")} batches found whole that were not acknowledged yet`,
    expected:
      "A batch that was under way and not acknowledged is either there as a whole or not at all. A kill ends a process, not the power, which the next harness cuts.",
  },
  {
    name: "power",
    title: "Losses of power",
    promise:
      "What SQLite has acknowledged is there after a loss of power, no batch by half, and the file is whole.",
    done: "Every write and sync of processes is recorded; at random moments everything that was not synced is lost, kept or torn at random, by writes and by sectors, and the files are compared with what was acknowledged. Every fourth run is two processes with several callers each, where answers that something is there already, or is gone, count as well.",
    rounds: "cuts",
    roundsOf: (result) => countOf(result, "cuts"),
    found: (result) =>
      `${count(result, "runs")} runs with ${count(result, "syncs")} syncs; ${count(result, "acknowledged")} acknowledgements before the cuts; ${count(result, "lostChanges")} writes taken, ${count(result, "tornWrites")} torn; ${count(result, "lost")} acknowledged steps lost, ${count(result, "torn")} files torn, ${count(result, "corrupt")} corrupt; ${count(result, "unacknowledged")} batches found whole that were not acknowledged yet`,
    expected:
      "The model of the disk holds syncs for true, keeps the bytes beside a write, and names reach it in their order. A disk that lies about syncs loses what it promised, as the control shows.",
  },
  {
    name: "mind",
    title: "Killed minds",
    promise:
      "A mind that is killed while it hears and consolidates loses no turn and leaves no half run; afterwards it knows what it would know without the kill.",
    done: "Two minds hear and consolidate the same talk in one file at once. One of them is a process that is killed at a random instant, or ends or stalls at a random call of its store or model; the other one finishes. Then all turns, facts, episodes, runs and quotes are compared with each other and with a talk without a break.",
    rounds: "kills",
    roundsOf: (result) => countOf(result, "rounds"),
    found: (result) =>
      `${count(result, "processes")} processes killed, ${count(result, "calls")} lives ended at a call, ${count(result, "stalled")} of them outrun and resumed; ${count(result, "turns")} turns and ${count(result, "facts")} facts checked; ${count(result, "lost")} lost, ${count(result, "half")} half, ${count(result, "doubled")} doubled, ${count(result, "unproven")} unproven, ${count(result, "different")} minds different`,
    expected: "Nothing. A run that was under way is there as a whole or not at all.",
  },
  {
    name: "mcp",
    title: "Killed MCP servers",
    promise:
      "What an MCP server has acknowledged to its client is there, whoever else works on the file and whatever is killed.",
    done: "Two processes of `kioku serve mcp` remember 1,000 memories each in one file at once, through clients over standard input and output. Then one of them is killed at a random answer with eight requests under way, while the other one goes on, and a new one takes its place. After each kill every memory is compared with what was sent and acknowledged, and the file is checked as a whole.",
    rounds: "kills",
    roundsOf: (result) => countOf(result, "rounds"),
    found: (result) =>
      `${count(result, "together")} memories of two processes at once, ${count(result, "acknowledged")} acknowledged in all; ${count(result, "unanswered")} requests without an answer because of the kills, ${count(result, "unacknowledged")} of them done; ${count(result, "lost")} lost, ${count(result, "foreign")} there twice or never sent, ${count(result, "corrupt")} problems of the file`,
    expected: "A request that a kill left without an answer may have been done.",
  },
  {
    name: "backup",
    title: "Killed backups and restores",
    promise:
      "A backup whose manifest is there restores to a state that the memory had; killed backups and restores leave nothing half, and what was erased does not come back from any older backup.",
    done: "Processes change a memory, erase from it, back it up, remove old backups and restore it, half of them into a folder, half of them to a server of S3 behind a network that is busy, cut, slow, and lies: it changes bytes, shortens objects, keeps nothing of what it acknowledges, and leaves objects out of lists. They are killed at random instants and right before and after calls of the place. Then the completed backups have to be there, the newest and one older backup are verified and restored, every record with its history and vectors is compared with the states that there were, the restored file is searched for every erased word, and a backup without a kill has to leave no local file.",
    rounds: "kills",
    roundsOf: (result) => countOf(result, "rounds"),
    found: (result) =>
      `${count(result, "backups")} backups and ${count(result, "restores")} restores completed before the kills, ${count(result, "resumed")} backups went on where a killed one had stopped, ${count(result, "removed")} old ones removed; ${whole(sumOf(result, "faults"))} requests went wrong; ${count(result, "checked")} restored files with ${count(result, "compared")} records compared; ${count(result, "lost")} backups lost, ${count(result, "different")} files different, ${count(result, "returned")} erased records back, ${count(result, "partial")} files half or written over, ${count(result, "leftovers")} local files left over`,
    expected:
      "A call that meets the faults may fail with a typed error. Parts of a killed backup stay until a later backup removes them, a day later.",
  },
  {
    name: "images",
    title: "Killed image pipelines",
    promise:
      "An image that was acknowledged is there once, with its file, its caption and its time; what is removed leaves no file, and of an erased person no byte is left.",
    done: "Processes see images of two persons, caption them and remove files, all in one database and one folder, and are killed at random instants; other lives end, or fail, at a random call of their store, files or model. Each tenth image is forgotten again, and a third of the files are of both persons. Then every record, file, caption and history is compared with the plan, one person is erased, and every byte of the database and the folder is searched.",
    rounds: "images",
    roundsOf: (result) => countOf(result, "rounds"),
    found: (result) =>
      `${count(result, "watchers")} processes killed while they saw images, ${count(result, "captioners")} while they captioned or swept, ${count(result, "calls")} lives ended at a call, ${count(result, "failed")} calls failed; ${count(result, "lost")} lost, ${count(result, "doubled")} doubled, ${count(result, "disordered")} out of order, ${count(result, "orphans")} files left over, ${count(result, "leaked")} traces of the erased person`,
    expected:
      "A kill between a removal and that of its file leaves the file until the next sweep, which comes before the check.",
  },
  {
    name: "callbacks",
    title: "Failing callbacks",
    promise: "No callback of a host ends the process or loses a record, whatever it does.",
    done: "Every callback that a host can give throws, rejects, never settles and returns nonsense, on the in-memory store and on SQLite; a healthy memory then reads what was acknowledged.",
    rounds: "cases",
    roundsOf: (result) => countOf(result, "cases"),
    found: (result) =>
      `${count(result, "crashes")} errors that reached nobody, ${count(result, "lost")} records lost or kept though they were refused`,
    expected:
      "A call whose callback fails may be refused, with a typed error. A call that is aborted while a callback hangs may be done or not.",
  },
  {
    name: "server",
    title: "Killed PostgreSQL servers",
    promise:
      "What PostgreSQL has acknowledged is there after `kill -9` of the server, no batch by half.",
    done: "A server of its own is killed under six writers, with all of its processes at once, and started again; everything acknowledged is compared.",
    rounds: "kills",
    ...KILLS,
  },
  {
    name: "citus",
    title: "Killed workers of Citus",
    promise:
      "What PostgreSQL has acknowledged is there after `kill -9` of the worker of Citus that has the tables, no batch by half.",
    done: "A coordinator and two workers are started; the worker with the tables is killed under six writers, with all of its processes at once, and started again; everything acknowledged is compared.",
    rounds: "kills of a worker",
    ...KILLS,
  },
  {
    name: "wal",
    title: "Damaged write-ahead logs",
    promise: "Of a damaged write-ahead log exactly what was committed before the damage is there.",
    done: "The log of ten transactions is cut at a random offset, a sector of it is zeroed, or a bit is flipped.",
    rounds: "damaged logs",
    roundsOf: (result) => countOf(result, "cases"),
    found: (result) =>
      `${outcome(result, "prefix")} times exactly what was committed before the damage, ${outcome(result, "refused")} times refused`,
    expected:
      "What was committed after the damaged place is gone. Only a log whose header is damaged may be refused.",
  },
  {
    name: "flips",
    title: "Flipped bits",
    promise:
      "A flipped bit in the file leads to an answer, to a typed error or to a finding of the integrity check.",
    done: "One random bit of the main file is flipped; then everything is read and checked.",
    rounds: "flipped bits",
    roundsOf: (result) => countOf(result, "cases"),
    found: (result) =>
      `${outcome(result, "harmless")} harmless, ${outcome(result, "refused")} refused with a typed error, ${outcome(result, "found")} found by a check, ${outcome(result, "unguarded")} unguarded`,
    expected:
      "Unguarded: SQLite has no checksums in its main file, so a bit inside a text, a number or a vector is another text, number or vector. Only a backup helps.",
  },
  {
    name: "disk",
    title: "Full disks",
    promise: "Without room on the disk a write is refused as a whole, and done when there is room.",
    done: "Writes until SQLite may have no more pages, and until the kernel lets the file grow no further; a file and a directory that may not be written.",
    rounds: "full disks",
    roundsOf: (result) => sumOf(result, "kept"),
    found: (result) =>
      `${count(result, "kept", "full by pages")} times full by pages, ${count(result, "kept", "full by file size")} by file size, ${count(result, "kept", "read-only file")} read-only file and ${count(result, "kept", "read-only directory")} directory: refused, nothing left behind, done afterwards`,
    expected: "The refused write itself, until there is room.",
  },
  {
    name: "storm",
    title: "Eight writers at once",
    promise: "Eight processes that write to one file lose nothing and fail with nothing.",
    done: "Eight processes write to one file, waiting for each other or being refused and trying again.",
    rounds: "transactions",
    roundsOf: (result) => countOf(result, "acknowledged"),
    found: (result) =>
      `${count(result, "processes")} processes, ${count(result, "records")} records there, ${count(result, "lost")} lost; ${count(result, "refused")} attempts refused and made again`,
    expected: "Nothing.",
  },
  {
    name: "faults",
    title: "Failing embedders",
    promise:
      "Whatever an embedder does, in the end no text is lost or doubled, and no vector is missing or on another text.",
    done: "Schedules of some ten steps with an embedder that fails in 22 ways: it hangs, throws, answers too few, too many, too wide, with zeros or what is no number.",
    rounds: "schedules",
    roundsOf: (result) => countOf(result, "schedules"),
    found: (result) =>
      `${count(result, "stored")} texts stored at once, ${count(result, "queued")} queued; ${whole(sumOf(result, "faults"))} faults; ${count(result, "retried")} vectors made in the background, ${count(result, "reindexed")} by \`reindex\``,
    expected: "While the embedder fails, a text is found by its words only.",
  },
  {
    name: "fuzz",
    title: "Hostile arguments",
    promise:
      "Any argument leads to an answer or to a `MemoryError` that shows no SQL, no file and no text of a memory.",
    done: "A random verb with arguments of which one or several are hostile; every 200 cases the memory must still work.",
    rounds: "cases",
    roundsOf: (result) => countOf(result, "cases"),
    found: (result) =>
      `${count(result, "answered")} answered, ${whole(sumOf(result, "refused"))} refused with a typed error, ${count(result, "aborted")} aborted`,
    expected: "Nothing.",
  },
  {
    name: "isolation",
    title: "Look-alike scopes",
    promise:
      "Nothing of another scope is in any result, event, error or count, and nothing of another scope changes.",
    done: "Random verbs in 200 scopes that look alike, with arguments that name what another scope has.",
    rounds: "probes",
    roundsOf: (result) => countOf(result, "probes"),
    found: (result) =>
      `${whole(countOf(result, "probes") - sumOf(result, "refused"))} answered, ${whole(sumOf(result, "refused"))} refused; ${count(result, "events")} events looked through; all scopes compared ${count(result, "comparisons")} times`,
    expected: "Nothing.",
  },
  {
    name: "soak",
    title: "An hour of use",
    promise:
      "A memory in use for a long time answers as it has to, and neither memory nor file nor handles grow.",
    done: "One process uses a memory on SQLite as a server would: six callers at once write, recall, update, forget and erase, a mind hears talks and consolidates them, backups are made and restored in the middle of it, and after each minute the memory is closed and opened again. Every answer is compared with what it has to be. After each minute the process is looked at; the medians of the first and the second half, after a fifth to warm up, are compared.",
    rounds: "minutes",
    roundsOf: (result) => countOf(result, "rounds"),
    found: (result) =>
      `${count(result, "calls")} calls, ${count(result, "compared")} records compared, ${count(result, "talks")} talks, ${count(result, "backups")} backups restored; ${count(result, "wrong")} wrong, ${count(result, "grown")} figures grown. ${soakFigures(result)}`,
    expected:
      "How long a call takes depends on what else the machine does, so that it is shown and not judged; the processor time of a call is.",
  },
];
