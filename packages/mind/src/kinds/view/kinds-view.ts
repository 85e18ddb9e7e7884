import type { CallOptions, Memory, Receipt, WriteOptions } from "@kioku/core";
import { MemoryError } from "@kioku/core";
import { invalidInput } from "@kioku/core/toolkit";

import { retryConflicts } from "../../records/conflicts.js";
import type { AbsorbOptions, AbsorbReport } from "../api/managers.js";
import type {
  CoreBlock,
  FoundItem,
  KindContext,
  KindContextOptions,
  KindItem,
  KindSearch,
  KindWriteOptions,
  MemoryKinds,
} from "../api/memory-kinds.js";
import type { RotateOptions, VaultCapability } from "../api/vault.js";
import { type KindPlan, writePlans } from "../changes/kind-plan.js";
import { type BlockChange, planBlock } from "../changes/plan-block.js";
import { checkIds, planInsert, planMerge, planReplace } from "../changes/plan-items.js";
import { absorb } from "../managers/absorb.js";
import type { GivenFields, ItemKind } from "../model/kind-fields.js";
import type { KindHost } from "../model/kind-host.js";
import { readBlocks } from "../records/block-record.js";
import { recordToItem } from "../records/item-record.js";
import { listItems, readItems } from "../records/read-items.js";
import { makeKindContext } from "../retrieval/make-context.js";
import { checkSearch } from "../search/check-search.js";
import { searchItems } from "../search/search-items.js";
import { reveal } from "../vault/reveal.js";
import { rotate } from "../vault/rotate.js";
import {
  checkKind,
  checkListing,
  checkReading,
  checkStretch,
  checkWriting,
} from "./check-calls.js";

/** Most events of a stretch of time. */
const MAX_EVENTS = 50;

/** The six kinds of one scope. */
export class KindsView implements MemoryKinds {
  readonly #host: KindHost;
  readonly #hostOf: (memory: Memory) => KindHost;

  constructor(host: KindHost, hostOf: (memory: Memory) => KindHost) {
    this.#host = host;
    this.#hostOf = hostOf;
  }

  get memory(): Memory {
    return this.#host.whole;
  }

  scope(...path: readonly [string, ...string[]]): MemoryKinds {
    return new KindsView(this.#hostOf(this.memory.scope(...path)), this.#hostOf);
  }

  async blocks(options: CallOptions = {}): Promise<readonly CoreBlock[]> {
    const stored = await readBlocks(this.#host, checkReading(options));
    return stored.map(({ block }) => block);
  }

  async append(label: string, text: string, options: KindWriteOptions = {}): Promise<CoreBlock> {
    return this.#changeBlock({ operation: "append", label, text }, options);
  }

  async rewrite(label: string, text: string, options: KindWriteOptions = {}): Promise<CoreBlock> {
    return this.#changeBlock({ operation: "rewrite", label, text }, options);
  }

  async insert<K extends ItemKind>(
    kind: K,
    items: readonly GivenFields[K][],
    options: KindWriteOptions = {},
  ): Promise<readonly Receipt[]> {
    const asked = { kind: checkKind(kind), items };
    const writing = checkWriting(options);
    return retryConflicts(async () => {
      return this.#write(await planInsert(this.#host, asked, writing), writing);
    });
  }

  async replace<K extends ItemKind>(
    kind: K,
    change: { readonly ids: readonly string[]; readonly items: readonly GivenFields[K][] },
    options: KindWriteOptions = {},
  ): Promise<readonly Receipt[]> {
    const writing = checkWriting(options);
    const asked = { ...change, kind: checkKind(kind) };
    return this.#write(await planReplace(this.#host, asked, writing), writing);
  }

  async merge(
    id: string,
    text: Pick<GivenFields["episodic"], "summary" | "details">,
    options: KindWriteOptions = {},
  ): Promise<KindItem<"episodic">> {
    const writing = checkWriting(options);
    const plan = await planMerge(this.#host, { id, text }, writing);
    const [receipt] = await this.#write(plan, writing);
    const item = receipt && "record" in receipt && recordToItem("episodic", receipt.record);
    if (!item) throw new MemoryError("store-failed", "memory gave no receipt for an event");
    return item;
  }

  async read<K extends ItemKind>(
    kind: K,
    ids: readonly string[],
    options: CallOptions = {},
  ): Promise<readonly KindItem<K>[]> {
    const asked = { kind: checkKind(kind), ids: checkIds(ids, "ids") };
    return readItems(this.#host, asked, checkReading(options));
  }

  async list<K extends ItemKind>(
    kind: K,
    options: CallOptions & { readonly limit?: number | undefined } = {},
  ): Promise<readonly KindItem<K>[]> {
    const limit = checkListing(options);
    return listItems(this.#host, { kind: checkKind(kind), limit }, options);
  }

  async search(query: KindSearch, options: CallOptions = {}): Promise<readonly FoundItem[]> {
    return searchItems(this.#host.memory, checkSearch(query), checkReading(options));
  }

  async between(
    from: Date,
    to: Date,
    options: CallOptions = {},
  ): Promise<readonly KindItem<"episodic">[]> {
    const stretch = checkStretch(from, to);
    const filter = { "@occurredAt": { $gte: stretch.from, $lte: stretch.to } };
    const asked = { kind: "episodic", filter, limit: MAX_EVENTS + 1 } as const;
    const events = await listItems(this.#host, asked, checkReading(options));
    if (events.length > MAX_EVENTS) {
      throw invalidInput("stretch of time", `one of at most ${MAX_EVENTS} events; ask for less`);
    }
    return events.toReversed().toSorted((a, b) => instantOf(a) - instantOf(b));
  }

  async context(
    said: string | readonly string[],
    options: KindContextOptions = {},
  ): Promise<KindContext> {
    return makeKindContext(this.#host, said, options);
  }

  async absorb(options: AbsorbOptions = {}): Promise<AbsorbReport> {
    return absorb(this.#host, options);
  }

  async reveal(
    id: string,
    capability: VaultCapability,
    options: WriteOptions = {},
  ): Promise<string> {
    return reveal(this.#host, { id, capability }, options);
  }

  async rotate(options: RotateOptions = {}): Promise<number> {
    return rotate(this.#host, options);
  }

  /** Appends again if somebody else did; a rewrite is of what was read. */
  async #changeBlock(change: BlockChange, options: KindWriteOptions): Promise<CoreBlock> {
    const writing = checkWriting(options);
    const write = async (): Promise<CoreBlock> => {
      const { plan, block } = await planBlock(this.#host, change, writing);
      await this.#write(plan, writing);
      return block;
    };
    return change.operation === "append" ? retryConflicts(write) : write();
  }

  async #write(plan: KindPlan, options: KindWriteOptions): Promise<readonly Receipt[]> {
    const [receipts = []] = await writePlans(this.#host, { plans: [plan] }, options);
    return receipts;
  }
}

function instantOf({ record }: KindItem): number {
  return (record.occurredAt ?? record.createdAt).getTime();
}
