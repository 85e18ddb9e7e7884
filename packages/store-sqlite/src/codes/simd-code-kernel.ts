import { viewsOf } from "./code-kernel.js";
import type { CodeKernel } from "./code-kernel.js";
import { KERNEL_BASE64 } from "./kernel-base64.js";

/** The part of WebAssembly that is used; neither the language's types nor Node's declare it. */
interface WebAssemblyApi {
  validate(bytes: Uint8Array): boolean;
  readonly Module: new (bytes: Uint8Array) => object;
  readonly Instance: new (module: object) => { readonly exports: KernelExports };
}

interface KernelExports {
  readonly memory: { readonly buffer: ArrayBuffer; grow(pages: number): number };
  quantise(this: void, values: number, stride: number, codes: number, scale: number): void;
  scan(this: void, ...operands: readonly number[]): number;
}

const PAGE_BYTES = 65_536;

/** The kernel of `kernel/codes.wat`; `undefined` where this process has no relaxed SIMD. */
export function simdCodeKernel(): CodeKernel | undefined {
  const { WebAssembly: api } = globalThis as { readonly WebAssembly?: WebAssemblyApi };
  const bytes = Buffer.from(KERNEL_BASE64, "base64");
  if (api?.validate(bytes) !== true) return undefined;
  const { memory, quantise, scan } = new api.Instance(new api.Module(bytes)).exports;
  let views = viewsOf(memory.buffer);
  return {
    name: "simd",
    memory: () => views,
    grow: (size) => {
      const missing = Math.ceil((size - memory.buffer.byteLength) / PAGE_BYTES);
      if (missing > 0 && !grown(memory, missing)) return false;
      views = viewsOf(memory.buffer);
      return true;
    },
    quantise: (call) => quantise(call.values, call.stride, call.codes, call.scale),
    scan: (call) =>
      scan(
        call.query,
        call.stride,
        call.bias,
        call.unit,
        call.codes,
        call.walk,
        call.scales,
        call.groups,
        call.mask,
        call.first,
        call.slack,
        call.threshold,
        call.out,
      ),
  };
}

/** Whether the process had so many pages more. */
function grown(memory: KernelExports["memory"], pages: number): boolean {
  try {
    memory.grow(pages);
    return true;
  } catch {
    return false;
  }
}
