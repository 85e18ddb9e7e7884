import { PassThrough } from "node:stream";

import { Client, type ClientOptions } from "@modelcontextprotocol/client";
import { StdioServerTransport } from "@modelcontextprotocol/server/stdio";

import { main } from "../../../src/main.js";
import { type TestHost, testHost } from "../../support/test-host.js";

/** A client of `kioku serve mcp` over its streams. */
export interface ServedMcp {
  readonly client: Client;
  /** Exit code, once it has ended. */
  readonly ended: Promise<number>;
  /** Calls a tool, and returns the text of its answer. */
  call(name: string, args: object): Promise<string>;
  /** Text on stderr so far. */
  stderr(): string;
  /** Does what the end of the client's process does, and returns the exit code. */
  end(): Promise<number>;
}

/** Runs `kioku serve mcp` with these flags, and connects to it. */
export async function serveMcp(
  host: TestHost,
  flags: readonly string[] = [],
  options: ClientOptions = {},
): Promise<ServedMcp> {
  const [input, output] = [new PassThrough(), new PassThrough()];
  const ended = main(["serve", "mcp", ...flags], {
    ...host,
    stdin: input,
    stdout: { write: (text, done) => output.write(text, done) },
  }).finally(() => output.end());
  const client = new Client({ name: "test", version: "1" }, options);
  // The transport of servers reads one stream and writes another one, as this client does.
  await client.connect(new StdioServerTransport(output, input));
  return {
    client,
    ended,
    call: async (name, args) => {
      const { content } = await client.callTool({ name, arguments: { ...args } });
      const [first] = content;
      return first?.type === "text" ? first.text : "";
    },
    stderr: () => host.written().stderr,
    end: async () => {
      await client.close();
      input.end();
      return ended;
    },
  };
}

/** Makes a host whose memories have no vectors: tests of transports need no model. */
export function plainHost(env: TestHost["env"] = {}): TestHost {
  return testHost({ env: { KIOKU_EMBEDDING_MODEL: "none", ...env } });
}
