/** Compiles kernel/dot.wat into src/vector/kernel-base64.ts: `npm run kernel -w @kioku/store-sqlite`. */
import { readFileSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";

import wabt from "wabt";

const source = new URL("../kernel/dot.wat", import.meta.url);
const target = new URL("../src/vector/kernel-base64.ts", import.meta.url);

/** The text of the generated file. */
export async function generateKernel(): Promise<string> {
  const toolkit = await wabt();
  const module = toolkit.parseWat("dot.wat", readFileSync(source, "utf8"), { simd: true });
  module.validate();
  const base64 = Buffer.from(module.toBinary({}).buffer).toString("base64");
  return [
    "/** `kernel/dot.wat` compiled by `npm run kernel`, in base64. Do not edit. */",
    "export const KERNEL_BASE64: string =",
    `  "${base64}";`,
    "",
  ].join("\n");
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  writeFileSync(target, await generateKernel());
}
