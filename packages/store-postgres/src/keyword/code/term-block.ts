import { ByteReader } from "./byte-reader.js";
import { ByteWriter } from "./byte-writer.js";

/** A term and its postings, encoded. */
export interface TermList {
  readonly term: string;
  readonly list: Uint8Array;
}

/** Some terms and their lists as one value. */
export function encodeBlock(lists: readonly TermList[]): Uint8Array {
  const writer = new ByteWriter();
  for (const { term, list } of lists) {
    const name = Buffer.from(term);
    writer.varint(name.length);
    writer.bytes(name);
    writer.varint(list.length);
    writer.bytes(list);
  }
  return writer.toBytes();
}

/** The list of a term; `undefined` if the block has none. */
export function findInBlock(block: Uint8Array, term: string): Uint8Array | undefined {
  const name = Buffer.from(term);
  const reader = new ByteReader(block);
  while (!reader.isAtEnd) {
    const isIt = name.equals(reader.bytes(reader.varint()));
    const list = reader.bytes(reader.varint());
    if (isIt) return list;
  }
  return undefined;
}
