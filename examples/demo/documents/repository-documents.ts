import { readFile } from "node:fs/promises";
import { basename, join, relative, sep } from "node:path";

import { chatDocument } from "./chat-document.ts";
import type { Document } from "./document.ts";
import { findFiles } from "./find-files.ts";
import { markdownDocument } from "./markdown-document.ts";
import { readTextFile } from "./read-text-file.ts";

/** The Markdown of this repository, but for changelogs and the generated API reference. */
export async function repositoryDocuments(root: string): Promise<readonly Document[]> {
  const api = join(root, "docs", "api") + sep;
  const files = await findFiles(
    root,
    (path) => path.endsWith(".md") && !path.startsWith(api) && !/^changelog/iu.test(basename(path)),
  );
  return Promise.all(
    files.map(async (file) => {
      const source = relative(root, file).split(sep).join("/");
      return markdownDocument(source, await readTextFile(file));
    }),
  );
}

/** The conversation that was written for this demo, half of it English and half Chinese. */
export async function demoConversation(): Promise<Document> {
  const text = await readFile(new URL("../conversation.json", import.meta.url), "utf8");
  return chatDocument("conversation.json", text);
}
