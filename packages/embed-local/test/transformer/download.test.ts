import { createHash } from "node:crypto";
import { existsSync, readdirSync, readFileSync, statSync, utimesSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

import { beforeAll, describe, expect, onTestFinished, test } from "vitest";

import { localEmbedder } from "../../src/index.js";
import type { DownloadProgress, TransformerEmbedderOptions } from "../../src/index.js";
import { failureOf } from "../support/failure-of.js";
import { hubServer } from "../support/hub-server.js";
import type { Fault, HubServer } from "../support/hub-server.js";
import { ENCODER, modelFolder, temporaryFolder } from "../support/made-models.js";
import { threadsOnSources } from "../support/threads-on-sources.js";
import { embedOne } from "../support/vectors.js";

/** Some tests are for `npm run test:full` alone. */
const IS_FULL = process.env["KIOKU_TEST_SIZE"] === "full";

threadsOnSources();

// Some megabytes, so that progress is told more than once.
const folder = modelFolder({ layers: 3, width: 128, inner: 512, vocabulary: 4096 });
const MANIFEST = { ...ENCODER, dimensions: 128, revision: "v1" };
const MODEL = "onnx/model.onnx";
const FILES = ["config.json", "tokenizer.json", "tokenizer_config.json", MODEL];
let hub: HubServer;

beforeAll(async () => {
  hub = await hubServer(folder);
});

function embedder(options: Partial<TransformerEmbedderOptions>): ReturnType<typeof localEmbedder> {
  return localEmbedder({
    model: "kioku/small",
    manifest: MANIFEST,
    hubUrl: hub.url,
    threads: 1,
    ...options,
  });
}

function filesIn(cacheDir: string): string[] {
  const entries = readdirSync(cacheDir, { recursive: true, withFileTypes: true });
  return entries.filter((entry) => entry.isFile()).map(({ name }) => name);
}

/** Runs one download with a fault, and answers its error; then one without, which must go well. */
async function failureWith(
  fault: Fault,
  file = MODEL,
): Promise<Awaited<ReturnType<typeof failureOf>>> {
  const cacheDir = temporaryFolder();
  const own = embedder({ cacheDir, allowDownload: true });
  hub.faults.set(file, fault);
  const error = await failureOf(own.embed(["rain"]));
  hub.faults.delete(file);
  expect(error.code).toBe("embedder-failed");
  const left = filesIn(cacheDir);
  expect(left).not.toContain(file.split("/").at(-1));
  expect(left.filter((name) => name.endsWith(".part"))).toEqual([]);
  expect(await embedOne(own, "rain")).toHaveLength(128);
  await own.close?.();
  return error;
}

describe("downloads", () => {
  test("are not made unless allowed, and the error says what to do", () => {
    hub.asked.length = 0;
    expect(() => embedder({ cacheDir: temporaryFolder() })).toThrow(
      /https:\/\/huggingface\.co\/kioku\/small\/tree\/v1 .+ `allowDownload: true`/u,
    );
    expect(hub.asked).toEqual([]);
  });

  test("fetch each file once, tell how far they are, and leave a folder that needs no network", async () => {
    hub.asked.length = 0;
    const cacheDir = temporaryFolder();
    const told: DownloadProgress[] = [];
    const own = embedder({
      cacheDir,
      allowDownload: true,
      onProgress: (step) => void told.push(step),
    });
    const vector = await embedOne(own, "rain");
    await own.close?.();
    expect(hub.asked).toEqual(FILES.map((file) => `/kioku/small/resolve/v1/${file}`));
    for (const file of FILES) {
      const kept = join(cacheDir, "kioku/small/v1", file);
      expect(readFileSync(kept).equals(readFileSync(join(folder, file)))).toBe(true);
      const steps = told.filter((step) => step.file === file);
      expect(steps[0]?.loadedBytes).toBe(0);
      expect(steps.at(-1)).toEqual({
        file,
        loadedBytes: statSync(kept).size,
        totalBytes: statSync(kept).size,
      });
    }
    expect(told.filter(({ file }) => file === MODEL).length).toBeGreaterThan(3);
    const offline = embedder({ cacheDir });
    expect(await embedOne(offline, "rain")).toEqual(vector);
    expect(hub.asked).toHaveLength(FILES.length);
    await offline.close?.();
  });

  test("give a file its name only when all of it is there", async () => {
    const cacheDir = temporaryFolder();
    const path = join(cacheDir, "kioku/small/v1", MODEL);
    const half = Promise.withResolvers<boolean>();
    hub.faults.set(MODEL, (_request, response, content) => {
      response.writeHead(200, { "content-length": content.length });
      response.write(content.subarray(0, content.length - 1));
      void half.promise.then(() => response.end(content.subarray(-1)));
    });
    const own = embedder({
      cacheDir,
      allowDownload: true,
      onProgress: ({ file, loadedBytes }) => {
        if (file === MODEL && loadedBytes > 0) half.resolve(existsSync(path));
      },
    });
    const call = embedOne(own, "rain");
    expect(await half.promise).toBe(false);
    expect(await call).toHaveLength(128);
    expect(existsSync(path)).toBe(true);
    hub.faults.clear();
    await own.close?.();
  });

  test("only fetch what is missing", async () => {
    const cacheDir = temporaryFolder();
    const first = embedder({ cacheDir, allowDownload: true });
    hub.faults.set(MODEL, (_request, response) => void response.writeHead(503).end());
    expect((await failureOf(first.embed(["rain"]))).retryable).toBe(true);
    hub.faults.clear();
    hub.asked.length = 0;
    expect(await embedOne(first, "rain")).toHaveLength(128);
    expect(hub.asked).toEqual([`/kioku/small/resolve/v1/${MODEL}`]);
    await first.close?.();
  });

  test("by two at once into one folder leave whole files", async () => {
    const cacheDir = temporaryFolder();
    const both = [1, 2].map(() => embedder({ cacheDir, allowDownload: true }));
    const [one, other] = await Promise.all(both.map((own) => embedOne(own, "rain")));
    expect(one).toEqual(other);
    const names = FILES.map((file) => file.split("/").at(-1));
    expect(new Set(filesIn(cacheDir))).toEqual(new Set(names));
    expect(filesIn(cacheDir)).toHaveLength(FILES.length);
    for (const own of both) await own.close?.();
  });

  test("go on for the next call when the first one is aborted", async () => {
    const own = embedder({ cacheDir: temporaryFolder(), allowDownload: true });
    const controller = new AbortController();
    hub.asked.length = 0;
    hub.faults.set(MODEL, (_request, response, content) => {
      controller.abort(new Error("enough"));
      response.writeHead(200, { "content-length": content.length }).end(content);
    });
    await expect(own.embed(["rain"], { signal: controller.signal })).rejects.toThrow("enough");
    expect(await embedOne(own, "rain")).toHaveLength(128);
    hub.faults.clear();
    expect(hub.asked).toHaveLength(FILES.length);
    await own.close?.();
  });
});

/** Closes an embedder in the middle of a download, and answers what that leaves. */
async function leaveRemains(cacheDir: string): Promise<string> {
  const half = Promise.withResolvers<void>();
  hub.faults.set(MODEL, (_request, response, content) => {
    response.writeHead(200, { "content-length": content.length });
    response.write(content.subarray(0, -1));
  });
  const own = embedder({
    cacheDir,
    allowDownload: true,
    onProgress: ({ file, loadedBytes }) => {
      if (file === MODEL && loadedBytes > 0) half.resolve();
    },
  });
  const call = failureOf(own.embed(["rain"]));
  await half.promise;
  await own.close?.();
  hub.faults.clear();
  expect((await call).code).toBe("closed");
  const [remains, ...others] = filesIn(cacheDir).filter((name) => name.endsWith(".part"));
  expect(others).toEqual([]);
  return join(cacheDir, "kioku/small/v1/onnx", remains ?? "none");
}

describe("downloads that are interrupted", () => {
  test("leave a file that goes with the first download a day later", async () => {
    const cacheDir = temporaryFolder();
    const remains = await leaveRemains(cacheDir);
    expect(existsSync(join(cacheDir, "kioku/small/v1", MODEL))).toBe(false);
    const dayBefore = statSync(remains).mtimeMs / 1000 - 86_460;
    utimesSync(remains, dayBefore, dayBefore);
    const own = embedder({ cacheDir, allowDownload: true });
    expect(await embedOne(own, "rain")).toHaveLength(128);
    const names = FILES.map((file) => file.split("/").at(-1));
    expect(filesIn(cacheDir)).toHaveLength(names.length);
    expect(new Set(filesIn(cacheDir))).toEqual(new Set(names));
    await own.close?.();
  });

  test("leave a file that others do not touch before, as it may be under way", async () => {
    const cacheDir = temporaryFolder();
    const remains = await leaveRemains(cacheDir);
    const hourBefore = statSync(remains).mtimeMs / 1000 - 3600;
    utimesSync(remains, hourBefore, hourBefore);
    const own = embedder({ cacheDir, allowDownload: true });
    expect(await embedOne(own, "rain")).toHaveLength(128);
    expect(existsSync(remains)).toBe(true);
    await own.close?.();
  });
});

describe("downloads where files are not replaced, as on Windows,", () => {
  test("take what another one has put there meanwhile", async () => {
    const hook = fileURLToPath(new URL("../support/refuse-replace.mjs", import.meta.url));
    const ownOptions = process.env["NODE_OPTIONS"];
    process.env["NODE_OPTIONS"] = `${ownOptions ?? ""} --import=${hook}`;
    process.env["KIOKU_TEST_REPLACE"] = "refuse";
    onTestFinished(() => {
      process.env["NODE_OPTIONS"] = ownOptions;
      delete process.env["KIOKU_TEST_REPLACE"];
    });
    const cacheDir = temporaryFolder();
    let waiting: (() => void)[] = [];
    // Neither gets the last byte before both are under way.
    hub.faults.set(MODEL, (_request, response, content) => {
      response.writeHead(200, { "content-length": content.length });
      response.write(content.subarray(0, -1));
      waiting.push(() => response.end(content.subarray(-1)));
      if (waiting.length === 2) for (const send of waiting.splice(0)) send();
    });
    const both = [1, 2].map(() => embedder({ cacheDir, allowDownload: true }));
    const [one, other] = await Promise.all(both.map((own) => embedOne(own, "rain")));
    hub.faults.clear();
    waiting = [];
    expect(one).toEqual(other);
    expect(filesIn(cacheDir)).toHaveLength(FILES.length);
    for (const own of both) await own.close?.();
  });
});

describe("what onProgress does wrong is ignored:", () => {
  test.each<[string, () => void]>([
    [
      "it throws",
      () => {
        throw new Error("of the watcher");
      },
    ],
    ["it rejects", () => Promise.reject(new Error("of the watcher"))],
  ])("%s", async (_name, onProgress) => {
    const own = embedder({ cacheDir: temporaryFolder(), allowDownload: true, onProgress });
    expect(await embedOne(own, "rain")).toHaveLength(128);
    await own.close?.();
  });
});

describe("a download fails", () => {
  test("with the cause of its cause, where nobody listens", async () => {
    const server = createServer();
    await new Promise<void>((resolve) => {
      server.listen(0, "127.0.0.1", resolve);
    });
    const { port } = server.address() as AddressInfo;
    await new Promise((resolve) => {
      server.close(resolve);
    });
    const hubUrl = `http://127.0.0.1:${port}`;
    const own = embedder({ cacheDir: temporaryFolder(), allowDownload: true, hubUrl });
    const error = await failureOf(own.embed(["rain"]));
    expect(error.retryable).toBe(true);
    expect(error.cause).toMatchObject({ cause: { code: "ECONNREFUSED" } });
    await own.close?.();
  });

  test("where more comes than the hub has said", async () => {
    const error = await failureWith((_request, response, content) => {
      response.writeHead(200, { "x-linked-size": content.length });
      response.write(content);
      response.end(content);
    });
    expect(error.message).toMatch(/the download of .* has more than \d+ bytes/u);
    expect(error.retryable).toBe(true);
  });

  test.skipIf(!IS_FULL)(
    "where the hub does not say how much comes, and it has no end",
    async () => {
      const error = await failureWith((_request, response) => {
        const chunk = Buffer.alloc(1_048_576, " ");
        const send = (): void => {
          while (!response.destroyed && response.write(chunk));
        };
        response.writeHead(200).on("drain", send);
        send();
      }, "tokenizer.json");
      expect(error.message).toContain("tokenizer.json has more than 134217728 bytes");
      expect(error.retryable).toBe(false);
    },
  );

  test("for good where there is no such file", async () => {
    const error = await failureWith((_request, response) => void response.writeHead(404).end());
    expect(error.retryable).toBe(false);
    expect(error.message).toContain(
      `there is no ${MODEL} at ${hub.url}/kioku/small/resolve/v1/${MODEL}`,
    );
  });

  test.each(IS_FULL ? [401, 403] : [401])("for good where the hub answers %d", async (status) => {
    const error = await failureWith((_request, response) => void response.writeHead(status).end());
    expect(error.retryable).toBe(false);
    expect(error.message).toContain("needs an account or its terms accepted");
  });

  test.each(IS_FULL ? [429, 500, 503] : [503])(
    "for now where the hub answers %d",
    async (status) => {
      const error = await failureWith(
        (_request, response) => void response.writeHead(status).end(),
      );
      expect(error.retryable).toBe(true);
      expect(error.message).toContain(String(status));
    },
  );

  test("for now where the connection is cut", async () => {
    const error = await failureWith((_request, response, content) => {
      response.writeHead(200, { "content-length": content.length });
      response.write(content.subarray(0, 100_000), () => response.destroy());
    });
    expect(error.retryable).toBe(true);
    expect(error.message).toContain(`the download of ${MODEL}`);
  });

  test.each(IS_FULL ? [MODEL, "tokenizer.json"] : [MODEL])(
    "where %s is not what the hub says it is",
    async (file) => {
      const error = await failureWith((_request, response, content) => {
        const digest = file === MODEL ? "a".repeat(64) : "a".repeat(40);
        response.writeHead(200, { "x-linked-etag": `"${digest}"` }).end(content);
      }, file);
      expect(error.message).toContain("its checksum is not the one that the hub names");
      expect(error.retryable).toBe(true);
    },
  );

  test("where it is redirected in a circle", async () => {
    const error = await failureWith((request, response) => {
      response.writeHead(302, { location: request.url }).end();
    });
    expect(error.message).toContain("is redirected too often");
  });

  test("where the file is not what the manifest says it is", async () => {
    const checksums = { "config.json": createHash("sha256").update("other").digest("hex") };
    const cacheDir = temporaryFolder();
    const own = embedder({ cacheDir, allowDownload: true, manifest: { ...MANIFEST, checksums } });
    const error = await failureOf(own.embed(["rain"]));
    expect(error.message).toContain("is damaged or of another version");
    expect(error.retryable).toBe(false);
    expect(filesIn(cacheDir)).toEqual([]);
    await own.close?.();
  });
});
