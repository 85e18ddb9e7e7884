import { existsSync, readFileSync } from "node:fs";

import { MemoryError } from "@kioku/core";

/** Files in `data/concepts/`. Their order numbers the concepts, and stored vectors depend on it. */
const CONCEPT_FILES = ["everyday", "work", "life", "finer", "wider", "home", "trade"];

/** The word lists in the folder `data/` of this package, each read when it is first needed. */
export class WordLists {
  #background: readonly string[] | undefined;
  #concepts: readonly string[] | undefined;

  /** Everyday sentences, which a text and an example have to stand out from. */
  get background(): readonly string[] {
    this.#background ??= readBlocks("everyday-sentences.txt").flat();
    return this.#background;
  }

  /**
   * Concepts that people ask assistants about: words and phrases that mean much the same, with `_`
   * for a space within a phrase. They are keywords and, embedded, landmarks of topics.
   */
  get concepts(): readonly string[] {
    this.#concepts ??= CONCEPT_FILES.flatMap((name) =>
      readBlocks(`concepts/${name}.txt`).map((entries) =>
        entries.map((entry) => entry.replaceAll(" ", "_")).join(" "),
      ),
    );
    return this.#concepts;
  }
}

/** Returns the lines between blank ones. Lines of comments begin with `#`. */
function readBlocks(name: string): readonly (readonly string[])[] {
  const text = readFileSync(new URL(name, dataFolder()), "utf8");
  return text
    .split("\n\n")
    .map((block) => block.split("\n").filter((line) => line !== "" && !line.startsWith("#")))
    .filter((block) => block.length > 0);
}

/** Returns the folder `data/`, which lies beside `src` and `dist`. */
function dataFolder(): URL {
  // This code is in `src/trigger/`, and built in `dist/` or `dist/chunks/`.
  const folders = ["../../data/", "../data/"].map((path) => new URL(path, import.meta.url));
  const folder = folders.find((url) => existsSync(new URL("everyday-sentences.txt", url)));
  if (folder) return folder;
  throw new MemoryError(
    "invalid-input",
    "word lists of @kioku/skills not found: exclude the package from bundles",
  );
}
