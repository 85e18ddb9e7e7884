import { readFile } from "node:fs/promises";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { extname, join, normalize } from "node:path";

import { BUILT_SITE } from "./built-site.ts";

/** A server of the built site, on this machine only. */
export interface SiteServer extends AsyncDisposable {
  /** Such as `http://127.0.0.1:4173`. */
  readonly origin: string;
}

const TYPES: Readonly<Record<string, string>> = {
  ".css": "text/css",
  ".html": "text/html; charset=utf-8",
  ".js": "text/javascript",
  ".json": "application/json",
  ".png": "image/png",
  ".svg": "image/svg+xml",
  ".webp": "image/webp",
};

/** The file that an address stands for. */
function fileOf(address: string): string {
  const path = normalize(decodeURIComponent(new URL(address, "http://site").pathname));
  if (path.endsWith("/")) return `${path}index.html`;
  return extname(path) in TYPES ? path : `${path}.html`;
}

/** Serves the built site on a free port. */
export async function serveSite(): Promise<SiteServer> {
  const server = createServer((request, response) => {
    const file = fileOf(request.url ?? "/");
    readFile(join(BUILT_SITE, file)).then(
      (body) => {
        response.setHeader("content-type", TYPES[extname(file)] ?? "text/plain");
        response.end(body);
      },
      () => {
        response.statusCode = 404;
        response.end();
      },
    );
  });
  await new Promise<void>((resolve) => {
    server.listen(0, "127.0.0.1", resolve);
  });
  const { port } = server.address() as AddressInfo;
  return {
    origin: `http://127.0.0.1:${port}`,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      await new Promise((resolve) => {
        server.close(resolve);
      });
    },
  };
}
