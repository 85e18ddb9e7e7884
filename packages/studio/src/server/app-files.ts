import { readFile } from "node:fs/promises";
import type { ServerResponse } from "node:http";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";

import { HttpError } from "../http/http-error.js";

/** Files of the page by path, with their types. */
const FILES: Readonly<Record<string, readonly [file: string, type: string]>> = {
  "/": ["index.html", "text/html"],
  "/studio.js": ["studio.js", "text/javascript"],
  "/studio.css": ["studio.css", "text/css"],
  "/en.json": ["en.json", "application/json"],
  "/zh.json": ["zh.json", "application/json"],
  "/icon.svg": ["icon.svg", "image/svg+xml"],
};

/**
 * Nothing is loaded from elsewhere, run or styled from within a text, framed, or sent to anywhere
 * but this server. Images come as blobs, since tags cannot send the token.
 */
const POLICY = [
  "default-src 'self'",
  "img-src 'self' blob:",
  ..."child font frame manifest media object worker".split(" ").map((of) => `${of}-src 'none'`),
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
  "require-trusted-types-for 'script'",
  "trusted-types 'none'",
].join("; ");

/** Sends a file of the page. @throws `HttpError` 404 */
export async function sendFile(path: string, response: ServerResponse): Promise<void> {
  const [file, type] = (Object.hasOwn(FILES, path) ? FILES[path] : undefined) ?? [];
  if (file === undefined) throw new HttpError(404, "path is unknown");
  const { resolve } = createRequire(import.meta.url);
  const folder = dirname(resolve("@kioku/studio/package.json"));
  const body = await readFile(join(folder, "dist", "app", file));
  response.writeHead(200, {
    "content-type": `${type}; charset=utf-8`,
    "content-length": body.length,
    "content-security-policy": POLICY,
  });
  response.end(body);
}
