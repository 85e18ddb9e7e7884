import { posix } from "node:path";

import { API_TASKS } from "./api-tasks.ts";
import type { ApiTask } from "./api-tasks.ts";

/** Reads a file, relative to the root of the repository. */
type ReadSource = (source: string) => string;

const API = "docs/api";
const CORE = "@kioku/core";
const ROW = /^\| \[(?<name>[^\]]+)\]\((?<page>[^)]+)\) \| (?<about>.*) \|$/gmu;

/** A name that the index lists. */
interface Entry {
  readonly name: string;
  /** Its page, relative to docs/api. */
  readonly page: string;
  readonly about: string;
  readonly isType: boolean;
}

/** Returns the first sentence of a description. */
function firstSentence(text: string): string {
  return /^.*?(?<! al)[.?!](?=\s|$)/su.exec(text)?.[0].replaceAll(/\s+/gu, " ") ?? text.trim();
}

function folderOf(specifier: string): string {
  return specifier.replace("@kioku/", "");
}

/** Reads what an entry point exports, from the index that typedoc wrote. */
function exportsOf(specifier: string, read: ReadSource): ReadonlyMap<string, Entry> {
  const folder = folderOf(specifier);
  const rows = [...read(`${API}/${folder}/README.md`).matchAll(ROW)];
  const exported = new Map(
    rows.map(({ groups = {} }) => {
      const { page = "", about = "" } = groups;
      const name = (groups["name"] ?? "").replaceAll("\\", "");
      const isType = /^(?:interfaces|type-aliases)\//u.test(page);
      const entry = { name, page: posix.join(folder, page), about: firstSentence(about), isType };
      return [name, entry] as const;
    }),
  );
  return specifier === CORE ? new Map([...exported, ...verbsOf(read)]) : exported;
}

/** Reads the methods of a memory, those of the root alone, too. */
function verbsOf(read: ReadSource): ReadonlyMap<string, Entry> {
  const entries = ["MemoryRoot", "Memory"].flatMap((type) => {
    const page = `core/interfaces/${type}.md`;
    const [, ...sections] = read(`${API}/${page}`).split(/^### /mu);
    return sections.map((section) => {
      const verb = /^\w+/u.exec(section)?.[0] ?? "";
      const about = /^```$\s+(?<text>[^#`\n][\s\S]*?)\n\n/mu.exec(section)?.groups?.["text"];
      return {
        name: `${verb}()`,
        page: `${page}#${verb.toLowerCase()}`,
        about: firstSentence(about ?? ""),
        isType: false,
      };
    });
  });
  return new Map(entries.map((entry) => [entry.name, entry]));
}

/** Splits a list of names. */
export function wordsOf(list: string): readonly string[] {
  return list.split(" ").filter((name) => name !== "");
}

function found(entries: ReadonlyMap<string, Entry>, name: string, where: string): Entry {
  const entry = entries.get(name);
  if (entry === undefined) throw new Error(`api-tasks.ts names ${name}, which ${where} has not`);
  return entry;
}

/** Writes tables and lists of names for a page of the reference. */
function writer(folder: string, types: "in the table" | "in a line") {
  const linkOf = ({ name, page }: Entry): string =>
    `[\`${name}\`](${posix.relative(folder, page)})`;
  return (entries: readonly Entry[]): string => {
    const shown = entries.filter(({ isType }) => !isType || types === "in the table");
    const named = entries.filter((entry) => !shown.includes(entry));
    const rows = shown.map((entry) => `| ${linkOf(entry)} | ${entry.about} |`);
    const table = rows.length === 0 ? [] : ["| Name | What it is |", "| --- | --- |", ...rows, ""];
    const line = named.length === 0 ? [] : [`Types: ${named.map(linkOf).join(", ")}.`, ""];
    return [...table, ...line].join("\n");
  };
}

/** Returns the names of a task in the entry points that count. */
function entriesOf(
  { names }: ApiTask,
  read: ReadSource,
  counts: (specifier: string) => boolean,
): readonly Entry[] {
  return Object.entries(names)
    .filter(([specifier]) => counts(specifier))
    .flatMap(([specifier, list]) => {
      const all = exportsOf(specifier, read);
      return wordsOf(list).map((name) => found(all, name, specifier));
    });
}

/**
 * Writes the index of the reference by what one does, in place of the one by alphabet.
 *
 * @param page - The page that typedoc wrote.
 * @param source - Its file; pages but the two indexes stay as they are.
 */
export function indexByTask(page: string, source: string, read: ReadSource): string {
  if (source === `${API}/README.md`) {
    const write = writer(".", "in a line");
    const sections = API_TASKS.map((task) => {
      const modules = Object.keys(task.names).map(
        (specifier) => `[${specifier}](${folderOf(specifier)}/README.md)`,
      );
      const from = `From ${modules.join(", ")}. [Guide](../${task.guide}).`;
      return `## ${task.title}\n\n${from}\n\n${write(entriesOf(task, read, () => true))}`;
    });
    const [, modules = ""] = page.split(/^## Modules$/mu);
    return `# API reference\n\n${sections.join("\n")}\n## All entry points\n${modules}`;
  }
  if (source !== `${API}/core/README.md`) return page;
  const write = writer("core", "in the table");
  const [head = ""] = page.split(/^## /mu);
  const sections = API_TASKS.filter(({ names }) => CORE in names).map((task) => {
    const entries = entriesOf(task, read, (specifier) => specifier === CORE);
    return `## ${task.title}\n\n[Guide](../../${task.guide})\n\n${write(entries)}`;
  });
  return `${head}${sections.join("\n")}`;
}
