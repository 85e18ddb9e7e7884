import type { Memory } from "../../api/memory.js";
import type { Embedder } from "../../contracts/embedder.js";
import {
  checkMembers,
  checkMethods,
  checkNumber,
  checkText,
  invalidInput,
} from "../../internal/check/check.js";
import { MAX_NAME_LENGTH } from "../../model/limits.js";
import { MemoryView } from "../memory-view.js";
import { runSync } from "../observe/failure.js";
import { OwnSpace } from "./own-space.js";
import type { MemoryVectors, MemoryVectorsOptions } from "./vector-inputs.js";
import { VectorView } from "./vector-view.js";

/** Most texts of one record with a vector each: each is a search of its own. */
const MAX_TEXTS = 32;

/**
 * Gives access to the vectors of a memory in one space.
 * @throws `invalid-input` for a memory of several layers, and for one that this copy of the package
 *   did not make.
 */
export function memoryVectors(memory: Memory, options: MemoryVectorsOptions = {}): MemoryVectors {
  return runSync("memoryVectors", () => {
    const engine = MemoryView.engineOf(memory);
    if (!engine) {
      throw invalidInput("memory", "a view of one scope, made by createMemory of this package");
    }
    checkMembers(options, "options", ["embedder", "maxTexts"]);
    const { embedder, maxTexts = 1 } = options;
    if (embedder !== undefined) checkEmbedder(embedder);
    checkNumber(maxTexts, "options.maxTexts", { min: 1, max: MAX_TEXTS, integer: true });
    return new VectorView(engine, memory, new OwnSpace(engine, options));
  });
}

function checkEmbedder(embedder: Embedder): void {
  checkMethods(embedder, "options.embedder", ["embed"]);
  checkText(embedder.id, "options.embedder.id", MAX_NAME_LENGTH);
}
