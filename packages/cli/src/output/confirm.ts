import type { Readable, Writable } from "node:stream";

import { CliError, usageError } from "../command/cli-error.js";
import type { Host } from "../host.js";
import { shown } from "./shown.js";

/**
 * Asks a person, and resolves if the answer is yes. Rejects for no, and where nobody can be asked:
 * then a program has to give `--yes`. Call it only without `--yes`.
 */
export async function confirm(question: string, host: Host): Promise<void> {
  const { confirm: ask } = await import("@clack/prompts");
  await requireAnswer(host, true, async (terminal) =>
    ask({ message: shown(question), initialValue: false, ...terminal }),
  );
}

/** Asks a person to type a word, such as a number, and rejects for any other, as `confirm` does. */
export async function typeToConfirm(question: string, word: string, host: Host): Promise<void> {
  const { text: ask } = await import("@clack/prompts");
  await requireAnswer(host, word, async (terminal) =>
    ask({ message: shown(question), ...terminal }).then((answer) =>
      typeof answer === "string" ? answer.trim() : answer,
    ),
  );
}

/** Streams of a terminal, as questions take them. */
interface Terminal {
  readonly input: Readable;
  readonly output: Writable;
  readonly signal: AbortSignal;
}

async function requireAnswer(
  { stdin, stderr, signal }: Host,
  expected: string | boolean,
  ask: (terminal: Terminal) => Promise<unknown>,
): Promise<void> {
  if (stdin.isTTY !== true || stderr.isTTY !== true) {
    throw usageError("this needs a yes, and there is no terminal to ask on", "give --yes");
  }
  // Only a terminal gets here, and that is a stream.
  const asked = ask({ input: stdin, output: stderr as unknown as Writable, signal });
  const answer = await Promise.race([asked, unread(stdin)]);
  signal.throwIfAborted();
  if (answer === expected) return;
  // The question had hidden the cursor.
  if (answer === undefined) stderr.write("\u001B[?25h\n", () => undefined);
  if (typeof answer === "symbol") {
    // The terminal was raw, so that Ctrl-C was a key.
    throw new CliError("interrupted", "interrupted");
  }
  throw new CliError("declined", "nothing was changed");
}

/** Resolves once nothing is read any more, as after Ctrl-D: the question stays open then. */
async function unread(stdin: Readable): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  // An answer ends the reading as well, and comes first.
  stdin.once("pause", () => setImmediate(resolve));
  return promise;
}
