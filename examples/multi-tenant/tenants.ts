import { createHash } from "node:crypto";
import type { IncomingMessage } from "node:http";

import type { Memory, MemoryRoot } from "@kioku/core";

import { HttpError } from "../http/http-error.ts";

/** Who has a token: a user of a customer, or with no user the customer's administrator. */
export interface TokenHolder {
  readonly tenant: string;
  readonly user?: string | undefined;
}

/** A view that a request may use, and what for. */
export interface RequestAccess {
  readonly memory: Memory;
  readonly isAdmin: boolean;
}

/** Holders by the SHA-256 of their tokens, so that a reader of the table has no token. */
export type TokenTable = ReadonlyMap<string, TokenHolder>;

/** The table of some tokens. A real server keeps it in a database. */
export function tokenTable(holders: Readonly<Record<string, TokenHolder>>): TokenTable {
  return new Map(Object.entries(holders).map(([token, holder]) => [digestOf(token), holder]));
}

/**
 * The one place where a request becomes a scope. Nothing else in a request, such as its path or
 * body, can name one.
 * @throws `HttpError` 401 without a token that is known.
 */
export function accessOf(
  { headers }: IncomingMessage,
  tokens: TokenTable,
  root: MemoryRoot,
): RequestAccess {
  const { token = "" } = /^Bearer (?<token>\S+)$/u.exec(headers.authorization ?? "")?.groups ?? {};
  const holder = tokens.get(digestOf(token));
  if (!holder) throw new HttpError(401, "send a token that is known, as Authorization: Bearer …");
  const { tenant, user } = holder;
  return user === undefined
    ? { memory: root.scope("tenants", tenant), isAdmin: true }
    : { memory: root.scope("tenants", tenant, user), isAdmin: false };
}

function digestOf(token: string): string {
  return createHash("sha256").update(token).digest("hex");
}
