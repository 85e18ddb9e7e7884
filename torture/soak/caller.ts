import type { Memory, MemoryRecord } from "@kioku/core";

import { seededRandom } from "../seeded-random.ts";
import type { SeededRandom } from "../seeded-random.ts";
import type { SoakControl } from "./soak-options.ts";
import { noteWrong } from "./soak-report.ts";
import type { SoakReport } from "./soak-report.ts";

/** A record as it has to be. */
export interface Known {
  readonly content: string;
  readonly version: number;
  /** Word that no other record has; none of an entry under a key. */
  readonly word?: string;
}

/** Parts of a caller. */
interface CallerOptions {
  readonly number: number;
  readonly seed: number;
  readonly control: SoakControl | undefined;
  readonly report: SoakReport;
}

type Verb = (view: Memory) => Promise<void>;

/** Rather fewer records than that. */
const MOST_RECORDS = 300;
const KEYS = 12;
/** Writes of which the control loses one. */
const LOSS_EVERY = 10;
const PAGE = 50;
const WORDS = ["tea", "harbour", "violin", "winter", "invoice", "bicycle", "猫", "咖啡", "钥匙"];

/** One caller of the memory, in a scope of its own, who knows what there must be. */
export class Caller {
  readonly scope: readonly [string, string];
  /** Records that there must be, by id. */
  readonly known = new Map<string, Known>();
  readonly #options: CallerOptions;
  readonly #random: SeededRandom;
  readonly #verbs: readonly (readonly [string, number, Verb])[];
  #written = 0;

