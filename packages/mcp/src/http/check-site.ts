import { invalidInput } from "@kioku/core/toolkit";
import {
  localhostAllowedHostnames,
  validateHostHeader,
  validateOriginHeader,
} from "@modelcontextprotocol/server";

import type { HttpOptions } from "./mcp-handler.js";
import { Refusal } from "./refusal.js";

/**
 * Returns a check that refuses requests which a page of another site made a browser send: by the
 * name that it used, which rebinding of names would show, and by the page's origin.
 * @throws `invalid-input` for names that no host has.
 */
export function siteCheck(
  options: Pick<HttpOptions, "allowedHosts" | "allowedOrigins">,
): (request: Request) => void {
  const hosts = namesOf(options, "allowedHosts");
  const origins = [...hosts, ...namesOf(options, "allowedOrigins")];
  return ({ headers, url }) => {
    // HTTP/2 has no such header; the platform makes the URL of what is there instead.
    if (!validateHostHeader(headers.get("host") ?? new URL(url).host, hosts).ok) {
      throw new Refusal(403, "host is not one of this server");
    }
    const origin = headers.get("origin");
    const isOwn = validateOriginHeader(origin, origins).ok;
    const isCrossSite = origin === null && headers.get("sec-fetch-site") === "cross-site";
    if (!isOwn || isCrossSite) throw new Refusal(403, "origin is foreign");
  };
}

function namesOf(
  options: Pick<HttpOptions, "allowedHosts" | "allowedOrigins">,
  name: "allowedHosts" | "allowedOrigins",
): string[] {
  return (options[name] ?? localhostAllowedHostnames()).map((given, index) => {
    // The latter are pages of an extension, which have no host.
    if (HOST.test(given)) return new URL(`http://${given}`).hostname;
    if (/^[a-z][\w+.-]*:\/\/\*$/iu.test(given)) return given.toLowerCase();
    throw invalidInput(`${name}[${index}]`, "the name of a host, without a port", given);
  });
}

const HOST = /^(?:[^\s:/[\]*@?#\\]+|\[[\da-f:.]+\])$/iu;
