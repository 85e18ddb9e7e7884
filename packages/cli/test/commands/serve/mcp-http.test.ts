import { chmodSync } from "node:fs";
import { request } from "node:http";
import { join } from "node:path";

import { Client, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import { describe, expect, it } from "vitest";

import { testHost } from "../../support/test-host.js";
import { writeFile } from "../../support/write-file.js";
import { plainHost } from "./served-mcp.js";
import { serve, serveOn, type Served, TOKEN } from "./served.js";

async function clientOf({ url }: Served, token = TOKEN): Promise<Client> {
  const client = new Client({ name: "test", version: "1" });
  const headers = { authorization: `Bearer ${token}` };
  const transport = new StreamableHTTPClientTransport(new URL(url), { requestInit: { headers } });
  await client.connect(transport);
  return client;
}

async function remember(client: Client, content: string): Promise<void> {
  const kept = await client.callTool({ name: "remember", arguments: { content } });
  expect(kept.isError).not.toBe(true);
}

/** Returns the status for a client that uses this name of the server. */
async function statusAs({ port }: Served, host: string, path = "/mcp"): Promise<number> {
  const { promise, resolve, reject } = Promise.withResolvers<number>();
  const method = path === "/mcp" ? "POST" : "GET";
  request({ port, host: "127.0.0.1", path, method, headers: { host } })
    .on("response", (response) => resolve(response.resume().statusCode ?? 0))
    .on("error", reject)
    .end();
  return promise;
}

describe("serve mcp --http", () => {
  it("remembers for those who hold the token, and stops when it is told to", async () => {
    await using served = await serve("mcp", "--http");
    expect(new URL(served.url).pathname).toBe("/mcp");
    const client = await clientOf(served);
    await remember(client, "Ana is allergic to peanuts");
    await client.close();
    await expect(clientOf(served, "another-token-of-the-tests")).rejects.toThrow(
      /401|[Uu]nauthorized|token/u,
    );
    const { origin } = new URL(served.url);
    expect(await (await fetch(`${origin}/health`)).json()).toEqual({ status: "ok" });
    expect((await fetch(`${origin}/v1/list`, { method: "POST" })).status).toBe(404);
    expect((await fetch(served.url, { method: "POST" })).status).toBe(401);
    expect(await served.stop()).toBe(0);
  });

  it("gives each token of a file a scope of its own", async () => {
    const tokens = { "token-of-ana-0000": "users/ana", "token-of-ben-0000": ["users", "ben"] };
    using host = plainHost();
    const file = writeFile(join(host.cwd, "tokens.json"), JSON.stringify(tokens));
    expect(await host.run("serve", "mcp", "--http", "--tokens", file)).toMatchObject({
      code: 2,
      stderr: expect.stringContaining("can be read by others") as string,
    });
    chmodSync(file, 0o600);
    await using served = await serveOn(host, ["mcp", "--http", "--tokens", "tokens.json"]);
    expect(served.stderr()).not.toContain("Token");
    for (const [token, { length }] of Object.entries(tokens)) {
      const client = await clientOf(served, token);
      await remember(client, `The token has a scope of ${length}`);
      await client.close();
    }
    expect(await served.stop()).toBe(0);
    using after = testHost({ folder: host.folder });
    for (const scope of ["users/ana", "users/ben"]) {
      expect((await after.run("list", "--scope", scope)).stdout).toContain("The token has a scope");
    }
  });

  it("refuses files of tokens that are none, and says nothing of what is in them", async () => {
    using host = plainHost();
    const file = writeFile(join(host.cwd, "tokens.json"), "");
    chmodSync(file, 0o600);
    const unfit = [
      "",
      "[]",
      "{}",
      "null",
      '{"secret-secret-00":"a//b"}',
      '{"secret-secret-00":""}',
    ];
    for (const content of [...unfit, '{"secret":"a"}', '{"secret secret secret":"a"}']) {
      writeFile(file, content);
      const ran = await host.run("serve", "mcp", "--http", "--port", "0", "--tokens", file);
      expect(ran).toMatchObject({ code: 2, stdout: "" });
      expect(ran.stderr).not.toContain("secret");
    }
    expect((await host.run("serve", "mcp", "--http", "--tokens", "none.json")).code).toBe(2);
  });

  it("is reached by no other name than those that it was given", async () => {
    await using served = await serve("mcp", "--http", "--allow-host", "memory.example");
    expect(await statusAs(served, "evil.example")).toBe(403);
    expect(await statusAs(served, "memory.example")).toBe(401);
    expect(await statusAs(served, "evil.example", "/health")).toBe(403);
    expect(await statusAs(served, "memory.example", "/health")).toBe(200);
  });

  it("needs a token of its own beyond this machine", async () => {
    using host = plainHost();
    const ran = await host.run("serve", "mcp", "--http", "--host", "0.0.0.0");
    expect(ran).toMatchObject({ code: 2, stdout: "" });
    using odd = testHost({ env: { KIOKU_TOKEN: "a token of the tests!!" } });
    expect((await odd.run("serve", "mcp", "--http")).code).toBe(2);
  });
});
