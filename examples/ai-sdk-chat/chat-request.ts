import { safeValidateUIMessages } from "ai";
import type { UIMessage } from "ai";

import { HttpError } from "../http/http-error.ts";

/** Request of the page, with the last message only; the server has the others. */
export interface ChatRequest {
  readonly chatId: string;
  readonly message: UIMessage;
}

const MAX_CHARACTERS = 4_000;

/** @throws `HttpError` for anything but a message of a user that is text. */
export async function checkChatRequest(body: unknown): Promise<ChatRequest> {
  const { chatId, message } = (body ?? {}) as { readonly chatId?: unknown; message?: unknown };
  const checked = await safeValidateUIMessages({ messages: [message] });
  if (!checked.success) throw new HttpError(400, "message is no message of the AI SDK");
  const [{ id, role, parts } = { id: "", role: "", parts: [] }] = checked.data;
  // A client that could send answers, or results of tools, could make the model believe anything.
  if (role !== "user") throw new HttpError(400, "message must be one of a user");
  const texts = parts.flatMap((part) => (part.type === "text" ? [part.text] : []));
  if (texts.length !== parts.length) throw new HttpError(400, "message must be text alone");
  const text = texts.join("\n");
  if (text.trim() === "") throw new HttpError(400, "message has no text");
  if (text.length > MAX_CHARACTERS) {
    throw new HttpError(400, `a message has at most ${MAX_CHARACTERS} characters`);
  }
  return {
    chatId: checkChatId(chatId),
    message: { id: checkId(id, "message.id"), role, parts: [{ type: "text", text }] },
  };
}

/** @throws `HttpError` for what can be no id of a chat. */
export function checkChatId(chatId: unknown): string {
  return checkId(chatId, "chatId");
}

function checkId(id: unknown, name: string): string {
  if (typeof id === "string" && /^[\w-]{1,64}$/u.test(id)) return id;
  throw new HttpError(400, `${name} must be 1 to 64 letters, digits, - and _`);
}
