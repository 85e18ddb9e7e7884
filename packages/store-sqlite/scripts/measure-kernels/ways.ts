import { CodeArena } from "../../src/index/codes/code-arena.js";
import type { CodeKernel } from "../../src/index/codes/code-kernel.js";
import { simdCodeKernel } from "../../src/index/codes/code-kernel.js";
import { CodeMatrix } from "../../src/index/codes/code-matrix.js";
import { javascriptCodeKernel } from "../../src/index/codes/javascript-code-kernel.js";
import { nearestCandidates } from "../../src/index/codes/nearest-candidates.js";
import { cosine } from "../../src/index/cosines.js";
import { bestScores } from "../../src/search/sql-text.js";
import { TimeSlicer } from "../../src/sql/scheduling.js";

/** More than any measured number of vectors takes. */
const MAX_BYTES = 2 ** 32;

/** A way to find the nearest of many vectors in memory. */
export interface Way {
  readonly name: string;
  /** Bytes that a scan reads, for each number of a vector. */
  readonly bytesPerNumber: number;
  /** A question takes so long that few are enough. */
  readonly slow: boolean;
  put(row: number, values: Float32Array): boolean;
  nearest(query: Float32Array, count: number): Promise<ArrayLike<number>>;
}

/** The ways of this machine. */
export function ways(dimensions: number): Way[] {
  const simd = simdCodeKernel();
  if (!simd) throw new Error("this Node has no relaxed SIMD");
  return [byCodes(simd, dimensions), byCodes(javascriptCodeKernel(), dimensions), byLoop()];
}

/** Compares all vectors, without codes and without WebAssembly. */
function byLoop(): Way {
  const rows: Float32Array[] = [];
  return {
    name: "float32, javascript",
    bytesPerNumber: 4,
    slow: true,
    put: (row, values) => {
      rows[row] = values;
      return true;
    },
    nearest: async (query, count) =>
      bestScores(
        rows.map((row) => cosine(row, query)),
        count,
        Infinity,
      ),
  };
}

function byCodes(kernel: CodeKernel, dimensions: number): Way {
  const slicer = new TimeSlicer();
  const matrix = new CodeMatrix(new CodeArena(kernel, MAX_BYTES), dimensions);
  return {
    name: `codes, ${kernel.name}`,
    bytesPerNumber: 1,
    slow: kernel.name === "javascript",
    put: (row, values) => matrix.set(row, values),
    nearest: (query, count) =>
      nearestCandidates(matrix, { query, count, pause: () => slicer.pause() }),
  };
}
