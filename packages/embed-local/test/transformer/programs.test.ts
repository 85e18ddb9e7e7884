import { cpSync, existsSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

import { describe, expect, test } from "vitest";

import { hubServer } from "../support/hub-server.js";
import { CROSS_ENCODER, ENCODER, modelFolder, temporaryFolder } from "../support/made-models.js";
import { runProgram } from "../support/run-program.js";

const root = fileURLToPath(new URL("../../", import.meta.url));
const useSources = fileURLToPath(new URL("../support/use-sources.mjs", import.meta.url));
const refuseNetwork = fileURLToPath(new URL("../support/refuse-network.mjs", import.meta.url));
const withoutSharp = fileURLToPath(new URL("../support/without-sharp.mjs", import.meta.url));
const withoutPeer = fileURLToPath(new URL("../support/without-peer.mjs", import.meta.url));
const folder = modelFolder();
const crossEncoder = modelFolder({ kind: "cross-encoder" });
const given = (modelDir: string, manifest: object): string =>
  JSON.stringify({ model: "kioku/small", modelDir, manifest, threads: 1 });
const EMBEDDER = given(folder, ENCODER);
const RERANKER = given(crossEncoder, CROSS_ENCODER);
const IMPORT = 'const { localEmbedder, localReranker } = await import("./src/index.js");';
const sources = { preload: [useSources], cwd: root };

describe("a program", () => {
  test("ends by itself though nobody closes", { tags: "long" }, async () => {
    const outcome = await runProgram(
      `${IMPORT}
       const { vectors } = await localEmbedder(${EMBEDDER}).embed(["rain"]);
       const ranked = await localReranker(${RERANKER}).rerank("rain", ["sun", "rain"]);
       const controller = new AbortController();
       const texts = Array.from({ length: 2000 }, (_, at) => "rain " + at);
       const late = localEmbedder(${EMBEDDER}).embed(texts, { signal: controller.signal });
       controller.abort("enough");
       const reason = await late.catch((error) => error);
       console.log(vectors.length, ranked[0].index, reason);`,
      sources,
    );
    expect(outcome).toEqual({ stdout: "1 1 enough\n", stderr: "", exitCode: 0 });
  });

  test("stays until its call is answered", async () => {
    const { stdout } = await runProgram(
      `${IMPORT} void localEmbedder(${EMBEDDER}).embed(["rain"]).then(() => console.log("answered"));`,
      sources,
    );
    expect(stdout).toBe("answered\n");
  });

  test("stays until a waiting call is answered when the running one is aborted", async () => {
    const outcome = await runProgram(
      `${IMPORT}
       const embedder = localEmbedder(${EMBEDDER});
       await embedder.embed(["rain"]);
       const controller = new AbortController();
       const texts = Array.from({ length: 2000 }, (_, at) => "rain " + at);
       const running = embedder.embed(texts, { signal: controller.signal });
       const waiting = embedder.embed(["rain"]);
       controller.abort("enough");
       const reason = await running.catch((error) => error);
       const later = embedder.embed(["sun"]);
       console.log(reason, (await waiting).vectors.length, (await later).vectors.length);`,
      sources,
    );
    expect(outcome).toEqual({ stdout: "enough 1 1\n", stderr: "", exitCode: 0 });
  });

  test("ends when the last waiting call is aborted, too, while a download hangs", async () => {
    const hub = await hubServer(folder);
    const asked = Promise.withResolvers<void>();
    hub.faults.set("config.json", () => asked.resolve());
    const options = JSON.stringify({
      model: "kioku/small",
      cacheDir: temporaryFolder(),
      manifest: ENCODER,
      allowDownload: true,
      hubUrl: hub.url,
    });
    const outcome = await runProgram(
      `${IMPORT}
       const embedder = localEmbedder(${options});
       const [first, second] = [new AbortController(), new AbortController()];
       const calls = [first, second].map(({ signal }) => embedder.embed(["rain"], { signal }).catch((error) => error));
       first.abort("one");
       second.abort("two");
       console.log(...(await Promise.all(calls)));`,
      sources,
    );
    expect(outcome).toEqual({ stdout: "one two\n", stderr: "", exitCode: 0 });
  });

  test("is told for good that a part of the package is not there, as in a bundle", async () => {
    const target = temporaryFolder();
    cpSync(join(root, "src"), join(target, "src"), { recursive: true });
    rmSync(join(target, "src/transformer/worker/model-worker.ts"));
    const outcome = await runProgram(
      `${IMPORT}
       const { code, retryable, message } = await localEmbedder(${EMBEDDER}).embed(["rain"]).catch((error) => error);
       console.log(code, retryable, message);`,
      { ...sources, cwd: target },
    );
    const file = join(target, "src/transformer/worker/model-worker.js");
    expect(outcome.stdout).toBe(
      `embedder-failed false localEmbedder: the program of its thread, ${file}, or a part of it is not there. Leave the package @kioku/embed-local outside of bundles.\n`,
    );
  });

  test("is told which package the peer lacks, and not that the peer is missing", async () => {
    const outcome = await runProgram(
      `${IMPORT}
       const { retryable, message, cause } = await localEmbedder(${EMBEDDER}).embed(["rain"]).catch((error) => error);
       console.log(retryable, message);
       console.log(cause.code, cause.message);`,
      { ...sources, preload: [...sources.preload, withoutSharp] },
    );
    const [what = "", why = ""] = outcome.stdout.split("\n");
    expect(what).toContain(
      "false localEmbedder: the package @huggingface/transformers cannot be loaded.",
    );
    expect(why).toMatch(
      /^ERR_MODULE_NOT_FOUND Cannot find package 'no-sharp' imported from .*@huggingface/u,
    );
  });

  test("loads the peer in the thread only, and only for a transformer model", async () => {
    const outcome = await runProgram(
      `import { registerHooks } from "node:module";
       const asked = [];
       registerHooks({ resolve: (specifier, context, next) => (asked.push(specifier), next(specifier, context)) });
       ${IMPORT}
       await localEmbedder().embed(["rain"]);
       const embedder = localEmbedder(${EMBEDDER});
       await embedder.embed(["rain"]);
       await embedder.close();
       console.log(asked.filter((name) => name.includes("huggingface") || name.includes("onnx")).length, asked.length > 20);`,
      sources,
    );
    expect(outcome.stdout).toBe("0 true\n");
  });

  test("says what to install where the peer is missing, at the first call and not before", async () => {
    const outcome = await runProgram(
      `${IMPORT}
       const { vectors } = await localEmbedder().embed(["rain"]);
       console.log(vectors[0].length);
       const says = ({ code, retryable, message }) => console.log(code, retryable, message);
       await localEmbedder(${EMBEDDER}).embed(["rain"]).catch(says);
       await localReranker(${RERANKER}).rerank("rain", ["sun"]).catch(says);`,
      { ...sources, preload: [...sources.preload, withoutPeer] },
    );
    const what =
      "transformer models need the package @huggingface/transformers, which is not installed. Run: npm install @huggingface/transformers@^4.3.1";
    expect({ ...outcome, stdout: outcome.stdout.split("\n") }).toEqual({
      stderr: "",
      exitCode: 0,
      stdout: [
        "256",
        `embedder-failed false localEmbedder: ${what}`,
        `reranker-failed false localReranker: ${what}`,
        "",
      ],
    });
  });

  test("is told so where threads are not permitted", async () => {
    const outcome = await runProgram(
      `${IMPORT}
       const embedder = localEmbedder(${EMBEDDER});
       const failed = (at) => embedder.embed(["rain"]).catch((error) => console.log(at, error.code, error.message));
       await Promise.all([failed(1), failed(2)]);
       await embedder.close();`,
      { ...sources, flags: ["--permission", "--allow-fs-read=*"] },
    );
    const said = "embedder-failed localEmbedder: no thread can be started.";
    expect(outcome.stdout).toBe(`1 ${said}\n2 ${said}\n`);
  });

  test("reaches no network, with files or without, unless downloads are allowed", async () => {
    const log = join(temporaryFolder(), "network");
    const offline = {
      preload: [...sources.preload, refuseNetwork],
      cwd: root,
      env: { KIOKU_TEST_NETWORK: log },
    };
    const manifest = JSON.stringify(ENCODER);
    const nowhere = JSON.stringify(temporaryFolder());
    const outcome = await runProgram(
      `${IMPORT}
       const { vectors } = await localEmbedder(${EMBEDDER}).embed(["rain"]);
       await localReranker(${RERANKER}).rerank("rain", ["sun"]);
       try {
         localEmbedder({ model: "kioku/small", cacheDir: ${nowhere}, manifest: ${manifest} });
       } catch (error) {
         console.log(vectors.length, error.code);
       }`,
      offline,
    );
    expect(outcome.stdout).toBe("1 invalid-input\n");
    expect(existsSync(log)).toBe(false);
    // The same watch sees a download that is allowed.
    await runProgram(
      `${IMPORT}
       const allowed = { allowDownload: true, hubUrl: "http://127.0.0.1:9" };
       const missing = localEmbedder({ model: "kioku/small", cacheDir: ${nowhere}, manifest: ${manifest}, ...allowed });
       await missing.embed(["rain"]).catch((error) => error);`,
      offline,
    );
    expect(readFileSync(log, "utf8")).toBe("fetch\n");
  });
});
