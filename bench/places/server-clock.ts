import { readFile } from "node:fs/promises";

import type { PlainConnection } from "./place.ts";

const NS_PER_MS = 1e6;
const US_PER_MS = 1_000;

/** Returns the processor time of the server for connections of one name so far, in milliseconds. */
export type ServerClock = () => Promise<number>;

/**
 * Makes a clock of a server on this machine. Of PGlite it is the time of this process, which does
 * the work of the client as well.
 * @throws If the processes of the server are not on this machine, or it does not run Linux.
 */
export function serverClock({ ask, isServer }: PlainConnection, name: string): ServerClock {
  if (!isServer) {
    return async () => {
      const { user, system } = process.cpuUsage();
      return (user + system) / US_PER_MS;
    };
  }
  return async () => {
    const backends = await ask<{ readonly pid: number }>(
      "select pid from pg_stat_activity where application_name = $1",
      [name],
    );
    const times = await Promise.all(backends.map(({ pid }) => timeOf(pid)));
    return times.reduce((all, one) => all + one, 0);
  };
}

async function timeOf(pid: number): Promise<number> {
  const text = await readFile(`/proc/${pid}/schedstat`, "utf8").catch(() => undefined);
  if (text === undefined) throw new Error("the server has to run on this machine, under Linux");
  return Number(text.split(" ")[0]) / NS_PER_MS;
}
