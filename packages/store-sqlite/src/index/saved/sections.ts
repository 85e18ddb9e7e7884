import type { Numbers } from "../columns.js";

/** Numbers of the types of sections in a file; new ones are added at the end. */
const TYPES = [Uint8Array, Uint16Array, Uint32Array, Float64Array] as const;

/** Number of the type of a section that is a block of codes. */
export const BLOCK_TYPE: number = TYPES.length;
/** Number of the type of a section that is a list of texts, as JSON. */
const TEXT_TYPE: number = TYPES.length + 1;

/** Texts of a section, parsed in a moment; fewer are part of the text of the file. */
const TEXTS = 4_096;

/** A section of a file: a number of `TYPES` or another type, and its length. */
export interface Section {
  readonly type: number;
  readonly bytes: number;
}

/** A place in JSON that stands for the array of a section, or for the texts of some. */
interface Reference {
  readonly section: number | readonly number[];
}

/** Writes a section and returns its number. */
export type WriteSection = (bytes: Uint8Array, type: number) => Promise<number>;

/** Writes the sections of a state, and returns it with references in their places. */
export async function writeArrays(state: unknown, write: WriteSection): Promise<unknown> {
  if (typeof state !== "object" || state === null) return state;
  const type = TYPES.findIndex((array) => state instanceof array);
  if (type !== -1) {
    return { section: await write(bytesOf(state as Numbers), type) } satisfies Reference;
  }
  // Lists hold no arrays of numbers.
  if (Array.isArray(state)) {
    const isLong = state.length > TEXTS && typeof state[0] === "string";
    return isLong ? { section: await writeTexts(state, write) } : state;
  }
  const members: [string, unknown][] = [];
  for (const [name, member] of Object.entries(state)) {
    members.push([name, await writeArrays(member, write)]);
  }
  return Object.fromEntries(members);
}

async function writeTexts(
  texts: readonly unknown[],
  write: WriteSection,
): Promise<readonly number[]> {
  const sections: number[] = [];
  for (let start = 0; start < texts.length; start += TEXTS) {
    const text = JSON.stringify(texts.slice(start, start + TEXTS));
    sections.push(await write(new TextEncoder().encode(text), TEXT_TYPE));
  }
  return sections;
}

/** The contents of a section. */
export type SectionContents = Numbers | readonly unknown[];

/** Returns a state with the contents of sections in the places of their references. */
export function withArrays(
  state: unknown,
  contents: ReadonlyMap<number, SectionContents>,
): unknown {
  if (typeof state !== "object" || state === null || Array.isArray(state)) return state;
  if ("section" in state) {
    const { section } = state as Reference;
    if (typeof section === "number") return contents.get(section);
    return section.flatMap((one) => [...(contents.get(one) ?? [])]);
  }
  const members = Object.entries(state);
  return Object.fromEntries(members.map(([name, member]) => [name, withArrays(member, contents)]));
}

/**
 * Reads the contents of a section.
 * @throws `RangeError` or `SyntaxError` if there are no such contents.
 */
export async function readContents(
  { type, bytes }: Section,
  fill: (target: Uint8Array) => Promise<void>,
): Promise<SectionContents> {
  const array = TYPES[type];
  const contents = array ? new array(bytes / array.BYTES_PER_ELEMENT) : new Uint8Array(bytes);
  await fill(bytesOf(contents));
  if (array) return contents;
  const texts: unknown = JSON.parse(new TextDecoder().decode(contents));
  if (type !== TEXT_TYPE || !Array.isArray(texts)) throw new RangeError("no such section");
  return texts as readonly unknown[];
}

function bytesOf({ buffer, byteOffset, byteLength }: Numbers): Uint8Array {
  return new Uint8Array(buffer, byteOffset, byteLength);
}
