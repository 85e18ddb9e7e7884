import { CliError } from "../../command/cli-error.js";
import { readAtMost } from "../../files.js";

const ZIP = Buffer.from("PK\u0003\u0004");
const GZIP = Buffer.from([0x1f, 0x8b]);
/** JSON is read as a whole, and takes several times its length. */
const MAX_BYTES = 256 * 1024 * 1024;

/** Creates an error about a file. */
export function unfitFile(message: string, hint?: string): CliError {
  return new CliError("invalid-input", message, { hint });
}

/** Returns the text of a file. @throws `CliError` for a file that is too long or no text. */
export async function readText(
  { head, chunks }: { readonly head: Buffer; readonly chunks: AsyncIterable<Buffer> },
  name: string,
): Promise<string> {
  for (const [start, sort] of [
    [ZIP, "a ZIP archive"],
    [GZIP, "compressed"],
  ] as const) {
    if (!head.subarray(0, start.length).equals(start)) continue;
    throw unfitFile(`${name} is ${sort}`, "unpack it, and import the folder");
  }
  if (encodingOf(head) === "utf-8" && head.includes(0)) throw unfitFile(`${name} is no text`);
  const bytes = await readAtMost(chunks, MAX_BYTES);
  if (bytes === undefined) {
    throw unfitFile(`${name} is larger than ${MAX_BYTES} bytes`, "divide it into several files");
  }
  try {
    const decoder = new TextDecoder(encodingOf(head), { fatal: true });
    return decoder.decode(bytes).replaceAll(/\r\n?/gu, "\n");
  } catch {
    throw unfitFile(`${name} is not UTF-8`);
  }
}

function encodingOf(head: Buffer): "utf-8" | "utf-16le" | "utf-16be" {
  if (head[0] === 0xff && head[1] === 0xfe) return "utf-16le";
  return head[0] === 0xfe && head[1] === 0xff ? "utf-16be" : "utf-8";
}
