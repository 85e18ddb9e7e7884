import { spawn } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";

import { openaiEmbedder } from "@kioku/embed-openai";

import type { EmbedSettings } from "../embed-settings.ts";
import { measureRate } from "../measure-rate.ts";
import type { Rate } from "../measure-rate.ts";
import { shortTexts } from "../sample-texts.ts";

/** Figures of the client, with vectors of 1,536 numbers in requests of 64 texts. */
export interface ClientReport {
  readonly encoding: "float" | "base64";
  /** Texts a second. */
  readonly texts: Rate;
  /** Processor time of this process, in microseconds a text. */
  readonly cpuMicroseconds: number;
}

const SERVER = new URL("server.ts", import.meta.url);
const BATCH = 64;

/** Both encodings against a server in another process. */
export async function measureClient(settings: EmbedSettings): Promise<readonly ClientReport[]> {
  const server = spawn(process.execPath, [fileURLToPath(SERVER)], {
    stdio: ["pipe", "pipe", "inherit"],
  });
  try {
    const [port] = (await once(server.stdout, "data")) as [Buffer];
    const baseURL = `http://127.0.0.1:${String(port).trim()}/v1`;
    const reports: ClientReport[] = [];
    for (const encoding of ["float", "base64"] as const) {
      const options = { model: "made", baseURL, encoding, maxBatchSize: BATCH };
      const embedder = openaiEmbedder(options);
      const texts = shortTexts("English", BATCH);
      const rate = await measureRate(settings, async () => {
        return (await embedder.embed(texts)).vectors.length;
      });
      await embedder.close?.();
      const cpuMicroseconds = Number((1e6 / rate.perCpuSecond).toFixed(1));
      reports.push({ encoding, texts: rate, cpuMicroseconds });
    }
    return reports;
  } finally {
    server.stdin.end();
    await once(server, "exit");
  }
}
