import { appendFileSync, rmSync } from "node:fs";
import { join } from "node:path";

import { freePort } from "./free-port.ts";
import { postgresBinaries } from "./postgres-binaries.ts";
import { killAllIn, signalAllIn } from "./processes.ts";
import { runAsServer, serverDirectory } from "./run-as.ts";

/** True if PostgreSQL is installed here, so that tests can start servers of their own. */
export const hasPostgres: boolean = postgresBinaries() !== undefined;

/** A server of PostgreSQL that a test has to itself. */
export interface Cluster extends AsyncDisposable {
  readonly port: number;
  /** Connection string of its superuser. */
  readonly url: string;
  /** Kills every process of it at once with SIGKILL, as a crash would. */
  kill(): Promise<void>;
  /** Starts it again; resolves when it takes connections. */
  start(): Promise<void>;
  /** Ends it as an administrator would, at once. */
  stop(): Promise<void>;
  /** Stops its processes where they are: it takes connections and answers nothing. */
  freeze(): Promise<void>;
  /** Lets it go on. */
  thaw(): Promise<void>;
  /** Returns true if an extension is installed for it, so that it can be created. */
  offers(extension: string): Promise<boolean>;
  /** A new server that follows this one. */
  replica(): Promise<Cluster>;
}

const SETTINGS = [
  "listen_addresses = '127.0.0.1'",
  "unix_socket_directories = ''",
  // The operating system keeps its data when a process ends.
  "fsync = off",
  "shared_buffers = '32MB'",
  "max_wal_senders = 4",
  "wal_level = replica",
  "hot_standby = on",
];

/**
 * Texts in an order that is not that of their bytes, so that a comparison shows that does not say
 * which order it means.
 */
const ENGLISH_ORDER = ["--locale-provider=icu", "--icu-locale=en-US"];

/** Makes a server in a directory of its own and starts it. */
export async function startCluster(settings: readonly string[] = []): Promise<Cluster> {
  const data = join(serverDirectory(), "data");
  const user = ["--username=postgres", "--auth=trust"];
  const kind = ["--encoding=UTF8", "--locale=C", "--no-sync", "--no-instructions"];
  const make = (...order: readonly string[]): Promise<string> =>
    runAsServer(program("initdb"), ["-D", data, ...user, ...kind, ...order]);
  await make(...ENGLISH_ORDER).catch(async (error: unknown) => {
    if (!/unrecognized option|not supported in this build/u.test(String(error))) throw error;
    await make();
  });
  appendFileSync(join(data, "postgresql.conf"), `\n${[...SETTINGS, ...settings].join("\n")}\n`);
  return startIn(data);
}

async function startIn(data: string): Promise<Cluster> {
  const port = await freePort();
  const cluster = new LocalCluster(data, port);
  await cluster.start();
  return cluster;
}

class LocalCluster implements Cluster {
  readonly port: number;
  readonly url: string;
  readonly #data: string;

  constructor(data: string, port: number) {
    this.#data = data;
    this.port = port;
    this.url = `postgres://postgres@127.0.0.1:${port}/postgres`;
  }

  async start(): Promise<void> {
    const log = join(this.#data, "..", "log");
    await this.#control("start", "-w", "-l", log, "-o", `-p ${this.port}`);
  }

  async stop(): Promise<void> {
    await this.#control("stop", "-w", "-m", "fast");
  }

  async kill(): Promise<void> {
    await killAllIn(this.#data);
    // The id of the dead process may belong to another by now, or to a zombie.
    rmSync(join(this.#data, "postmaster.pid"), { force: true });
  }

  async freeze(): Promise<void> {
    await signalAllIn(this.#data, "STOP");
  }

  async thaw(): Promise<void> {
    await signalAllIn(this.#data, "CONT");
  }

  async offers(extension: string): Promise<boolean> {
    const question = `select name from pg_available_extensions where name = '${extension}'`;
    const answer = await runAsServer(program("psql"), ["-XAtd", this.url, "-c", question]);
    return answer.trim() === extension;
  }

  async replica(): Promise<Cluster> {
    const data = join(serverDirectory(), "data");
    const from = ["-h", "127.0.0.1", "-p", String(this.port), "-U", "postgres"];
    const how = ["-R", "-X", "stream", "--checkpoint=fast", "--no-sync"];
    await runAsServer(program("pg_basebackup"), ["-D", data, ...from, ...how]);
    return startIn(data);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#control("stop", "-w", "-m", "immediate").catch(() => undefined);
    rmSync(join(this.#data, ".."), { recursive: true, force: true });
  }

  async #control(command: string, ...args: readonly string[]): Promise<void> {
    await runAsServer(program("pg_ctl"), [command, "-D", this.#data, "-s", ...args]);
  }
}

function program(name: string): string {
  const directory = postgresBinaries();
  if (directory === undefined) throw new Error("PostgreSQL is not installed here");
  return join(directory, name);
}
