import { constants } from "node:fs";
import { open } from "node:fs/promises";
import { addAbortSignal, type Readable } from "node:stream";

/** Something to import. */
export interface Source {
  /** Name in errors and reports. */
  readonly name: string;
  /** Name by which its passages are found again; a stream has none. */
  readonly file: string | undefined;
  /** Absolute path, or a stream. */
  readonly from: string | Readable;
  /** True if it was named itself, and not found in a folder: then an unknown format fails. */
  readonly isNamed: boolean;
  /** Tells versions of a file apart. */
  readonly stamp: string;
  /** True for a file without bytes. */
  readonly isEmpty: boolean;
}

/** The bytes of a source, of which the first were looked at. */
export interface OpenedSource {
  /** Its first bytes, up to the end of the first line if that is not far. */
  readonly head: Buffer;
  /** All of them, once. */
  readonly chunks: AsyncIterable<Buffer>;
  /** Lets go of it without reading on. */
  close(): Promise<void>;
}

const MAX_HEAD = 65_536;

/** Opens a source. */
export async function openSource(
  { from, isNamed }: Source,
  signal: AbortSignal,
): Promise<OpenedSource> {
  const stream = typeof from === "string" ? await openFile(from, isNamed) : from;
  // Nobody may ever write to a pipe.
  addAbortSignal(signal, stream);
  const rest = (stream as AsyncIterable<Buffer>)[Symbol.asyncIterator]();
  const head: Buffer[] = [];
  let length = 0;
  while (length < MAX_HEAD && head.at(-1)?.includes("\n") !== true) {
    const next = await rest.next();
    if (next.done === true) break;
    const chunk = Buffer.from(next.value);
    head.push(chunk);
    length += chunk.length;
  }
  return {
    head: Buffer.concat(head),
    chunks: joined(head, rest),
    close: async () => {
      await rest.return?.();
    },
  };
}

/** Opens a file; one that was found in a folder may have become a link out of it. */
async function openFile(path: string, isNamed: boolean): Promise<Readable> {
  const noLinks = isNamed ? 0 : (constants.O_NOFOLLOW ?? 0);
  const file = await open(path, constants.O_RDONLY | noLinks);
  return file.createReadStream();
}

async function* joined(
  head: readonly Buffer[],
  rest: AsyncIterator<Buffer>,
): AsyncGenerator<Buffer> {
  try {
    yield* head;
    for (let next = await rest.next(); next.done !== true; next = await rest.next()) {
      yield Buffer.from(next.value);
    }
  } finally {
    await rest.return?.();
  }
}
