import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";

import { SILENT_FAULTS, OPEN_FAULTS, seededFaults } from "@kioku/servers/s3-faults";
import { startS3Proxy } from "@kioku/servers/s3-proxy";
import type { S3Proxy } from "@kioku/servers/s3-proxy";
import { startS3Server } from "@kioku/servers/s3-server";
import type { S3Server } from "@kioku/servers/s3-server";

import { seededRandom } from "../seeded-random.ts";
import type { BackupKillsOptions } from "./backup-options.ts";
import type { BackupEvent, BackupOrder, PlaceOrder } from "./backup-order.ts";
import type { BackupReport } from "./backup-report.ts";
import { checkBackups, TAKEN } from "./check-backups.ts";
import type { CheckedWorld, Finding } from "./check-backups.ts";
import { KnownPast } from "./known-past.ts";
import { addState, openChanging, readStates, stateOf } from "./memory-state.ts";
import { WorkerProcess } from "./worker-process.ts";
import type { WorkerStart } from "./worker-process.ts";

/** Rounds on one memory at most: its history grows. */
const ROUNDS_OF_A_MEMORY = 20;
const MAX_DEFECTS = 10;
const MAX_REPEATS = 5;
/** Calls after which a process kills itself at the latest; a backup makes about 20. */
const CALLS = 60;
/** Share of requests that go wrong. */
const FAULTS = 0.06;
const SECRET = "a secret of twelve and more";
const BEGINNING = Date.parse("2026-11-26T10:00:00Z");
const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;

/** Kills one process after the other on one memory, and begins another memory now and then. */
export class BackupLane implements AsyncDisposable {
  readonly #options: BackupKillsOptions;
  readonly #report: BackupReport;
  readonly #start: WorkerStart;
  readonly #server: S3Server | undefined;
  readonly #proxy: S3Proxy | undefined;
  readonly #directory: string;
  #worker: WorkerProcess;
  #nowMs = BEGINNING;
  #rounds = 0;
  #world: CheckedWorld | undefined;
  #through: PlaceOrder | undefined;

  /** Starts a lane on a folder, or on a server. */
  static async start(
    kind: PlaceOrder["kind"],
    options: BackupKillsOptions,
    report: BackupReport,
  ): Promise<BackupLane> {
    const server = kind === "s3" ? await startS3Server() : undefined;
    const proxy = server && (await startS3Proxy(server.endpoint));
    return new BackupLane(options, report, server && proxy && { server, proxy });
  }

  constructor(
    options: BackupKillsOptions,
    report: BackupReport,
    servers: { readonly server: S3Server; readonly proxy: S3Proxy } | undefined,
  ) {
    this.#options = options;
    this.#report = report;
    this.#server = servers?.server;
    this.#proxy = servers?.proxy;
    this.#directory = join(options.directory, servers ? "bucket" : "folder");
    const cacheDirectory = join(options.directory, "compiled");
    this.#start = { bundled: options.bundled, cacheDirectory };
    this.#worker = new WorkerProcess(this.#start);
  }

