import { embedderTable } from "./embedder-table.ts";

/** A part of a page that is written by a program. */
interface Table {
  readonly page: string;
  /** What stands in the comments around it. */
  readonly name: string;
  readonly write: () => string;
}

/** All of them. */
export const tables: readonly Table[] = [
  { page: "choosing-an-embedder.md", name: "models", write: embedderTable },
];

/** A page with the table in its place, between `<!-- NAME -->` and `<!-- /NAME -->`. */
export function withTable(text: string, { name, write }: Table): string {
  const [begin, end] = [`<!-- ${name} -->`, `<!-- /${name} -->`];
  const [before, rest] = splitOnce(text, begin);
  const [, after] = splitOnce(rest, end);
  return `${before}${begin}\n\n${write()}\n\n${end}${after}`;
}

function splitOnce(text: string, at: string): readonly [string, string] {
  const place = text.indexOf(at);
  if (place === -1) throw new Error(`the page has no ${at}`);
  return [text.slice(0, place), text.slice(place + at.length)];
}
