import { PassThrough } from "node:stream";

import {
  createMcpHandler,
  createMcpServer,
  type McpOptions,
  serveStdio,
  staticTokens,
} from "@kioku/mcp";
import {
  type CallToolResult,
  Client,
  InMemoryTransport,
  StreamableHTTPClientTransport,
  type Transport,
} from "@modelcontextprotocol/client";
import { Client as OldClient } from "@modelcontextprotocol/sdk/client/index.js";
import { StreamableHTTPClientTransport as OldHttpTransport } from "@modelcontextprotocol/sdk/client/streamableHttp.js";
import type { McpServer } from "@modelcontextprotocol/server";
import { StdioServerTransport } from "@modelcontextprotocol/server/stdio";

import { type Passed, RecordedTransport } from "./recorded-transport.js";

/** The clients: each version of the protocol, and the old line of the SDK. */
const CLIENTS = ["auto", "2026-07-28", "2025-11-25", "2025-06-18", "old"] as const;
/** The transports. A pair has no versions but those of 2025. */
const TRANSPORTS = ["pair", "stdio", "http"] as const;

export type ClientName = (typeof CLIENTS)[number];
export type TransportName = (typeof TRANSPORTS)[number];

/** A client that has connected. */
export interface Connection {
  /** The client. `callTool` of the old line has other parameters: use `call`. */
  readonly client: Omit<Client, "callTool">;
  readonly version: string;
  readonly passed: readonly Passed[];
  readonly call: (name: string, given?: Given, signal?: AbortSignal) => Promise<CallToolResult>;
  readonly close: () => Promise<void>;
}

export type Given = Readonly<Record<string, unknown>>;

/** Token of the HTTP server. */
const TOKEN = "a-token-of-tests-0123456789abcdef";

interface Line {
  readonly transport: Transport;
  close(): Promise<void>;
}

/** Connects a client to a new server. */
export async function connect(
  options: McpOptions,
  client: ClientName = "auto",
  transport: TransportName = "stdio",
): Promise<Connection> {
  const line = await lineTo(options, client, transport);
  return connectLine(line, client);
}

/** Connects a client to a server of a host over a pair of transports. */
export async function connectHost(server: McpServer, client: ClientName): Promise<Connection> {
  return connectLine(await pairWith(server), client);
}

/** A client and its transport. */
export type Pair = readonly [ClientName, TransportName];

/** Returns each client with each transport that it can use. */
export function allPairs(): readonly Pair[] {
  return CLIENTS.flatMap((client) => {
    const isModern = client === "2026-07-28" || client === "auto";
    return TRANSPORTS.filter((one) => one !== "pair" || !isModern).map(
      (one) => [client, one] as const,
    );
  });
}

/** Returns all pairs with `KIOKU_TEST_SIZE=full`, otherwise some. */
export function pairsBySize(part: readonly Pair[]): readonly Pair[] {
  return process.env["KIOKU_TEST_SIZE"] === "full" ? allPairs() : part;
}

async function connectLine(line: Line, name: ClientName): Promise<Connection> {
  const transport = new RecordedTransport(line.transport);
  const { passed } = transport;
  if (name === "old") {
    const client = new OldClient({ name: "test", version: "1.0.0" });
    await client.connect(transport);
    return {
      client: client as unknown as Client,
      version: versionIn(passed),
      passed,
      call: async (tool, given = {}, signal?) =>
        (await client.callTool(
          { name: tool, arguments: given },
          undefined,
          signal && { signal },
        )) as CallToolResult,
      close: () => closeAll(client, line),
    };
  }
  const client = newClient(name);
  await client.connect(transport);
  return {
    client,
    version: client.getNegotiatedProtocolVersion() ?? "",
    passed,
    call: (tool, given = {}, signal?) =>
      client.callTool({ name: tool, arguments: given }, signal && { signal }),
    close: () => closeAll(client, line),
  };
}

async function closeAll(client: { close(): Promise<void> }, line: Line): Promise<void> {
  await client.close();
  await line.close();
}

function newClient(name: Exclude<ClientName, "old">): Client {
  const info = { name: "test", version: "1.0.0" };
  if (name === "auto") return new Client(info, { versionNegotiation: { mode: "auto" } });
  if (name === "2026-07-28") {
    return new Client(info, { versionNegotiation: { mode: { pin: name } } });
  }
  return new Client(info, { supportedProtocolVersions: [name] });
}

/** Returns the version that a server has answered. */
function versionIn(passed: readonly Passed[]): string {
  for (const { message } of passed) {
    const { protocolVersion } = (message["result"] ?? {}) as { readonly protocolVersion?: string };
    if (protocolVersion !== undefined) return protocolVersion;
  }
  return "";
}

async function lineTo(
  options: McpOptions,
  client: ClientName,
  transport: TransportName,
): Promise<Line> {
  if (transport === "pair") return pairWith(createMcpServer(options));
  return transport === "stdio" ? stdioTo(options) : httpTo(options, client);
}

async function pairWith(server: McpServer): Promise<Line> {
  const [transport, other] = InMemoryTransport.createLinkedPair();
  await server.connect(other);
  return { transport, close: () => server.close() };
}

function stdioTo(options: McpOptions): Line {
  const input = new PassThrough();
  const output = new PassThrough();
  const server = serveStdio({ ...options, input, output });
  // The client of the SDK starts a process. Both ends of a pipe are the same but for that.
  const transport = new StdioServerTransport(output, input) as unknown as Transport;
  return { transport, close: () => server.close() };
}

function httpTo(options: McpOptions, client: ClientName): Line {
  const handler = createMcpHandler({ ...options, verifier: staticTokens({ [TOKEN]: [] }) });
  const url = new URL("http://localhost/mcp");
  const how = {
    requestInit: { headers: { authorization: `Bearer ${TOKEN}` } },
    fetch: async (address: string | URL, init?: RequestInit): Promise<Response> =>
      handler.fetch(new Request(address, init)),
  };
  const transport =
    client === "old"
      ? (new OldHttpTransport(url, how) as unknown as Transport)
      : new StreamableHTTPClientTransport(url, how);
  return { transport, close: () => handler.close() };
}
