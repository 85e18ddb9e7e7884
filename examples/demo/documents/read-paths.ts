import { basename, extname } from "node:path";

import { DemoError } from "../demo-error.ts";
import { chatDocument } from "./chat-document.ts";
import type { Document } from "./document.ts";
import { findFiles } from "./find-files.ts";
import { markdownDocument } from "./markdown-document.ts";
import { lookAt, readTextFile } from "./read-text-file.ts";
import { textDocument } from "./text-document.ts";

/** Content of the user's paths. */
export interface Reading {
  readonly documents: readonly Document[];
  /** Files of a directory that could not be used, and why. */
  readonly skipped: readonly { readonly path: string; readonly reason: string }[];
  /** The directories that were read, so that what is gone from them can be forgotten. */
  readonly directories: readonly string[];
}

const MARKDOWN: ReadonlySet<string> = new Set([".md", ".markdown", ".mdx"]);
const IN_DIRECTORIES: ReadonlySet<string> = new Set([...MARKDOWN, ".txt", ".json"]);

/**
 * Reads files, and directories with all below them, before anything is remembered. A file that is
 * named must be usable; one that was merely met in a directory is skipped, and said so.
 * @throws `DemoError` naming the path.
 */
export async function readPaths(paths: readonly string[]): Promise<Reading> {
  const documents = new Map<string, Document>();
  const skipped: Reading["skipped"][number][] = [];
  const directories: string[] = [];
  for (const path of paths) {
    if ((await lookAt(path)).type === "file") {
      documents.set(path, await readNamed(path));
      continue;
    }
    directories.push(path);
    const files = await findFiles(path, (file) => IN_DIRECTORIES.has(extension(file)));
    const before = documents.size;
    for (const file of files) {
      try {
        const document = await readDocument(file);
        if (document.inputs.length > 0) documents.set(file, document);
      } catch (error) {
        if (!(error instanceof DemoError)) throw error;
        skipped.push({ path: file, reason: error.code });
      }
    }
    if (documents.size === before) throw nothingIn(path, files.length);
  }
  return { documents: [...documents.values()], skipped, directories };
}

async function readNamed(path: string): Promise<Document> {
  const document = await readDocument(path);
  if (document.inputs.length > 0) return document;
  const message = `${JSON.stringify(path)} holds no text; name a file that has some`;
  throw new DemoError("no-documents", message);
}

async function readDocument(path: string): Promise<Document> {
  const text = await readTextFile(path);
  if (extension(path) === ".json") return chatDocument(path, text);
  return MARKDOWN.has(extension(path)) ? markdownDocument(path, text) : textDocument(path, text);
}

function extension(path: string): string {
  return extname(basename(path)).toLowerCase();
}

function nothingIn(path: string, met: number): DemoError {
  const kinds = "Markdown (.md), text (.txt) or chat (.json)";
  const found = met === 0 ? `no ${kinds} files` : `no ${kinds} file with text that can be read`;
  const message = `${JSON.stringify(path)} holds ${found}; name a directory that has some`;
  return new DemoError("no-documents", message);
}
