import type { MemoryEvents } from "@kioku/core";
import type { Mind } from "@kioku/mind";
import { type McpServer, ProtocolError, ProtocolErrorCode } from "@modelcontextprotocol/server";

import { memoryUri, URIS } from "./uris.js";

/** Events after which what is there is another. */
const CHANGES = ["remembered", "forgotten", "used", "archived", "erased"] as const;
type Change = MemoryEvents[(typeof CHANGES)[number]];

/** The version of the protocol from which on the transport knows the subscriptions of a client. */
const ROUTED = "2026-07-28";
/** Most addresses that a client may subscribe to, and most characters of one. */
const MAX_SUBSCRIPTIONS = 1_000;
const MAX_URI = 300;

/**
 * Tells the client of a server which resources this process has changed: those that it subscribed
 * to, and all where the transport chooses. Changes by other processes are not noticed.
 */
export function announceChanges(server: McpServer, mind: Mind): void {
  const subscribed = listenToSubscriptions(server);
  const end = new AbortController();
  const { onclose } = server.server;
  Object.assign(server.server, {
    onclose: () => {
      end.abort();
      onclose?.();
    },
  });
  // A server that is never connected is never closed either.
  const weak = new WeakRef(server.server);
  const changed = new Set<string>();
  const tell = async (): Promise<void> => {
    const uris = [...changed];
    changed.clear();
    const open = weak.deref();
    if (!open) end.abort();
    if (!open?.transport) return;
    const isRouted = (open.getNegotiatedProtocolVersion() ?? "") >= ROUTED;
    for (const uri of uris) {
      if (isRouted || subscribed.has(uri)) await open.sendResourceUpdated({ uri });
    }
  };
  const note = (event: Change): void => {
    const ids = changedIds(event);
    if (ids.length === 0) return;
    // Many changes at once are told once.
    if (changed.size === 0) queueMicrotask(() => void tell().catch(() => end.abort()));
    for (const uri of [...ids.map(memoryUri), ...Object.values(URIS)]) changed.add(uri);
  };
  for (const event of CHANGES) mind.on(event, note, { signal: end.signal });
}

function listenToSubscriptions({ server }: McpServer): ReadonlySet<string> {
  const subscribed = new Set<string>();
  server.setRequestHandler("resources/subscribe", ({ params: { uri } }) => {
    const isOwn = uri.startsWith("kioku://") || uri === URIS.graph;
    if (!isOwn || uri.length > MAX_URI) {
      throw new ProtocolError(ProtocolErrorCode.InvalidParams, "resource is unknown");
    }
    if (subscribed.size >= MAX_SUBSCRIPTIONS) {
      throw new ProtocolError(ProtocolErrorCode.InvalidParams, "subscriptions are too many");
    }
    subscribed.add(uri);
    return {};
  });
  server.setRequestHandler("resources/unsubscribe", ({ params: { uri } }) => {
    subscribed.delete(uri);
    return {};
  });
  return subscribed;
}

/** Returns the ids of changed memories, without the states of a mind. */
function changedIds(event: Change): readonly string[] {
  if ("ids" in event) return event.ids;
  if ("report" in event) {
    return [...event.report.records, ...event.report.derived].map(({ id }) => id);
  }
  return event.record.kind.startsWith("mind-") ? [] : [event.record.id];
}
