import type { IncomingMessage, ServerResponse } from "node:http";
import { pipeline } from "node:stream/promises";

import { MemoryError } from "@kioku/core";
import type { Memory } from "@kioku/core";
import { toJsonLines } from "@kioku/formats";

import { HttpError } from "../http/http-error.ts";
import { readJson } from "../http/read-json.ts";
import { sendJson } from "../http/respond.ts";
import type { RequestAccess } from "./tenants.ts";

/** A request, where its answer goes, and a signal that aborts when its client has gone. */
export interface Exchange {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  readonly signal: AbortSignal;
}

/**
 * Answers a request with the view that it may use. What its client did wrong comes as `HttpError`.
 */
export async function handleRequest(exchange: Exchange, access: RequestAccess): Promise<void> {
  try {
    await route(exchange, access);
  } catch (error) {
    throw MemoryError.is(error) ? asHttpError(error) : error;
  }
}

async function route(exchange: Exchange, { memory, isAdmin }: RequestAccess): Promise<void> {
  const { request, response, signal } = exchange;
  const { pathname, searchParams } = new URL(request.url ?? "/", "http://server");
  const [name, id, ...rest] = pathname.slice(1).split("/");
  const call = `${request.method} ${name}${id === undefined ? "" : "/ID"}`;
  if (rest.length > 0) throw new HttpError(404, "there is nothing here");
  if (call === "POST memories") {
    await remember(exchange, memory);
  } else if (call === "GET memories") {
    const query = searchParams.get("query") ?? "";
    const hits = await memory.recall({ query, limit: 10 }, { signal });
    sendJson(response, 200, {
      memories: hits.map(({ id: hit, content }) => ({ id: hit, content })),
    });
  } else if (call === "GET memories/ID") {
    const record = await memory.read(id ?? "", { signal });
    if (!record) throw new HttpError(404, "there is no such memory");
    sendJson(response, 200, { id: record.id, content: record.content });
  } else if (call === "DELETE memories/ID") {
    const count = await memory.forget(id ?? "", { signal });
    if (count === 0) throw new HttpError(404, "there is no such memory");
    sendJson(response, 200, { forgotten: count });
  } else if (call === "GET export") {
    requireAdmin(isAdmin);
    response.setHeader("content-type", "application/jsonl");
    // A client that reads slowly slows the export down: a page of records is in memory, and never
    // all of them.
    await pipeline(toJsonLines(memory.export({ signal })), response, { signal });
  } else if (call === "DELETE memories") {
    requireAdmin(isAdmin);
    const report = await memory.erase({ everything: true }, { reach: "below", cause: "request" });
    sendJson(response, 200, { erased: report.records.length, unreached: report.unreached });
  } else {
    throw new HttpError(404, "there is nothing here");
  }
}

async function remember({ request, response, signal }: Exchange, memory: Memory): Promise<void> {
  const { content } = ((await readJson(request)) ?? {}) as { readonly content?: unknown };
  if (typeof content !== "string") throw new HttpError(400, "content must be a text");
  // Only the content comes from the client: an origin or a trust of its own choice would be a lie
  // that others believe.
  const receipt = await memory.remember({ content, origin: "user" }, { signal });
  if (receipt.status === "rejected") throw new HttpError(429, receipt.reason);
  sendJson(response, receipt.status === "duplicate" ? 200 : 201, { id: receipt.record.id });
}

function requireAdmin(isAdmin: boolean): void {
  if (!isAdmin) throw new HttpError(403, "this needs the token of an administrator");
}

/** Shows the errors of a memory, which hold none of its text, to the client that made them. */
function asHttpError(error: MemoryError): unknown {
  if (error.code === "invalid-input") return new HttpError(400, error.message);
  if (error.code === "not-found") return new HttpError(404, "there is no such memory");
  return error.retryable ? new HttpError(503, "busy, try again") : error;
}
