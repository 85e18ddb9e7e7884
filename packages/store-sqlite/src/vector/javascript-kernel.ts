import type { DotCall, DotKernel } from "./dot-kernel.js";

/** The same as the SIMD kernel, several times slower, for processes that run without WebAssembly. */
export function javascriptKernel(): DotKernel {
  let buffer = new ArrayBuffer(0);
  return {
    name: "javascript",
    buffer: () => buffer,
    grow: (size) => {
      // Doubled, because growing copies.
      if (size > buffer.byteLength) buffer = buffer.transfer(Math.max(size, 2 * buffer.byteLength));
    },
    dot: (call) => multiply(new Float32Array(buffer), call),
  };
}

function multiply(memory: Float32Array, { query, rows, count, stride, out }: DotCall): void {
  const width = stride / 4;
  const start = query / 4;
  for (let index = 0; index < count; index += 1) {
    memory[out / 4 + index] = dotProduct(memory, { start, row: rows / 4 + index * width, width });
  }
}

interface Operands {
  readonly start: number;
  readonly row: number;
  readonly width: number;
}

/** Four sums, so that no addition waits for the one before it. */
function dotProduct(memory: Float32Array, { start, row, width }: Operands): number {
  let [a, b, c, d] = [0, 0, 0, 0];
  for (let column = 0; column < width; column += 4) {
    a += (memory[start + column] ?? 0) * (memory[row + column] ?? 0);
    b += (memory[start + column + 1] ?? 0) * (memory[row + column + 1] ?? 0);
    c += (memory[start + column + 2] ?? 0) * (memory[row + column + 2] ?? 0);
    d += (memory[start + column + 3] ?? 0) * (memory[row + column + 3] ?? 0);
  }
  return a + b + c + d;
}
