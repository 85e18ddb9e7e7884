import { createServer } from "node:http";
import type { IncomingMessage } from "node:http";
import type { AddressInfo } from "node:net";

import { localEmbedder } from "@kioku/embed-local";

/** A server of `/v1/embeddings` on this machine. */
export interface EmbeddingServer {
  readonly baseURL: string;
  /** Texts that it has embedded. */
  readonly texts: number;
  /** Cuts all connections and answers no more. */
  stop(): Promise<void>;
}

/** Starts a server with the static vectors of `@kioku/embed-local`. */
export async function startServer(): Promise<EmbeddingServer> {
  const embedder = localEmbedder();
  let texts = 0;
  const answer = async (request: IncomingMessage): Promise<object> => {
    const { input, model } = (await readJson(request)) as { input: string[]; model: string };
    const { vectors } = await embedder.embed(input);
    texts += input.length;
    const data = vectors.map((vector, index) => {
      return { object: "embedding", index, embedding: Array.from(vector) };
    });
    return { object: "list", model, data };
  };
  const server = createServer((request, response) => {
    answer(request).then(
      (body) => response.setHeader("content-type", "application/json").end(JSON.stringify(body)),
      () => response.writeHead(400).end(),
    );
  });
  await new Promise<void>((resolve) => {
    server.listen(0, "127.0.0.1", resolve);
  });
  const { port } = server.address() as AddressInfo;
  return {
    baseURL: `http://127.0.0.1:${port}/v1`,
    get texts() {
      return texts;
    },
    stop: async () => {
      const stopped = new Promise((resolve) => {
        server.close(resolve);
      });
      server.closeAllConnections();
      await stopped;
    },
  };
}

async function readJson(request: IncomingMessage): Promise<unknown> {
  const parts: Buffer[] = [];
  for await (const part of request) parts.push(part as Buffer);
  return JSON.parse(Buffer.concat(parts).toString("utf8"));
}
