import type { Schedule } from "@kioku/core";
import { safeLogger, waitedTimer } from "@kioku/core/toolkit";
import { serveStdio as serveStreams } from "@modelcontextprotocol/server/stdio";

import { prepareServer } from "../create/prepare-server.js";
import type { McpOptions } from "../server/mcp-options.js";
import { EndingTransport, type StdioStreams } from "./ending-transport.js";

const GRACE_MS = 10_000;

/** Options of `serveStdio`. */
export interface StdioOptions extends McpOptions, Partial<StdioStreams> {
  /**
   * Milliseconds that running requests have to be answered once the input has ended or `close` is
   * called; then they are aborted. @defaultValue 10000
   */
  readonly graceMs?: number | undefined;
  /** Runs a task after a delay; returns its cancellation. @defaultValue `setTimeout` */
  readonly schedule?: Schedule | undefined;
}

/** A server of one connection. */
export interface StdioServer extends AsyncDisposable {
  /** Resolves when the connection has ended: by `close`, the end of the input or a broken pipe. */
  readonly closed: Promise<void>;
  /** Reads no more, and waits for the answers of running requests; called again, for none. */
  close(): Promise<void>;
}

/**
 * Serves a memory to the client that reads and writes these streams, standard input and output by
 * default. Nothing else may write to them; what goes wrong is told to the logger.
 *
 * ```ts
 * const { closed } = serveStdio({ memory });
 * await closed;
 * await memory.close();
 * ```
 * @throws `invalid-input` naming the option.
 */
export function serveStdio(options: StdioOptions): StdioServer {
  const { input = process.stdin, output = process.stdout, graceMs = GRACE_MS, ...more } = options;
  const { schedule = waitedTimer, memory, ...settings } = more;
  const logger = safeLogger(settings.logger);
  const serverOf = prepareServer(settings);
  // A memory that is wrong is told here, not to the first request.
  void serverOf(memory).close();
  const { promise: closed, resolve } = Promise.withResolvers<void>();
  let callOff: (() => void) | undefined;
  const transport = new EndingTransport(
    { input, output },
    {
      onEnding: () => (callOff = schedule(() => void handle.close(), graceMs)),
      onIdle: () => void handle.close(),
      onClosed: () => {
        callOff?.();
        resolve();
      },
    },
  );
  const handle = serveStreams(() => serverOf(memory), {
    transport,
    onerror: ({ message }) => logger.warn("protocol error", { message }),
  });
  const close = async (): Promise<void> => {
    if (transport.isEnding) await handle.close();
    else transport.endInput();
    await closed;
  };
  return { closed, close, [Symbol.asyncDispose]: close };
}