  /** One kill and one check; once more where no call of the place was begun before the kill. */
  async round(number: number): Promise<void> {
    for (let attempt = 0; attempt < MAX_REPEATS; attempt += 1) {
      if (await this.#attempt(number, attempt)) return;
      this.#report.repeated += 1;
    }
    throw new Error(`no process calls its place in round ${number}`);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#worker.kill();
    this.#countFaults();
    await this.#proxy?.[Symbol.asyncDispose]();
    await this.#server?.[Symbol.asyncDispose]();
  }

  async #attempt(number: number, attempt: number): Promise<boolean> {
    const { seed, control } = this.#options;
    const random = seededRandom(seed, number, attempt);
    const world = this.#worldOf(number, attempt);
    this.#nowMs += random.pick([0, 10 * MINUTE_MS, 2 * HOUR_MS, 7 * HOUR_MS, 30 * HOUR_MS]);
    const when = random.pick(["before", "after"] as const);
    const death = random.chance(0.6) ? { call: 1 + random.below(CALLS), when } : undefined;
    const order: BackupOrder = {
      ...world.order,
      place: this.#through ?? world.order.place,
      seed: random.below(2 ** 31),
      nowMs: this.#nowMs,
      death,
      control,
    };
    const faults = [...OPEN_FAULTS, ...SILENT_FAULTS];
    this.#proxy?.plan(seededFaults({ seed: order.seed, share: FAULTS, faults }));
    const worker = this.#worker;
    const events = await worker.work(order, random.below(random.pick([100, 1_000, 4_000])));
    this.#worker = new WorkerProcess(this.#start);
    this.#proxy?.plan(undefined);
    // Time goes on while a process lives.
    this.#nowMs += 5 * MINUTE_MS;
    const found = await this.#follow(world, events);
    if (!events.some(({ type }) => type === "began")) return false;
    found.push(...(await checkBackups({ ...world, nowMs: this.#nowMs, random }, this.#report)));
    this.#rounds += 1;
    this.#count(events, found, `seed ${seed}, round ${number}, worker ${order.seed}`);
    this.#report.atCalls += death === undefined ? 0 : 1;
    return true;
  }

  /** Takes over what a process did before it was killed, also what it could not tell. */
  async #follow(world: CheckedWorld, events: readonly BackupEvent[]): Promise<Finding[]> {
    const { order, past } = world;
    past.states.splice(0, Infinity, ...readStates(order.states));
    past.hear(events);
    const { memory } = openChanging(order.database, () => new Date(this.#nowMs));
    const state = await stateOf(memory);
    await memory.close();
    if (past.states.at(-1)?.whole !== state.whole) {
      addState(order.states, state);
      past.states.push(state);
    }
    return events
      .filter((event) => event.type === "broken")
      .map(({ problem }) => ({ kind: "partial", problem }));
  }

  #count(events: readonly BackupEvent[], found: readonly Finding[], where: string): void {
    const report = this.#report;
    report.rounds += 1;
    report.inBuckets += this.#proxy === undefined ? 0 : 1;
    for (const event of events) {
      if (event.type === "backup") {
        report.backups += 1;
        report.resumed += event.isResumed ? 1 : 0;
        report.removed += event.removed;
      }
      report.restores += event.type === "restored" ? 1 : 0;
      report.erased += event.type === "published" ? event.ids.length : 0;
      report.failed += event.type === "failed" ? 1 : 0;
    }
    for (const { kind } of found) report[kind] += 1;
    if (found.length === 0) return;
    const words = found.slice(0, 5).map(({ kind, problem }) => `${kind}: ${problem}`);
    const directory = this.#world?.directory ?? this.#directory;
    const defect = `${where}, ${directory}: ${words.join("; ")}`;
    if (report.defects.length < MAX_DEFECTS) report.defects.push(defect);
    writeFileSync(join(directory, "defect.txt"), defect);
    // Proves nothing about later rounds.
    if (this.#options.control === undefined) this.#world = undefined;
    else this.#end();
  }

  #countFaults(): void {
    for (const [fault, count] of this.#proxy?.faults ?? []) {
      this.#report.faults[fault] = (this.#report.faults[fault] ?? 0) + count;
    }
  }

  #worldOf(number: number, attempt: number): CheckedWorld {
    if (this.#rounds >= ROUNDS_OF_A_MEMORY) this.#end();
    this.#world ??= this.#begin(`${number}-${attempt}`);
    return this.#world;
  }

  #begin(name: string): CheckedWorld {
    this.#rounds = 0;
    const directory = join(this.#directory, name);
    const targets = join(directory, "targets");
    mkdirSync(targets, { recursive: true });
    writeFileSync(join(targets, "taken.db"), TAKEN);
    const server = this.#server;
    const bucket = server && {
      kind: "s3" as const,
      bucket: server.bucket,
      prefix: `place-${name}`,
      ...server.credentials,
    };
    const through = this.#proxy?.endpoint;
    this.#through = bucket && through ? { ...bucket, endpoint: through } : undefined;
    const place: PlaceOrder =
      bucket && server
        ? { ...bucket, endpoint: server.endpoint }
        : { kind: "folder", path: join(directory, "place") };
    const isEncrypted = seededRandom(this.#options.seed, Number(name.split("-")[0])).chance(0.3);
    const order = {
      database: join(directory, "memory.db"),
      place,
      key: isEncrypted ? SECRET : undefined,
      stagingFolder: join(directory, "staging"),
      targets,
      states: join(directory, "states.jsonl"),
    };
    return { directory, order, past: new KnownPast() };
  }

  #end(): void {
    if (this.#world) rmSync(this.#world.directory, { recursive: true, force: true });
    this.#world = undefined;
  }
}
