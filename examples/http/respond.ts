import type { IncomingMessage, ServerResponse } from "node:http";

import { HttpError } from "./http-error.ts";

/** The page may load its own files and talk to its own server, and nothing else. */
const HEADERS = {
  "content-security-policy": [
    "default-src 'none'",
    ...["script-src", "style-src", "img-src", "connect-src"].map((name) => `${name} 'self'`),
    ...["base-uri", "form-action", "frame-ancestors"].map((name) => `${name} 'none'`),
  ].join("; "),
  "cross-origin-resource-policy": "same-origin",
  "referrer-policy": "no-referrer",
  "x-content-type-options": "nosniff",
  "cache-control": "no-store",
};

/** Answers by the work, whose failures become answers, too. */
export async function respond(
  request: IncomingMessage,
  response: ServerResponse,
  work: (request: IncomingMessage, response: ServerResponse) => Promise<void>,
): Promise<void> {
  for (const [name, value] of Object.entries(HEADERS)) response.setHeader(name, value);
  try {
    checkHost(request);
    await work(request, response);
  } catch (error) {
    // The client is gone.
    if (response.destroyed) return;
    const isOurs = error instanceof HttpError;
    if (!isOurs) console.error(error);
    if (response.headersSent) return void response.destroy();
    const problem = isOurs ? error.message : "something went wrong here";
    sendJson(response, isOurs ? error.status : 500, { error: problem });
  }
}

/** Answers with JSON. */
export function sendJson(response: ServerResponse, status: number, body: object): void {
  response.writeHead(status, { "content-type": "application/json; charset=utf-8" });
  response.end(JSON.stringify(body));
}

/** A page of another site whose name leads here would ask with that name. */
function checkHost({ headers }: IncomingMessage): void {
  if (/^(?:127\.0\.0\.1|localhost)(?::\d+)?$/u.test(headers.host ?? "")) return;
  throw new HttpError(403, "this server answers to 127.0.0.1 and localhost only");
}
