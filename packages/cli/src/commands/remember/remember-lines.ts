import { addAbortSignal, type Readable } from "node:stream";

import type { Receipt, RememberInput } from "@kioku/core";

import type { Call } from "../../command/call.js";
import { EXIT, usageError } from "../../command/cli-error.js";
import { count, counted } from "../../output/numbers.js";
import { lineBatches, type NumberedLine } from "./line-batches.js";
import { receiptToJson, whyQueued, whyRejected } from "./receipt-lines.js";

/** Remembers each line of an input, batch by batch, and returns the exit code. */
export async function rememberLines(
  call: Pick<Call, "args" | "host" | "print" | "signal" | "open">,
  fields: Omit<RememberInput, "content">,
): Promise<number> {
  const { print, signal } = call;
  const input = inputOf(call);
  const { memory } = await call.open();
  const counts: Record<Receipt["status"], number> = {
    stored: 0,
    queued: 0,
    duplicate: 0,
    rejected: 0,
  };
  let queued: Extract<Receipt, { readonly status: "queued" }> | undefined;
  let done = 0;
  const progress = print.progress("Remembering");
  try {
    for await (const lines of lineBatches(input)) {
      const inputs = lines.map(({ text }) => ({ ...fields, content: text }));
      const receipts = await memory.rememberAll(inputs, { signal, actor: "cli" });
      for (const [index, receipt] of receipts.entries()) {
        counts[receipt.status] += 1;
        if (receipt.status === "queued") queued ??= receipt;
        await printLine(print, receipt, lines[index]);
      }
      progress((done += lines.length));
    }
  } catch (error) {
    await print.note(`Stopped: ${summaryOf(counts)}`);
    signal.throwIfAborted();
    throw error;
  }
  if (!print.isJson) await print.raw(`${summaryOf(counts)}\n`);
  if (queued !== undefined) await print.note(print.style.warning(whyQueued(queued)));
  return counts.rejected > 0 ? EXIT.notAllowed : EXIT.ok;
}

function inputOf({ args, host }: Pick<Call, "args" | "host">): Readable | readonly string[] {
  if (args.length > 0 && !(args.length === 1 && args[0] === "-")) return [args.join(" ")];
  const { stdin, signal } = host;
  if (stdin.isTTY === true) {
    throw usageError("standard input is a terminal", "pipe the lines in");
  }
  // Waits for no more lines once it is aborted.
  return addAbortSignal(signal, stdin);
}

async function printLine(
  print: Call["print"],
  receipt: Receipt,
  { line }: Partial<NumberedLine> = {},
): Promise<void> {
  if (print.isJson) return print.item({ line, ...receiptToJson(receipt) }, () => []);
  if (receipt.status !== "rejected") return undefined;
  return print.note(print.style.bad(`Line ${line} was not remembered: ${whyRejected(receipt)}`));
}

function summaryOf(counts: Readonly<Record<Receipt["status"], number>>): string {
  const { stored, queued, duplicate, rejected } = counts;
  return [
    `${counted(stored + queued, "line is", "lines are")} remembered`,
    ...(duplicate === 0 ? [] : [`${count(duplicate)} known already`]),
    ...(queued === 0 ? [] : [`${count(queued)} not embedded yet`]),
    ...(rejected === 0 ? [] : [`${count(rejected)} not allowed`]),
  ]
    .join(", ")
    .concat(".");
}
