/** Compiles the kernels of kernel/ into the sources: `npm run kernel -w @kioku/store-sqlite`. */
import { readFileSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";

import wabt from "wabt";

/** A kernel's WebAssembly text and the file that is generated from it, as paths in the package. */
export interface Kernel {
  readonly source: string;
  readonly target: string;
}

/** The kernels of this package. */
export const KERNELS: readonly Kernel[] = [
  { source: "kernel/codes.wat", target: "src/index/codes/kernel-base64.ts" },
  { source: "kernel/cosines.wat", target: "src/index/cosines-base64.ts" },
];

/** The text of a generated file. */
export async function generateKernel({ source }: Kernel): Promise<string> {
  const toolkit = await wabt();
  const text = readFileSync(pathOf(source), "utf8");
  const module = toolkit.parseWat(source, text, { simd: true, relaxed_simd: true });
  module.validate();
  const base64 = Buffer.from(module.toBinary({}).buffer).toString("base64");
  return [
    `/** \`${source}\` compiled by \`npm run kernel\`, in base64. Do not edit. */`,
    "export const KERNEL_BASE64: string =",
    `  "${base64}";`,
    "",
  ].join("\n");
}

/** The path of a file of the package. */
export function pathOf(file: string): string {
  return fileURLToPath(new URL(`../${file}`, import.meta.url));
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  for (const kernel of KERNELS) writeFileSync(pathOf(kernel.target), await generateKernel(kernel));
}
