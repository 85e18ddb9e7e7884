import { readFile } from "node:fs/promises";

/** A user's message and the assistant's answer. */
export interface ChatTurn {
  readonly user: string;
  readonly assistant: string;
  /** Words of earlier sessions that the model has to see in order to answer. */
  readonly wants?: readonly string[];
}

/** Turns that follow each other, in a thread of their own. */
interface ChatSession {
  readonly id: string;
  /** Beginning, ISO 8601 UTC. */
  readonly at: string;
  readonly turns: readonly ChatTurn[];
}

/** A chat of one user in sessions, oldest first. */
export interface Chat {
  readonly name: string;
  readonly sessions: readonly ChatSession[];
}

/** Reads a chat and checks its shape; errors name the file. */
export async function readChat(path: string): Promise<Chat> {
  let text: string;
  try {
    text = await readFile(path, "utf8");
  } catch (cause) {
    throw new Error(`cannot read ${path}: pass a chat with --data FILE`, { cause });
  }
  let chat: unknown;
  try {
    chat = JSON.parse(text);
  } catch (cause) {
    throw new Error(`${path} is not JSON`, { cause });
  }
  if (isChat(chat)) return chat;
  throw new Error(
    `${path} is no chat: it must be { name, sessions: [{ id, at, turns: [{ user, assistant, wants? }] }] }`,
  );
}

function isChat(value: unknown): value is Chat {
  const { name, sessions } = members(value);
  return typeof name === "string" && isListOf(sessions, isSession);
}

function isSession(value: unknown): boolean {
  const { id, at, turns } = members(value);
  return typeof id === "string" && !Number.isNaN(Date.parse(String(at))) && isListOf(turns, isTurn);
}

function isTurn(value: unknown): boolean {
  const { user, assistant, wants = [] } = members(value);
  return (
    typeof user === "string" &&
    typeof assistant === "string" &&
    isListOf(wants, (one) => typeof one === "string")
  );
}

function isListOf(value: unknown, check: (item: unknown) => boolean): boolean {
  return Array.isArray(value) && value.every((item) => check(item));
}

function members(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null ? { ...value } : {};
}
