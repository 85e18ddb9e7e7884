import { spawn } from "node:child_process";
import type { ChildProcess } from "node:child_process";
import { once } from "node:events";
import { createInterface } from "node:readline";
import { text } from "node:stream/consumers";
import { setImmediate } from "node:timers/promises";
import { fileURLToPath } from "node:url";

/** Address of a chat. */
export interface ChatAddress {
  readonly url: string;
}

/** The chat of the examples in a process of its own. */
export interface ChatProcess extends ChatAddress, AsyncDisposable {
  /** Sends SIGTERM, then the given signals in turn, over and over, until the process has ended. */
  stop(
    ...signals: readonly NodeJS.Signals[]
  ): Promise<{ readonly code: number | null; readonly stderr: string }>;
}

/** Starts the chat on a free port, and waits until it says where it is. */
export async function startChat(...args: readonly string[]): Promise<ChatProcess> {
  const path = fileURLToPath(new URL("../ai-sdk-chat/main.ts", import.meta.url));
  const child = spawn(process.execPath, [path, "--port", "0", ...args]);
  const closed = once(child, "close") as Promise<[number | null]>;
  const stderr = text(child.stderr);
  const lines = createInterface(child.stdout);
  const ended = closed.then(async () => {
    throw new Error(`the chat did not start: ${await stderr}`);
  });
  ended.catch(() => undefined);
  const [line] = (await Promise.race([once(lines, "line"), ended])) as [string];
  const stop: ChatProcess["stop"] = async (...signals) => {
    child.kill("SIGTERM");
    for (let sent = 0; signals.length > 0 && isRunning(child); sent += 1) {
      child.kill(signals[sent % signals.length]);
      await setImmediate();
    }
    const [code] = await closed;
    return { code, stderr: await stderr };
  };
  return {
    url: /http:\/\/\S+/u.exec(line)?.[0] ?? "",
    stop,
    [Symbol.asyncDispose]: async () => {
      await stop();
    },
  };
}

function isRunning({ exitCode, signalCode }: ChildProcess): boolean {
  return exitCode === null && signalCode === null;
}

/** A message of a user, as the AI SDK sends it. */
export function userMessage(id: string, words: string): object {
  return { id, role: "user", parts: [{ type: "text", text: words }] };
}

/** Parts of a request besides the user. */
interface ChatRequestInit extends RequestInit {
  readonly headers?: Readonly<Record<string, string>>;
}

/** A request to the chat as this user. */
export function chatRequest(user: string, { headers, ...init }: ChatRequestInit = {}): RequestInit {
  return {
    ...init,
    headers: { cookie: `chat-user=${user}`, "content-type": "application/json", ...headers },
  };
}

/** Says something in a chat. */
export function say(
  { url }: ChatAddress,
  user: string,
  asked: { readonly chatId: string; readonly message: object; readonly signal?: AbortSignal },
): Promise<Response> {
  const { signal, ...body } = asked;
  const init = { method: "POST", body: JSON.stringify(body), ...(signal && { signal }) };
  return fetch(`${url}/api/chat`, chatRequest(user, init));
}

/** A message as the chat keeps it. */
export interface SavedMessage {
  readonly id: string;
  readonly role: string;
  readonly parts: readonly { readonly type: string; readonly text?: string }[];
}

/** The messages of a chat of this user, oldest first; none if there is no such chat. */
export async function saved(
  { url }: ChatAddress,
  user: string,
  chatId: string,
): Promise<readonly SavedMessage[]> {
  const response = await fetch(`${url}/api/chats/${chatId}`, chatRequest(user));
  if (response.status === 404) return [];
  const { messages } = (await response.json()) as { readonly messages: readonly SavedMessage[] };
  return messages;
}

/** Returns the error that the server reports. */
export async function errorOf(response: Response): Promise<unknown> {
  return ((await response.json()) as { readonly error: unknown }).error;
}
