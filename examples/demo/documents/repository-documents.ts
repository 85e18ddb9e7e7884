import { readFile } from "node:fs/promises";
import { basename, join, relative, sep } from "node:path";

import { chatDocument } from "./chat-document.ts";
import type { Document } from "./document.ts";
import { findFiles } from "./find-files.ts";
import { markdownDocument } from "./markdown-document.ts";
import { readTextFile } from "./read-text-file.ts";
import { readableBlock } from "./readable-block.ts";

/**
 * The generated API reference, and pages in Chinese: the demo asks English pages in both languages.
 */
const LEFT_OUT = [join("docs", "api"), join("docs", "zh")];

/**
 * The Markdown of this repository as text to read, without code, changelogs and what is left out.
 */
export async function repositoryDocuments(root: string): Promise<readonly Document[]> {
  const leftOut = LEFT_OUT.map((folder) => join(root, folder) + sep);
  const files = await findFiles(
    root,
    (path) =>
      path.endsWith(".md") &&
      !/^changelog/iu.test(basename(path)) &&
      leftOut.every((folder) => !path.startsWith(folder)),
  );
  return Promise.all(
    files.map(async (file) => {
      const source = relative(root, file).split(sep).join("/");
      return markdownDocument(source, await readTextFile(file), readableBlock);
    }),
  );
}

/** The conversation that was written for this demo, half of it English and half Chinese. */
export async function demoConversation(): Promise<Document> {
  const text = await readFile(new URL("../conversation.json", import.meta.url), "utf8");
  return chatDocument("conversation.json", text);
}
