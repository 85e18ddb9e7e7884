import { PassThrough } from "node:stream";

import { testMemory } from "@kioku/testing/support";
import { Client } from "@modelcontextprotocol/client";
import { StdioServerTransport } from "@modelcontextprotocol/server/stdio";
import { expect, test } from "vitest";

import { serveStdio } from "../../src/stdio/serve-stdio.js";
import { connect } from "../support/connect.js";

const ignore = (): void => undefined;

function updatesOf(client: Client): {
  readonly uris: readonly string[];
  next(count: number): Promise<readonly string[]>;
} {
  const uris: string[] = [];
  let look = ignore;
  client.setNotificationHandler("notifications/resources/updated", ({ params }) => {
    uris.push(params.uri);
    look();
  });
  const next = async (count: number): Promise<readonly string[]> =>
    new Promise((resolve) => {
      look = () => {
        if (uris.length < count) return;
        look = ignore;
        resolve(uris.splice(0));
      };
      look();
    });
  return { uris, next };
}

test("a client of 2025 is told of what it subscribed to, once for many changes", async () => {
  const { memory } = testMemory();
  const { client } = await connect({ memory });
  const updates = updatesOf(client);
  await client.subscribeResource({ uri: "kioku://recent" });
  await memory.rememberAll(["One", "Two", "Three"]);
  expect(await updates.next(1)).toEqual(["kioku://recent"]);
  const [first] = (await memory.list()).items;
  await client.subscribeResource({ uri: `kioku://memory/${first?.id}` });
  await client.unsubscribeResource({ uri: "kioku://recent" });
  await memory.forget(first?.id ?? "");
  expect(await updates.next(1)).toEqual([`kioku://memory/${first?.id}`]);
  await expect(client.subscribeResource({ uri: "file:///etc/passwd" })).rejects.toThrow(/unknown/u);
  await client.close();
  await memory.remember("After the end");
  expect(updates.uris).toEqual([]);
});

test("a client of 2026 is told of what it listens to", async () => {
  const { memory } = testMemory();
  const [input, output] = [new PassThrough(), new PassThrough()];
  const server = serveStdio({ memory, input, output });
  const client = new Client(
    { name: "test", version: "1" },
    { versionNegotiation: { mode: "auto" } },
  );
  await client.connect(new StdioServerTransport(output, input));
  const updates = updatesOf(client);
  const { honoredFilter } = await client.listen({ resourceSubscriptions: ["kioku://stats"] });
  expect(honoredFilter).toEqual({ resourceSubscriptions: ["kioku://stats"] });
  await memory.remember("News");
  expect(await updates.next(1)).toEqual(["kioku://stats"]);
  await client.close();
  input.end();
  await server.closed;
});
