import { type Readable, Writable } from "node:stream";

import { backgroundTimer } from "@kioku/core/toolkit";
import { serveStdio } from "@kioku/mcp";

import type { Call } from "../../command/call.js";
import type { HostOutput } from "../../host.js";
import type { SERVE_FLAGS } from "../../table/set-up-commands.js";
import { openProject, type ProjectMemory } from "../hook/open-project.js";
import { importGraphFile } from "./import-graph-file.js";
import { loggerOf } from "./logger.js";
import { toolsOf } from "./tools-of.js";

/** Milliseconds from the first message of a client until the memory is warmed up. */
const WARM_MS = 300;

/** Serves MCP to the program that started this one, until its input ends or a signal comes. */
export async function serveMcpStdio(call: Call<typeof SERVE_FLAGS>): Promise<void> {
  const { host, flags, print, signal } = call;
  const logger = loggerOf(print);
  const opened = await openProject(call, { background: logger });
  try {
    const tools = toolsOf(flags);
    if (tools.tools?.includes("graph") === true && tools.readOnly !== true) {
      await importGraphFile(opened.project, host);
    }
    const server = serveStdio({
      memory: opened.project,
      ...tools,
      clock: host.clock,
      logger,
      input: host.stdin,
      output: toWritable(host.stdout),
    });
    if (host.stdin.isTTY === true) {
      await print.note("Waiting for an MCP client on standard input; Ctrl-C ends");
    }
    const end = (): void => void server.close();
    if (signal.aborted) end();
    signal.addEventListener("abort", end, { once: true });
    const callOff = warmSoon(host.stdin, opened);
    await server.closed;
    callOff();
    signal.removeEventListener("abort", end);
  } finally {
    await opened.close();
  }
}

/**
 * Loads what the first recall would wait for, soon after the client has said something: not before
 * its first answers. Returns what calls it off.
 */
function warmSoon(input: Readable, { warm }: ProjectMemory): () => void {
  let cancel: (() => void) | undefined;
  const start = (): void => {
    cancel = backgroundTimer(() => void warm().catch(() => undefined), WARM_MS);
  };
  input.once("data", start);
  return () => {
    input.off("data", start);
    cancel?.();
  };
}

/** Returns standard output as a stream. */
function toWritable(output: HostOutput): Writable {
  return new Writable({
    decodeStrings: false,
    write: (text: string, _encoding, done) => void output.write(text, done),
  });
}
