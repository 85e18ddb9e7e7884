import { mkdirSync } from "node:fs";
import { join } from "node:path";

import { createMemory } from "@kioku/core";
import { sqliteStore } from "@kioku/store-sqlite";

import { wholeFile } from "../crash/whole-file.ts";
import { seededRandom, type SeededRandom } from "../seeded-random.ts";
import { ServedProcess } from "./served-process.ts";

/** Options of `mcpKills`. */
export interface McpKillsOptions {
  readonly rounds: number;
  /** Memories that each of two processes writes at once, before the kills. */
  readonly together: number;
  readonly seed: number;
  readonly directory: string;
  /** Count a memory as acknowledged as soon as it is sent; this has to be found. */
  readonly acknowledgesEarly?: boolean;
  readonly onProgress?: (done: number, total: number) => void;
}

/** Counts of killing servers of MCP again and again. */
export interface McpReport {
  /** Servers that were killed while they were remembering. */
  rounds: number;
  /** Memories that were acknowledged, by those that were killed and by those beside them. */
  acknowledged: number;
  /** Of these, the memories that two processes wrote at once without a kill. */
  together: number;
  /** Requests that a kill left without an answer. */
  unanswered: number;
  /** Of these, the memories that are there all the same. */
  unacknowledged: number;
  /** Acknowledged memories that are not there as they were sent. */
  lost: number;
  /** Memories that are there twice, or that nobody sent. */
  foreign: number;
  /** Problems of the file. */
  corrupt: number;
  readonly defects: string[];
}

/** Requests that a server has at once. */
const WINDOW = 8;
const MOST_ACKNOWLEDGED = 40;
const MOST_DEFECTS = 10;

/**
 * Has two processes of `kioku serve mcp` remember in one file at once, then kills one of them while
 * both remember, again and again, and checks after each kill that everything is there that was
 * acknowledged.
 */
export async function mcpKills(options: McpKillsOptions): Promise<McpReport> {
  const { rounds, together, seed, directory, acknowledgesEarly = false, onProgress } = options;
  mkdirSync(directory, { recursive: true });
  const path = join(directory, "memory.db");
  const book = new Book(path, acknowledgesEarly);
  const survivor = new ServedProcess(path, directory);
  let other = new ServedProcess(path, directory);
  try {
    await Promise.all([survivor.start(), other.start()]);
    const counts = [survivor, other].map(async (server, index) =>
      book.write(server, { prefix: `desk ${index}`, most: together }),
    );
    const [first = 0, second = 0] = await Promise.all(counts);
    book.report.together = first + second;
    await book.check(`seed ${seed}, together`);
    for (let round = 1; round <= rounds; round += 1) {
      const random = seededRandom(seed, round);
      const prefix = `round ${round}`;
      const beside = book.write(survivor, { prefix: `${prefix} beside`, most: 3 });
      await book.write(other, { prefix, most: Infinity, killAt: killAt(random) });
      await beside;
      book.report.rounds += 1;
      await book.check(`seed ${seed}, ${prefix}, file ${path}`);
      onProgress?.(round, rounds);
      if (book.report.defects.length >= MOST_DEFECTS || round === rounds) break;
      other = new ServedProcess(path, directory);
      await other.start();
    }
    const complaint = await survivor.end();
    if (complaint !== "") book.fail(`a server wrote ${complaint}`);
    await book.check(`seed ${seed}, end, file ${path}`);
    return book.report;
  } finally {
    for (const server of [survivor, other]) server.kill();
  }
}

function killAt(random: SeededRandom): number {
  return 1 + random.below(MOST_ACKNOWLEDGED);
}

interface Writing {
  readonly prefix: string;
  readonly most: number;
  /** Kill after so many answers. */
  readonly killAt?: number;
}

/** Record of what was sent and acknowledged, and of what is wrong with the file. */
class Book {
  readonly report: McpReport = {
    rounds: 0,
    acknowledged: 0,
    together: 0,
    unanswered: 0,
    unacknowledged: 0,
    lost: 0,
    foreign: 0,
    corrupt: 0,
    defects: [],
  };
  readonly #path: string;
  readonly #acknowledgesEarly: boolean;
  /** Contents that must be there. */
  readonly #acknowledged = new Set<string>();
  /** Contents that may be there. */
  readonly #sent = new Set<string>();

  constructor(path: string, acknowledgesEarly: boolean) {
    this.#path = path;
    this.#acknowledgesEarly = acknowledgesEarly;
  }

  /** Remembers some at once, until enough are acknowledged or the server is killed. */
  async write(server: ServedProcess, { prefix, most, killAt: kill }: Writing): Promise<number> {
    let begun = 0;
    let answered = 0;
    let isKilled = false;
    const lane = async (): Promise<void> => {
      while (begun < most && !isKilled) {
        begun += 1;
        const content = `${prefix}, note ${begun}: box ${begun * 7919} is on shelf ${begun % 97}`;
        this.#sent.add(content);
        if (this.#acknowledgesEarly) this.#acknowledged.add(content);
        const kept = await server.remember(content);
        if (kept === undefined) {
          this.report.unanswered += 1;
          return;
        }
        if (kept.problem === undefined) this.#acknowledged.add(content);
        else this.fail(`"${content}" ${kept.problem}`);
        answered += 1;
        if (answered !== kill) continue;
        isKilled = true;
        server.kill();
      }
    };
    await Promise.all(Array.from({ length: WINDOW }, lane));
    return answered;
  }

  /** Compares the file with what was acknowledged. */
  async check(where: string): Promise<void> {
    const found = await contentsOf(this.#path);
    const unique = new Set(found);
    const lost = [...this.#acknowledged].filter((content) => !unique.has(content));
    const foreign = found.length - [...unique].filter((content) => this.#sent.has(content)).length;
    const { torn, corrupt } = wholeFile(this.#path);
    this.report.acknowledged = this.#acknowledged.size;
    this.report.unacknowledged = [...unique].filter(
      (content) => !this.#acknowledged.has(content),
    ).length;
    this.report.lost = Math.max(this.report.lost, lost.length);
    this.report.foreign = Math.max(this.report.foreign, foreign);
    this.report.corrupt += torn.length + corrupt.length;
    if (lost.length > 0) this.fail(`${where}: ${lost.length} lost, "${lost[0]}"`);
    if (foreign > 0) this.fail(`${where}: ${foreign} are there twice, or were not sent`);
    for (const problem of [...torn, ...corrupt]) this.fail(`${where}: ${problem}`);
  }

  /** Notes a defect in words. */
  fail(words: string): void {
    if (this.report.defects.length < MOST_DEFECTS) this.report.defects.push(words);
  }
}

/** Returns the contents of all memories that were remembered, as a program that opens the file. */
async function contentsOf(path: string): Promise<readonly string[]> {
  await using memory = createMemory({ store: sqliteStore({ path }) });
  const contents: string[] = [];
  let cursor: string | undefined;
  do {
    const page = await memory.list({ kinds: ["note"], limit: 1000, cursor });
    contents.push(...page.items.map(({ content }) => content));
    ({ cursor } = page);
  } while (cursor !== undefined);
  return contents;
}
