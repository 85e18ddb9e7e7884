import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";

import { freePort } from "./free-port.ts";
import { canRunServers, serverDirectory, serverIdentity } from "./run-as.ts";

const PGBOUNCER = ["/usr/sbin/pgbouncer", "/usr/bin/pgbouncer", "/usr/local/bin/pgbouncer"].find(
  (file) => existsSync(file),
);

/** True if PgBouncer is installed here. */
export const hasPgbouncer: boolean = PGBOUNCER !== undefined && canRunServers();

/** PgBouncer in transaction mode in front of a server. */
export interface Pooler extends AsyncDisposable {
  /** Connection string of the same database, through it. */
  readonly url: string;
  /** Stops it where it is: it takes connections and answers nothing. */
  freeze(): void;
  /** Lets it go on. */
  thaw(): void;
}

/**
 * Starts PgBouncer in transaction mode.
 * @param connections - How many connections to the server all clients share.
 */
export async function startPooler(server: string, connections: number): Promise<Pooler> {
  if (PGBOUNCER === undefined) throw new Error("PgBouncer is not installed here");
  const { hostname, port, username, password, pathname } = new URL(server);
  const database = decodeURIComponent(pathname.slice(1));
  const directory = serverDirectory();
  const listens = await freePort();
  const secret = password === "" ? "" : ` password=${decodeURIComponent(password)}`;
  const user = decodeURIComponent(username);
  const file = join(directory, "pgbouncer.ini");
  writeFileSync(
    file,
    `[databases]
${database} = host=${hostname} port=${port || 5432} dbname=${database} user=${user}${secret}
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${listens}
unix_socket_dir =
auth_type = any
pool_mode = transaction
default_pool_size = ${connections}
max_client_conn = 200
`,
  );
  const pooler = spawn(PGBOUNCER, [file], {
    ...serverIdentity(),
    stdio: ["ignore", "ignore", "pipe"],
  });
  const ended = once(pooler, "exit");
  await untilItSays(pooler.stderr, "process up");
  return {
    url: `postgres://${username}@127.0.0.1:${listens}/${pathname.slice(1)}`,
    freeze: () => pooler.kill("SIGSTOP"),
    thaw: () => pooler.kill("SIGCONT"),
    [Symbol.asyncDispose]: async () => {
      pooler.kill("SIGKILL");
      await ended;
      rmSync(directory, { recursive: true, force: true });
    },
  };
}

/** Reads on afterwards: a full pipe would stop it. */
async function untilItSays(output: NodeJS.ReadableStream, words: string): Promise<void> {
  const { promise, resolve, reject } = Promise.withResolvers<undefined>();
  let said = "";
  output.setEncoding("utf8");
  output.on("data", (text: string) => {
    if (said.length < 10_000) said += text;
    if (said.includes(words)) resolve(undefined);
  });
  output.on("end", () => reject(new Error(`PgBouncer did not start: ${said}`)));
  await promise;
}
