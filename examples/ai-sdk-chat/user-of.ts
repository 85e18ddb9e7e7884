import type { IncomingMessage } from "node:http";

import { HttpError } from "../http/http-error.ts";

const USERS: ReadonlySet<unknown> = new Set(["ann", "bo"]);

/**
 * Who asks, and so whose memory it is. The page has a switch that plays the login: a real app takes
 * this from its session, and never from anything that a client can simply write, such as this
 * cookie.
 */
export function userOf({ headers }: IncomingMessage): string {
  const cookies = (headers.cookie ?? "").split(";").map((cookie) => cookie.trim().split("="));
  const user = cookies.find(([name]) => name === "chat-user")?.[1];
  if (user === undefined || !USERS.has(user)) throw new HttpError(401, "nobody is logged in");
  return user;
}
