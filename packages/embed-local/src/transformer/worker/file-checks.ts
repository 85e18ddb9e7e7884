import { createHash } from "node:crypto";
import { createReadStream } from "node:fs";
import { stat } from "node:fs/promises";
import { pipeline } from "node:stream/promises";

import { ModelFailure } from "./model-failure.js";

/** Whether there is a file of this name. */
export async function isFile(path: string): Promise<boolean> {
  const found = await stat(path).catch(() => undefined);
  return found?.isFile() ?? false;
}

async function hashOf(path: string, algorithm: "sha1" | "sha256", start = ""): Promise<string> {
  const hash = createHash(algorithm).update(start);
  await pipeline(createReadStream(path), hash);
  return hash.digest("hex");
}

/** SHA-256 of a file, in hexadecimal. */
export function sha256Of(path: string): Promise<string> {
  return hashOf(path, "sha256");
}

/** What git calls a file by: SHA-1 of a header and the content. */
export async function gitHashOf(path: string): Promise<string> {
  const { size } = await stat(path);
  return await hashOf(path, "sha1", `blob ${size}\0`);
}

/** Refuses a file whose SHA-256 is another. */
export async function checkSha256(path: string, expected: string): Promise<void> {
  const actual = await sha256Of(path).catch((cause: unknown) => {
    throw new ModelFailure(`the model file ${path} cannot be read.`, { cause });
  });
  if (actual === expected.toLowerCase()) return;
  throw new ModelFailure(
    `the model file ${path} is damaged or of another version: its SHA-256 is ${actual}, not ${expected}.`,
  );
}
