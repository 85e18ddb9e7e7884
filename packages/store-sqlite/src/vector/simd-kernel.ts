import type { DotKernel } from "./dot-kernel.js";
import { KERNEL_BASE64 } from "./kernel-base64.js";

/** The part of WebAssembly that is used; neither the language's types nor Node's declare it. */
interface WebAssemblyApi {
  validate(bytes: Uint8Array): boolean;
  readonly Module: new (bytes: Uint8Array) => object;
  readonly Instance: new (module: object) => { readonly exports: KernelExports };
}

interface KernelExports {
  readonly memory: { readonly buffer: ArrayBuffer; grow(pages: number): number };
  dot(this: void, query: number, rows: number, quarter: number, stride: number, out: number): void;
}

const PAGE_BYTES = 65_536;

/** The kernel of `kernel/dot.wat`; `undefined` where this process cannot run it. */
export function simdKernel(): DotKernel | undefined {
  const { WebAssembly: api } = globalThis as { readonly WebAssembly?: WebAssemblyApi };
  const bytes = Buffer.from(KERNEL_BASE64, "base64");
  if (api?.validate(bytes) !== true) return undefined;
  const { memory, dot } = new api.Instance(new api.Module(bytes)).exports;
  return {
    name: "simd",
    buffer: () => memory.buffer,
    grow: (size) => {
      const missing = Math.ceil((size - memory.buffer.byteLength) / PAGE_BYTES);
      if (missing > 0) memory.grow(missing);
    },
    dot: ({ query, rows, count, stride, out }) => dot(query, rows, count / 4, stride, out),
  };
}
