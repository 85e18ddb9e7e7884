import type { Answered } from "../adapters/peer-messages.ts";
import { range } from "../data/range.ts";
import { answerTurn } from "./answer-turn.ts";

/** Name of the way in which the memory is read, for reports. */
export const READ_HOW = "memchr of the C library over one buffer (Buffer.indexOf)";

/**
 * Makes a reader of so many bytes: each read looks for a byte that is not there, with the widest
 * instructions of the processor, which takes as long as the memory needs to send them. WebAssembly
 * with SIMD was as fast or slower.
 */
export function memoryReader(bytes: number): (times: number) => Promise<Answered> {
  const buffer = Buffer.alloc(bytes, 1);
  return (times) =>
    answerTurn(range(0, times), () => {
      if (buffer.indexOf(0) !== -1) throw new Error("the buffer has changed");
      return [];
    });
}
