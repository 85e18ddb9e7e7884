import type { ServerResponse } from "node:http";

import { HttpError } from "../http/http-error.js";

/** Most bytes of an image that is sent. */
const MAX_BYTES = 33_554_432;
/** Types that a browser draws and never runs, by what stands where; records may lie. */
const TYPES: Readonly<Record<string, readonly (readonly [at: number, text: string])[]>> = {
  png: [[0, "\u0089PNG\r\n\u001A\n"]],
  jpeg: [[0, "\u00FF\u00D8\u00FF"]],
  webp: [
    [0, "RIFF"],
    [8, "WEBP"],
  ],
  gif: [[0, "GIF8"]],
  avif: [[4, "ftypavi"]],
};

/** Sends the file of an image. @throws `HttpError` 413 or 415 */
export function sendImage(bytes: Uint8Array, response: ServerResponse): void {
  if (bytes.length > MAX_BYTES) throw new HttpError(413, "image is too long");
  const start = Buffer.from(bytes.subarray(0, 16)).toString("latin1");
  const type = Object.keys(TYPES).find((one) =>
    TYPES[one]?.every(([at, text]) => start.startsWith(text, at)),
  );
  if (type === undefined) throw new HttpError(415, "file is of a type that is not shown");
  response.writeHead(200, {
    "content-type": `image/${type}`,
    "content-length": bytes.length,
    "content-disposition": `attachment; filename="image.${type}"`,
    "content-security-policy": "default-src 'none'; sandbox",
    "cache-control": "no-store",
    "cross-origin-resource-policy": "same-origin",
    "x-content-type-options": "nosniff",
  });
  response.end(bytes);
}
