import { createServer } from "node:http";
import type { IncomingMessage, RequestListener, ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";

import { onTestFinished } from "vitest";

import { FAULTS } from "./faults.js";
import type { Befallen, FaultName } from "./faults.js";
import type { PlayedBody, PlayedServer } from "./played.js";
import { textVector } from "./text-vector.js";

/** A request as it came. */
export interface SeenRequest {
  readonly body: PlayedBody;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly path: string;
}

/** A server that runs until the test is over. */
export interface RunningServer {
  readonly baseURL: string;
  readonly origin: string;
  readonly requests: readonly SeenRequest[];
  /** Counts the requests that were refused for their content, without any fault. */
  readonly refused: () => number;
  /** Most requests that were answered at one time. */
  readonly mostAtOnce: () => number;
}

/** Answers a request instead of the server. */
export type Intervene = (
  request: SeenRequest,
  befallen: () => Befallen,
) => FaultName | undefined | "answered";

/** Starts a plain HTTP server on this machine. */
export async function startHttp(listener: RequestListener): Promise<string> {
  const server = createServer(listener);
  await new Promise<void>((resolve) => {
    server.listen(0, "127.0.0.1", resolve);
  });
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

/** Starts a server that plays a real one, with faults where the test wants them. */
export async function startServer(
  played: PlayedServer,
  intervene: Intervene = () => undefined,
): Promise<RunningServer> {
  const requests: SeenRequest[] = [];
  let refused = 0;
  let now = 0;
  let most = 0;
  const origin = await startHttp((request, response) => {
    now += 1;
    most = Math.max(most, now);
    response.once("close", () => (now -= 1));
    // A client that has gone needs no answer.
    answer(request, response).catch(() => response.destroy());
  });

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const body = JSON.parse(await readAll(request)) as PlayedBody;
    const seen: SeenRequest = { body, headers: request.headers, path: request.url ?? "" };
    requests.push(seen);
    const key = request.headers.authorization?.replace(/^Bearer /u, "");
    const refusal =
      seen.path === played.path ? played.refuse(body, key) : played.unknownPath(seen.path);
    if (refusal) {
      refused += 1;
      send(response, refusal.status, JSON.stringify(refusal.body));
      return;
    }
    const befallen = (): Befallen => toBefallen(played, body, response);
    const fault = intervene(seen, befallen);
    if (fault === "answered") return;
    if (fault === undefined) send(response, 200, befallen().text);
    else await FAULTS[fault](befallen());
  }

  return {
    origin,
    baseURL: `${origin}/v1`,
    requests,
    refused: () => refused,
    mostAtOnce: () => most,
  };
}

/** The first answers suffer these faults, one after the other; then all goes well. */
export function faultsInTurn(...faults: readonly (FaultName | undefined)[]): Intervene {
  const waiting = [...faults];
  return () => waiting.shift();
}

function toBefallen(played: PlayedServer, body: PlayedBody, response: ServerResponse): Befallen {
  const width = played.width(body);
  const vectors = body.input.map((text) => textVector(played.spoken(text, body), width));
  const items = vectors.map((vector, index) => ({
    object: "embedding" as const,
    index,
    embedding: played.isBase64(body) ? Buffer.from(vector.buffer).toString("base64") : [...vector],
  }));
  const toText = (data: unknown): string => {
    const count = body.input.length;
    const usage = { prompt_tokens: count, total_tokens: count };
    return JSON.stringify({ object: "list", data, model: body.model, usage }, null, played.indent);
  };
  return {
    response,
    items,
    vectors,
    text: toText(items),
    answer: (changed) => send(response, 200, toText(changed)),
  };
}

function send(response: ServerResponse, status: number, text: string): void {
  response.writeHead(status, { "content-type": "application/json" });
  response.end(text);
}

async function readAll(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString();
}
