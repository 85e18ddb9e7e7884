import { globSync } from "node:fs";
import { fileURLToPath, pathToFileURL } from "node:url";

type Words = Readonly<Record<string, unknown>>;

/** Words of a part of the page in both languages. */
export interface BothWords {
  readonly file: string;
  readonly en: Words;
  readonly zh: Words;
}

const APP = fileURLToPath(new URL("../../../src/app/", import.meta.url));

/** Returns all words of the page, by file. */
export async function allWords(): Promise<readonly BothWords[]> {
  const load = async (file: string): Promise<Words> =>
    (await import(pathToFileURL(`${APP}${file}`).href)) as Words;
  const { language } = (await load("frame/settings.ts")) as { language: { value: string } };
  const files = globSync(["**/*words.ts", "words/shared.ts"], { cwd: APP });
  const before = language.value;
  const all: BothWords[] = [];
  for (const file of files.filter((one) => !one.endsWith("define-words.ts"))) {
    for (const words of Object.values(await load(file))) {
      // Beside words, files have functions that write values by them.
      if (typeof words !== "function" || words.length > 0) continue;
      const read = (name: string): Words => {
        language.value = name;
        return (words as () => Words)();
      };
      all.push({ file, en: read("en"), zh: read("zh") });
    }
  }
  language.value = before;
  return all;
}
