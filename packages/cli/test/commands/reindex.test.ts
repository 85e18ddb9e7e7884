import { describe, expect, it } from "vitest";

import { httpServer, sendJson, type TestServer } from "../support/http-server.js";
import { testHost } from "../support/test-host.js";

/** Starts a server of embeddings with vectors of eight numbers. */
async function embeddingServer(): Promise<TestServer> {
  return httpServer((response, { body }) => {
    const { input } = body as { readonly input: readonly string[] };
    sendJson(response, {
      data: input.map((text, index) => ({
        index,
        embedding: Array.from({ length: 8 }, (_, at) => ((text.charCodeAt(at) || 1) % 13) + 1),
      })),
    });
  });
}

function remote({ url }: TestServer): Record<string, string> {
  return {
    KIOKU_EMBEDDING_MODEL: "remote",
    KIOKU_EMBEDDING_REMOTE_MODEL: "test",
    KIOKU_EMBEDDING_REMOTE_BASE_URL: `${url}/v1`,
  };
}

describe("kioku reindex", () => {
  it("embeds what was remembered without a model", async () => {
    using host = testHost();
    using plain = testHost({ folder: host.folder, env: { KIOKU_EMBEDDING_MODEL: "none" } });
    await plain.run("remember", "Ana is allergic to peanuts");
    expect(await plain.run("reindex")).toMatchObject({ code: 2, stdout: "" });
    expect(await host.run("reindex")).toMatchObject({ code: 0, stdout: "1 memory embedded\n" });
    expect((await host.run("reindex", "--json")).stdout).toBe(
      '{"embedded":0,"dropped":[],"kept":[]}\n',
    );
  });

  it("moves the memories to another model, which other commands refuse before", async () => {
    await using server = await embeddingServer();
    using host = testHost();
    await host.run("remember", "Ana is allergic to peanuts");
    using moved = testHost({ folder: host.folder, env: remote(server), fetch });
    const refused = await moved.run("recall", "peanuts");
    expect(refused).toMatchObject({ code: 1, stdout: "" });
    expect(refused.stderr).toContain("kioku reindex");
    const doctor = await moved.run("doctor");
    expect(doctor.stdout.replaceAll(/\s+/gu, " ")).toContain("not of the model that is set");
    const { code, stdout, stderr } = await moved.run("reindex");
    expect({ code, stdout }).toEqual({ code: 0, stdout: "1 memory embedded\n" });
    expect(stderr).toContain("--drop-old removes them");
    expect((await moved.run("recall", "peanuts")).stdout).toContain("Ana is allergic");
    expect((await moved.run("reindex", "--drop-old")).stdout).toContain("removed");
    expect((await moved.run("doctor")).code).toBe(0);
    expect(server.seen.every(({ path }) => path === "/v1/embeddings")).toBe(true);
  });

  it("finishes what a server that was away left undone", async () => {
    using host = testHost();
    const env = {
      KIOKU_EMBEDDING_MODEL: "remote",
      KIOKU_EMBEDDING_REMOTE_MODEL: "test",
      KIOKU_EMBEDDING_REMOTE_BASE_URL: "http://127.0.0.1:9/v1",
    };
    using away = testHost({
      folder: host.folder,
      env,
      fetch: async () => Promise.resolve(new Response("", { status: 400 })),
    });
    expect((await away.run("remember", "Ana is allergic to peanuts")).code).toBe(0);
    const { code, stdout } = await away.run("doctor", "--json");
    expect(code).toBe(1);
    expect(JSON.parse(stdout)).toMatchObject({
      checks: expect.arrayContaining([
        expect.objectContaining({ check: "embedding", state: "problem" }),
      ]) as unknown,
    });
    await using server = await embeddingServer();
    using back = testHost({
      folder: host.folder,
      env: { ...env, KIOKU_EMBEDDING_REMOTE_BASE_URL: `${server.url}/v1` },
      fetch,
    });
    expect((await back.run("reindex")).stdout).toBe("1 memory embedded\n");
    const { stdout: after } = await back.run("doctor");
    expect(after).toContain("✓ vectors");
    expect(after).toContain("✓ queue");
  });
});

describe("an embedder that cannot be", () => {
  it.each([
    [{ KIOKU_EMBEDDING_DIMENSION: "512" }, "must be 256 with the built-in model, got 512"],
    [
      { KIOKU_LOCAL_MODEL: "multilingual-e5-small", KIOKU_EMBEDDING_DIMENSION: "100" },
      "embedding_dimension must be one of 384",
    ],
    [{ KIOKU_LOCAL_MODEL: "no-such-model" }, "no-such-model"],
    [{ KIOKU_LOCAL_MODEL: "bge-m3", KIOKU_LOCAL_MODEL_PATH: "none" }, "set local_model_path to"],
    [
      { KIOKU_EMBEDDING_MODEL: "remote", KIOKU_EMBEDDING_REMOTE_MODEL: "unknown" },
      "or its embedding.remote.base_url",
    ],
  ])("is refused with the setting to change: %j", async (env, message) => {
    using host = testHost({ env });
    const { code, stderr } = await host.run("recall", "x");
    expect(code).toBe(2);
    expect(stderr).toContain(message);
  });
});
