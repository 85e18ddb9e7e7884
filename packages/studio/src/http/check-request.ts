import { createHash, timingSafeEqual } from "node:crypto";
import type { IncomingMessage } from "node:http";
import { isIP } from "node:net";

import { HttpError } from "./http-error.js";

/** Who may ask. */
export interface Admission {
  /** Secret that requests have to carry. */
  readonly token: string;
  /** Address that the server listens on. */
  readonly host: string;
  /** Port that it listens on. */
  readonly port: number;
  /** Other names by which it is reached, such as that of a proxy. */
  readonly names: readonly string[];
}

/** Tests if an address is only reached from this machine. */
export function isLoopback(host: string): boolean {
  return host === "localhost" || host === "::1" || /^127(?:\.\d{1,3}){3}$/u.test(host);
}

/**
 * Refuses requests that another page made a browser send: by the name that it used, which rebinding
 * of names would show, and by the page's origin. A link may lead here. @throws `HttpError` 403
 */
export function checkSite(
  { headers, method }: IncomingMessage,
  admission: Omit<Admission, "token">,
): void {
  const { host = "", origin } = headers;
  if (!isOwnHost(host, admission)) throw forbidden("host is not one of this server");
  if (origin !== undefined && origin !== `http://${host}`) throw forbidden("origin is foreign");
  const site = headers["sec-fetch-site"] ?? "none";
  const isLink = method === "GET" && headers["sec-fetch-dest"] === "document";
  if (site !== "same-origin" && site !== "none" && !isLink) throw forbidden("origin is foreign");
}

/** Refuses requests without the token. @throws `HttpError` 401 */
export function checkToken(
  { headers }: IncomingMessage,
  { token }: Pick<Admission, "token">,
): void {
  const given = /^Bearer (?<given>[\x21-\x7E]{1,1024})$/iu.exec(headers.authorization ?? "");
  // Hashes have one length, and comparing them takes one time.
  if (timingSafeEqual(hashOf(given?.groups?.["given"] ?? ""), hashOf(token))) return;
  throw new HttpError(401, "token is missing or wrong", {
    headers: { "www-authenticate": "Bearer" },
  });
}

function isOwnHost(given: string, { host, port, names }: Omit<Admission, "token">): boolean {
  const { name, portText } =
    /^(?<name>\[[\da-f:.]+\]|[^:[\]]+)(?::(?<portText>\d{1,5}))?$/iu.exec(given)?.groups ?? {};
  const plain = (name ?? "").replaceAll(/[[\]]/gu, "").toLowerCase();
  // A proxy has a port of its own.
  if (names.some((one) => one.toLowerCase() === plain)) return true;
  if (name === undefined || Number(portText ?? 80) !== port) return false;
  if (plain === host.toLowerCase() || isLoopback(plain)) return true;
  // A name could be bound to this address by anybody, an address cannot.
  return !isLoopback(host) && isIP(plain) !== 0;
}

function forbidden(message: string): HttpError {
  return new HttpError(403, message);
}

function hashOf(text: string): Buffer {
  return createHash("sha256").update(text).digest();
}
