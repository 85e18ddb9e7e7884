import { readFile } from "node:fs/promises";

/** A file of the page. */
export interface PageFile {
  readonly type: string;
  readonly content: Buffer;
}

/** All that is served, by its path in URLs: no path of a request is ever looked up on the disk. */
const FILES = {
  "/": ["index.html", "text/html; charset=utf-8"],
  "/chat.css": ["chat.css", "text/css; charset=utf-8"],
  "/chat.js": ["chat.js", "text/javascript; charset=utf-8"],
  "/recalled.js": ["recalled.js", "text/javascript; charset=utf-8"],
  "/ui-message-stream.js": ["ui-message-stream.js", "text/javascript; charset=utf-8"],
  "/icon.svg": ["icon.svg", "image/svg+xml"],
} as const;

/** Reads the files of the page, by their paths in URLs. */
export async function readPageFiles(): Promise<ReadonlyMap<string, PageFile>> {
  const read = Object.entries(FILES).map(async ([path, [name, type]]) => {
    const content = await readFile(new URL(`./page/${name}`, import.meta.url));
    return [path, { type, content }] as const;
  });
  return new Map(await Promise.all(read));
}
