import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { createServer } from "node:http";
import type { IncomingMessage, ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";

import { afterAll } from "vitest";

/** Handles a request instead of sending the file as it is. */
export type Fault = (request: IncomingMessage, response: ServerResponse, content: Buffer) => void;

/** A server that plays the hub with the files of a folder. */
export interface HubServer {
  readonly url: string;
  /** Requested paths, in order, without those of redirects. */
  readonly asked: string[];
  /** Faults by name of the file; deleted to recover. */
  readonly faults: Map<string, Fault>;
}

function blobHash(content: Buffer): string {
  return createHash("sha1").update(`blob ${content.length}\0`).update(content).digest("hex");
}

/**
 * The hub sends small files itself, and large ones from elsewhere, saying their checksum before.
 */
function serve(hub: HubServer, root: string, exchange: [IncomingMessage, ServerResponse]): void {
  const [request, response] = exchange;
  const url = new URL(request.url ?? "/", hub.url);
  const [, kind, file = ""] =
    /^\/(?:(store)\/|kioku\/small\/resolve\/[^/]+\/)(.*)$/u.exec(url.pathname) ?? [];
  if (kind === undefined) hub.asked.push(url.pathname);
  const content = readFileSync(join(root, file));
  const fault = hub.faults.get(file);
  if (fault) {
    fault(request, response, content);
    return;
  }
  if (kind === undefined && file.endsWith(".onnx")) {
    const etag = createHash("sha256").update(content).digest("hex");
    response.writeHead(302, { location: `/store/${file}`, "x-linked-etag": `"${etag}"` }).end();
    return;
  }
  const etag = kind === undefined ? blobHash(content) : "of the store";
  response.writeHead(200, { "content-length": content.length, etag: `"${etag}"` }).end(content);
}

/** Starts a server on this machine, which ends after the tests of the file. */
export async function hubServer(root: string): Promise<HubServer> {
  const server = createServer((request, response) => serve(hub, root, [request, response]));
  await new Promise<void>((resolve) => {
    server.listen(0, "127.0.0.1", resolve);
  });
  const { port } = server.address() as AddressInfo;
  const hub: HubServer = { url: `http://127.0.0.1:${port}`, asked: [], faults: new Map() };
  afterAll(() => {
    server.closeAllConnections();
    server.close();
  });
  return hub;
}
