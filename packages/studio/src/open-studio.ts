import { randomBytes } from "node:crypto";

import { type Memory, MemoryError, type MemoryRoot } from "@kioku/core";
import { checkMembers, checkMethods, checkNumber } from "@kioku/core/toolkit";
import { createMind, type Mind } from "@kioku/mind";
import type { Images } from "@kioku/mind/images";

import { startServer } from "./http/start-server.js";
import { Listings } from "./listing/listings.js";
import { studioApplication } from "./server/studio-application.js";
import type { SizedStore } from "./verbs/service.js";
import type { MemoryRow } from "./wire/memories.js";

/** Options of `openStudio`. */
export interface StudioOptions {
  /** Memory to show: its scope and those below. It stays open when the studio is closed. */
  readonly memory: Memory | MemoryRoot;
  /** Mind of the same scope. @defaultValue one that runs only when it is asked to */
  readonly mind?: Mind | undefined;
  /** Images of the same scope, whose files are then shown, too. @defaultValue captions alone */
  readonly images?: Images | undefined;
  /** Memory as a whole, for vector spaces and the queue. @defaultValue `memory`, if it is that */
  readonly root?: MemoryRoot | undefined;
  /** Store of the memory, if it is SQLite, for sizes. @defaultValue sizes are not shown */
  readonly store?: SizedStore | undefined;
  /** Let the page change, pin, forget and erase memories. @defaultValue `false` */
  readonly write?: boolean | undefined;
  /** Port on 127.0.0.1, 0 to 65,535; 0 takes a free one. @defaultValue 0 */
  readonly port?: number | undefined;
  /** @defaultValue `() => new Date()`; give the memory's own */
  readonly clock?: (() => Date) | undefined;
}

/** A studio that is open. */
export interface Studio extends AsyncDisposable {
  /** Address to open in a browser on this machine, with the token of this start. */
  readonly url: string;
  /** Ends it: no more requests are answered. */
  close(): Promise<void>;
}

const MEMBERS = "memory mind images root store write port clock".split(" ");
const HOST = "127.0.0.1";

/**
 * Serves a page that shows a memory, to the browsers of this machine that are given its address.
 *
 * ```ts
 * const studio = await openStudio({ memory });
 * console.log(studio.url);
 * ```
 *
 * @throws `invalid-input` for an option that is unknown or out of range, or a port that is in use.
 */
export async function openStudio(options: StudioOptions): Promise<Studio> {
  checkMembers(options, "openStudio", MEMBERS);
  const { memory, images, store, write = false, port = 0, clock = () => new Date() } = options;
  checkMethods(memory, "openStudio.memory", ["recall", "list", "scopes"]);
  if (store !== undefined) checkMethods(store, "openStudio.store", ["stats"]);
  checkNumber(port, "openStudio.port", { min: 0, max: 65_535, integer: true });
  const mind = options.mind ?? createMind({ memory, automatic: false, clock });
  const root = options.root ?? ("spaces" in memory ? memory : undefined);
  const token = randomBytes(24).toString("base64url");
  const listings = new Listings<MemoryRow>();
  const service = { memory, mind, root, store, images, listings, canWrite: write, clock };
  const address = { host: HOST, port, names: [] };
  const closeMind = async (): Promise<void> => {
    if (options.mind === undefined) await mind.close();
  };
  const server = await startServer(studioApplication(service, token), address).catch(
    async (cause: unknown) => {
      await closeMind();
      throw new MemoryError("invalid-input", `port ${port} cannot be listened on`, { cause });
    },
  );
  const closing = new AbortController();
  for (const event of ["remembered", "forgotten", "erased", "archived", "used"] as const) {
    const { signal } = closing;
    memory.on(event, () => listings.markStale(), { reach: "below", signal });
  }
  const close = async (): Promise<void> => {
    closing.abort();
    await server.stop();
    await closeMind();
  };
  return { url: `${server.url}/#token=${token}`, close, [Symbol.asyncDispose]: close };
}