  constructor(options: CallerOptions) {
    this.#options = options;
    this.#random = seededRandom(options.seed, options.number);
    this.scope = ["soak", `caller ${options.number}`];
    this.#verbs = [
      ["remember", 26, (view) => this.#remember(view)],
      ["recall", 26, (view) => this.#recall(view)],
      ["update", 10, (view) => this.#update(view)],
      ["set", 8, (view) => this.#set(view)],
      ["read", 8, (view) => this.#read(view)],
      ["history", 4, (view) => this.#history(view)],
      ["context", 4, (view) => this.#context(view)],
      ["markUsed", 4, (view) => this.#markUsed(view)],
      ["list", 1, (view) => this.compare(view)],
    ];
  }

  /** Makes one call, and checks its answer. */
  async call(view: Memory): Promise<string> {
    const { report } = this.#options;
    const random = this.#random;
    // As many go as come.
    const forgets = random.chance(Math.max(0, (this.known.size / MOST_RECORDS - 0.5) * 0.5));
    const [name, verb] = forgets ? this.#removal() : this.#drawn();
    report.calls += 1;
    report.byVerb[name] = (report.byVerb[name] ?? 0) + 1;
    await verb(view);
    return name;
  }

  /** Compares all records of the scope with what they have to be. */
  async compare(view: Memory): Promise<void> {
    const found = new Set<string>();
    let cursor: string | undefined;
    do {
      const page = await view.list({ limit: PAGE, cursor });
      for (const record of page.items) {
        found.add(record.id);
        this.#check(record, "list");
      }
      ({ cursor } = page);
    } while (cursor !== undefined);
    for (const id of this.known.keys()) if (!found.has(id)) this.#wrong(`${id} is not listed`);
    this.#options.report.compared += this.known.size;
  }

  #drawn(): readonly [string, Verb] {
    const all = this.#verbs.reduce((sum, [, weight]) => sum + weight, 0);
    let left = this.#random.below(all);
    for (const [name, weight, verb] of this.#verbs) {
      if (left < weight) return [name, verb];
      left -= weight;
    }
    throw new Error("no verb is drawn");
  }

  #removal(): readonly [string, Verb] {
    return this.#random.chance(0.01)
      ? ["erase", (view) => this.#erase(view)]
      : ["forget", (view) => this.#forget(view)];
  }

  async #remember(view: Memory): Promise<void> {
    const input = { ...this.#text(), importance: this.#random.next(), dedupe: "off" as const };
    const idempotencyKey = this.#random.chance(0.2) ? `once ${this.#written}` : undefined;
    const receipt = await view.remember({ ...input, idempotencyKey });
    if (receipt.status !== "stored") return this.#wrong(`remember says ${receipt.status}`);
    const { id, content, version } = receipt.record;
    if (content !== input.content) this.#wrong(`remember has stored another text as ${id}`);
    this.known.set(id, { content, version, word: input.metadata.word });
    if (idempotencyKey !== undefined) {
      const again = await view.remember({ ...input, idempotencyKey });
      const isSame = again.status !== "rejected" && again.record.id === id;
      if (!isSame) this.#wrong(`${id} was written again with one idempotency key`);
    }
    const loses = this.#options.control === "loss" && this.#written % LOSS_EVERY === 0;
    if (loses) await view.forget(id, { purge: true });
  }

  async #recall(view: Memory): Promise<void> {
    const one = this.#one(true);
    if (one === undefined) return;
    const [id, { content, word = "" }] = one;
    const mode = this.#random.pick(["hybrid", "keyword", "semantic"] as const);
    const hits = await view.recall({ query: mode === "semantic" ? content : word, mode });
    for (const hit of hits) this.#check(hit, "recall");
    if (!hits.some((hit) => hit.id === id)) this.#wrong(`${id} is not recalled by ${mode}`);
    if (mode === "keyword" && hits.length > 1) this.#wrong(`a word of ${id} recalls others, too`);
  }

  async #update(view: Memory): Promise<void> {
    const one = this.#one(true);
    if (one === undefined) return;
    const [id, { content, version, word = "" }] = one;
    const text = this.#random.chance(0.5) ? undefined : `${word} ${this.#words()}`;
    const patch = text === undefined ? { importance: this.#random.next() } : { content: text };
    const record = await view.update(id, patch);
    this.known.set(id, { content: text ?? content, version: version + 1, word });
    this.#check(record, "update");
  }

  async #set(view: Memory): Promise<void> {
    const key = `key ${this.#random.below(KEYS)}`;
    const value = { number: (this.#written += 1), text: this.#words() };
    const { id, content, version } = await view.set(key, value);
    const before = this.known.get(id)?.version ?? 0;
    if (version !== before + 1) this.#wrong(`${key} has version ${version} after ${before}`);
    this.known.set(id, { content, version });
    const found = await view.get(key);
    if (JSON.stringify(found) !== JSON.stringify(value)) this.#wrong(`${key} has another value`);
  }

  async #read(view: Memory): Promise<void> {
    const one = this.#one();
    if (one === undefined) return;
    const record = await view.read(one[0]);
    if (record === undefined) this.#wrong(`${one[0]} is gone`);
    else this.#check(record, "read");
  }

  async #history(view: Memory): Promise<void> {
    const one = this.#one();
    if (one === undefined) return;
    const [id, { version }] = one;
    const { length } = await view.history(id);
    if (length !== version) this.#wrong(`${id} has ${length} versions instead of ${version}`);
  }

  async #context(view: Memory): Promise<void> {
    const { included } = await view.context(this.#words(), { budget: 400 });
    for (const { memory } of included) this.#check(memory, "context");
  }

  async #markUsed(view: Memory): Promise<void> {
    const one = this.#one();
    if (one === undefined) return;
    const marked = await view.markUsed(one[0]);
    if (marked !== 1) this.#wrong(`${one[0]} cannot be marked as used`);
  }

  async #forget(view: Memory): Promise<void> {
    const [id] = this.#one() ?? [""];
    this.known.delete(id);
    const forgotten = await view.forget(id, { purge: true });
    if (forgotten !== 1) this.#wrong(`${id} cannot be forgotten`);
  }

  async #erase(view: Memory): Promise<void> {
    const [id] = this.#one() ?? [""];
    this.known.delete(id);
    const { records } = await view.erase(id);
    if (records.length !== 1) this.#wrong(`${id} cannot be erased`);
    if ((await view.read(id)) !== undefined) this.#wrong(`${id} can be read after its erasure`);
  }

  /** Draws a record that there must be; of notes only, if said so. */
  #one(isNote = false): readonly [string, Known] | undefined {
    const all = [...this.known].filter(([, { word }]) => !isNote || word !== undefined);
    return all.length === 0 ? undefined : this.#random.pick(all);
  }

  #check({ id, content, version, scope }: MemoryRecord, verb: string): void {
    const known = this.known.get(id);
    if (scope.join("/") !== this.scope.join("/")) this.#wrong(`${verb} shows ${scope.join("/")}`);
    else if (known === undefined) this.#wrong(`${verb} shows ${id}, which is gone`);
    else if (known.content !== content || known.version !== version)
      this.#wrong(`${verb} shows ${id} in another version`);
  }

  #text(): { readonly content: string; readonly metadata: { readonly word: string } } {
    this.#written += 1;
    const word = `zq${this.#options.number}x${this.#written}zq`;
    return { content: `${word} ${this.#words()}`, metadata: { word } };
  }

  #words(): string {
    return Array.from({ length: 4 + this.#random.below(30) }, () => this.#random.pick(WORDS)).join(
      " ",
    );
  }

  #wrong(problem: string): void {
    const { seed, report } = this.#options;
    noteWrong(report, `seed ${seed}, call ${report.calls}, ${this.scope.join("/")}: ${problem}`);
  }
}
