/**
 * About how long one memory gets, in characters: some paragraphs, little enough to be about one
 * thing.
 */
export const CHUNK_LENGTH = 1_200;

/** A paragraph, list, table or code fence. */
export interface Block {
  readonly text: string;
  /** Kept whole, however long: half a code fence is no code. */
  readonly whole?: boolean;
}

/**
 * Blocks put together to chunks of about `CHUNK_LENGTH`; what is longer is cut at lines, then
 * sentences, then anywhere.
 */
export function packBlocks(blocks: readonly Block[]): readonly string[] {
  const pieces = blocks.flatMap((block) => (block.whole === true ? [block.text] : cut(block.text)));
  return pack(pieces, "\n\n");
}

const BORDERS = [
  { split: /\n/u, glue: "\n" },
  { split: /(?<=[.!?]\s)|(?<=[。！？；])/u, glue: "" },
] as const;

function cut(text: string, level = 0): readonly string[] {
  if (text.length <= CHUNK_LENGTH) return [text];
  const border = BORDERS[level];
  if (!border) return cutAnywhere(text);
  const parts = text.split(border.split).flatMap((part) => cut(part, level + 1));
  return pack(parts, border.glue);
}

function pack(pieces: readonly string[], glue: string): readonly string[] {
  const chunks: string[] = [];
  for (const piece of pieces) {
    const last = chunks.at(-1);
    const joined = last === undefined ? piece : `${last}${glue}${piece}`;
    if (last === undefined || joined.length > CHUNK_LENGTH) chunks.push(piece);
    else chunks[chunks.length - 1] = joined;
  }
  return chunks;
}

/** Cuts by code points, so that no character is torn. */
function cutAnywhere(text: string): readonly string[] {
  const characters = Array.from(text);
  const count = Math.ceil(characters.length / CHUNK_LENGTH);
  return Array.from({ length: count }, (_, index) =>
    characters.slice(index * CHUNK_LENGTH, (index + 1) * CHUNK_LENGTH).join(""),
  );
}
