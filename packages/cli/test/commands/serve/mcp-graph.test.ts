import { join } from "node:path";

import { expect, it } from "vitest";

import { writeFile } from "../../support/write-file.js";
import { plainHost, serveMcp } from "./served-mcp.js";

const ANN = { name: "Ann", entityType: "person", observations: ["likes tea"] };

it("serves the graph in the file of server-memory, and keeps what is deleted away", async () => {
  using host = plainHost({ MEMORY_FILE_PATH: "memory.jsonl" });
  writeFile(join(host.cwd, "memory.jsonl"), JSON.stringify({ type: "entity", ...ANN }));
  const first = await serveMcp(host, ["--tools", "graph"]);
  const graph: unknown = JSON.parse(await first.call("read_graph", {}));
  expect(graph).toEqual({ entities: [ANN], relations: [] });
  await first.call("delete_entities", { entityNames: ["Ann"] });
  expect(await first.end()).toBe(0);
  const again = await serveMcp(host, ["--tools", "graph"]);
  const left: unknown = JSON.parse(await again.call("read_graph", {}));
  expect(left).toEqual({ entities: [], relations: [] });
  expect(await again.end()).toBe(0);
});

it("names the line of the file that is wrong, and imports nothing", async () => {
  using host = plainHost({ MEMORY_FILE_PATH: "memory.jsonl" });
  writeFile(join(host.cwd, "memory.jsonl"), `${JSON.stringify({ type: "entity", ...ANN })}\n{`);
  const { code, stderr } = await host.run("serve", "mcp", "--tools", "graph");
  expect(code).toBe(2);
  expect(stderr).toContain("memory.jsonl cannot be imported: line 2 is not JSON");
  expect((await host.run("list")).stdout).not.toContain("Ann");
});
