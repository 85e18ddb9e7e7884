import type { Logger } from "@kioku/core";
import { ProtocolError, ProtocolErrorCode } from "@modelcontextprotocol/server";

import { describeFailure } from "./tool-result.js";

/** Calls a function, and tells clients of its failures without what is inside of them. */
export type Guard = <T>(what: string, signal: AbortSignal, work: () => Promise<T>) => Promise<T>;

/** Returns a guard of what is no tool, whose failures are errors of the protocol. */
export function guardFor(logger: Logger): Guard {
  return async (what, signal, work) => {
    try {
      return await work();
    } catch (error) {
      if (signal.aborted || error instanceof ProtocolError) throw error;
      const { text } = describeFailure(error, what, logger);
      throw new ProtocolError(ProtocolErrorCode.InternalError, text);
    }
  };
}
