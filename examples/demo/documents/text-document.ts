import { hashText } from "@kioku/core/toolkit";

import { fitName, uniqueNames } from "./document.ts";
import type { Document } from "./document.ts";
import { packBlocks } from "./pack-blocks.ts";

/**
 * A text file as memories: one per paragraph, or several for a long one. A paragraph's key is made
 * of its text, so that one more at the top of the file is one new memory, and not a change of all
 * that follow.
 */
export function textDocument(source: string, text: string): Document {
  const unique = uniqueNames();
  const paragraphs = text.replaceAll(/\r\n?/gu, "\n").split(/\n\s*\n/u);
  const inputs = paragraphs
    .map((paragraph) => paragraph.trim())
    .filter((paragraph) => paragraph !== "")
    .flatMap((paragraph) => packBlocks([{ text: paragraph }]))
    .map((content) => ({
      key: fitName(`${source}#${unique(hashText(content).slice(0, 16))}`),
      content,
      kind: "document",
      origin: "import" as const,
      thread: fitName(source),
      metadata: { source },
    }));
  return { source, inputs };
}
