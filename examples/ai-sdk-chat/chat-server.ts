import { once } from "node:events";
import { createServer } from "node:http";
import type { IncomingMessage, ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";

import type { Memory } from "@kioku/core";

import { HttpError } from "../http/http-error.ts";
import { readJson } from "../http/read-json.ts";
import { respond, sendJson } from "../http/respond.ts";
import { answerChat, loadChat } from "./answer-chat.ts";
import type { ChatModel } from "./answer-chat.ts";
import { checkChatId, checkChatRequest } from "./chat-request.ts";
import { readPageFiles } from "./page-files.ts";
import { userOf } from "./user-of.ts";

/** Parts of the chat server. */
export interface ChatServerOptions {
  readonly memory: Memory;
  readonly model: ChatModel;
  /** 0: any that is free. */
  readonly port: number;
}

/** A chat on this machine. */
export interface ChatServer {
  readonly url: string;
  /** Cuts all connections, and waits until all answers have ended. */
  stop(): Promise<void>;
}

/** Serves the page and its chats to this machine only. */
export async function startChatServer({
  memory,
  model,
  port,
}: ChatServerOptions): Promise<ChatServer> {
  const files = await readPageFiles();

  async function handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { pathname = "" } = URL.parse(request.url ?? "", "http://127.0.0.1") ?? {};
    const file = files.get(pathname);
    if (request.method === "GET" && file) {
      response.setHeader("content-type", file.type).end(file.content);
    } else if (request.method === "GET" && pathname.startsWith("/api/chats/")) {
      const theirs = memory.scope("users", userOf(request));
      const chatId = checkChatId(pathname.slice("/api/chats/".length));
      const messages = await loadChat(theirs, chatId);
      if (messages.length === 0) throw new HttpError(404, "there is no such chat");
      sendJson(response, 200, { messages });
    } else if (request.method === "POST" && pathname === "/api/chat") {
      const theirs = memory.scope("users", userOf(request));
      const asked = await checkChatRequest(await readJson(request));
      await answerChat(asked, { memory: theirs, model, response });
    } else {
      throw new HttpError(404, "there is nothing here");
    }
  }

  const underWay = new Set<Promise<void>>();
  const server = createServer((request, response) => {
    const answered = respond(request, response, handle).finally(() => underWay.delete(answered));
    underWay.add(answered);
  });
  server.listen(port, "127.0.0.1");
  await once(server, "listening");
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    stop: async () => {
      const closed = once(server, "close");
      server.close();
      server.closeAllConnections();
      await Promise.all([closed, ...underWay]);
    },
  };
}
