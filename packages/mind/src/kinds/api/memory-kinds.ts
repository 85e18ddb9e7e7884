import type {
  CallOptions,
  JsonObject,
  Memory,
  MemoryRecord,
  Origin,
  PromptContext,
  PromptOptions,
  Receipt,
  TextModel,
  WriteOptions,
} from "@kioku/core";

import type { GivenFields, ItemKind, ShownFields } from "../model/kind-fields.js";
import type { AbsorbOptions, AbsorbReport } from "./managers.js";
import type { RotateOptions, Vault, VaultCapability } from "./vault.js";

/** Settings of the six kinds, for any memory. */
export interface KindSettings {
  /** Keys of the vault. @defaultValue none: the vault takes no secrets */
  readonly vault?: Vault | undefined;
  /** Names the topic, and the managers' model. @defaultValue none: rules choose the topic */
  readonly model?: TextModel | undefined;
  /** Characters that a core block takes, 100 to 100,000. @defaultValue 5000 */
  readonly blockLimit?: number | undefined;
  /** @defaultValue `() => new Date()`; give the memory's own */
  readonly clock?: (() => Date) | undefined;
}

/** Options of `createKinds`. */
export interface KindsOptions extends KindSettings {
  /** Where the items are kept: a memory, a mind, or a view of one. */
  readonly memory: Memory;
}

/** Options of writes, and facts about where the items come from. */
export interface KindWriteOptions extends WriteOptions {
  /** @defaultValue `"assistant"` */
  readonly origin?: Origin | undefined;
  /** 0 to 1. @defaultValue 1 */
  readonly trust?: number | undefined;
  /** Ids in this scope that the items were made of; erasing these erases the items. */
  readonly sources?: readonly string[] | undefined;
  /** Own fields of the host, for filters. @defaultValue those that all replaced items have */
  readonly filterTags?: JsonObject | undefined;
}

/** A block of core memory, which is part of every context. */
export interface CoreBlock {
  /** `persona`, `human`, or another name of the host's. */
  readonly label: string;
  /** Its text; empty if nothing was written. */
  readonly value: string;
  /** Most characters. */
  readonly limit: number;
  /** Present from 75 % of the limit on: `getting-full`, from 90 %: `nearly-full`. */
  readonly warning?: "getting-full" | "nearly-full";
}

/** An item of one of the five kinds that have items. */
export interface KindItem<K extends ItemKind = ItemKind> {
  /** Id of its record. It stays when the item is merged. */
  readonly id: string;
  /** Its kind. */
  readonly kind: K;
  /** Its fields, by MIRIX's names. */
  readonly fields: ShownFields[K];
  /** Own fields of the host. */
  readonly filterTags: JsonObject;
  /** When it was last changed, and how. */
  readonly lastModify: {
    /** When. */
    readonly timestamp: Date;
    /** Name of the change, such as `insert` or `merge`. */
    readonly operation: string;
  };
  /** The record that holds it. A secret is in it in encrypted form. */
  readonly record: MemoryRecord;
}

/** An item that a search found. */
export interface FoundItem<K extends ItemKind = ItemKind> {
  /** The item. */
  readonly item: KindItem<K>;
  /** 0 to 1, more is better. */
  readonly score: number;
}

/** Query of `search`. */
export interface KindSearch {
  /** Kind to search. @defaultValue `"all"` */
  readonly kind?: ItemKind | "all" | undefined;
  /** Words or a question. Not blank. */
  readonly query: string;
  /** Field to search, by its name. @defaultValue that of MIRIX for the kind; with `all`: each */
  readonly field?: string | undefined;
  /**
   * By keywords or by meaning. `content` of resources is searched by keywords only, and
   * `secret_value` never. @defaultValue `bm25` for resources and the vault, else `embedding`
   */
  readonly method?: "bm25" | "embedding" | undefined;
  /** 1 to 100, for each kind. @defaultValue 10 */
  readonly limit?: number | undefined;
  /** Only items with these tags of the host. */
  readonly filterTags?: JsonObject | undefined;
}

/** Options of `context`. */
export interface KindContextOptions extends PromptOptions, CallOptions {
  /** Chooses the topic by rule or by the model. @defaultValue `model` if there is one */
  readonly topic?: "rule" | "model" | undefined;
  /** Most items of each kind, 1 to 100. @defaultValue 10 */
  readonly limit?: number | undefined;
}

/** A context, and the topic that it was made for. */
export interface KindContext extends PromptContext {
  /** The topic; empty if there was nothing to go by. */
  readonly topic: string;
}

/**
 * The six kinds of MIRIX over one scope of a memory: core, episodic, semantic, procedural and
 * resource memory, and the vault. All writes are atomic: they do everything or nothing.
 */
export interface MemoryKinds {
  /** The memory that holds the items. */
  readonly memory: Memory;
  /** Returns the kinds of a scope below this one. */
  scope(...path: readonly [string, ...string[]]): MemoryKinds;
  /** Returns the blocks of core memory, `persona` and `human` first. */
  blocks(options?: CallOptions): Promise<readonly CoreBlock[]>;
  /** Adds a line to a block. @throws `invalid-input` if it would be too long. */
  append(label: string, text: string, options?: KindWriteOptions): Promise<CoreBlock>;
  /** Replaces a block. @throws `invalid-input` if it is too long. */
  rewrite(label: string, text: string, options?: KindWriteOptions): Promise<CoreBlock>;
  /** Inserts items; one that is there already with the same fields gives `duplicate`. */
  insert<K extends ItemKind>(
    kind: K,
    items: readonly GivenFields[K][],
    options?: KindWriteOptions,
  ): Promise<readonly Receipt[]>;
  /**
   * Ends items and inserts others in their place, in one write; without new items it only ends. The
   * ended ones stay in history. @throws `not-found` for an id that is no item of the kind;
   * `conflict` if somebody else changed one meanwhile; `untrusted`.
   */
  replace<K extends ItemKind>(
    kind: K,
    change: { readonly ids: readonly string[]; readonly items: readonly GivenFields[K][] },
    options?: KindWriteOptions,
  ): Promise<readonly Receipt[]>;
  /** Rewrites summary and details of an event, which keeps its id. @throws as `replace` */
  merge(
    id: string,
    text: Pick<GivenFields["episodic"], "summary" | "details">,
    options?: KindWriteOptions,
  ): Promise<KindItem<"episodic">>;
  /** Returns the items of these ids that are there, in order. */
  read<K extends ItemKind>(
    kind: K,
    ids: readonly string[],
    options?: CallOptions,
  ): Promise<readonly KindItem<K>[]>;
  /** Returns the items of a kind, the newest first: 1 to 1,000, by default 100. */
  list<K extends ItemKind>(
    kind: K,
    options?: CallOptions & { readonly limit?: number | undefined },
  ): Promise<readonly KindItem<K>[]>;
  /** Finds items by one field. */
  search(query: KindSearch, options?: CallOptions): Promise<readonly FoundItem[]>;
  /** Returns the events of a stretch of time, oldest first. @throws `invalid-input` for over 50 */
  between(from: Date, to: Date, options?: CallOptions): Promise<readonly KindItem<"episodic">[]>;
  /** Recalls for the topic of what was said last: all blocks, and the items of each kind. */
  context(said: string | readonly string[], options?: KindContextOptions): Promise<KindContext>;
  /** Asks a manager for each kind that what waits concerns what to write, all at once. */
  absorb(options?: AbsorbOptions): Promise<AbsorbReport>;
  /**
   * Returns a secret, and writes down that it was read. @throws `not-found`; `invalid-input` for a
   * capability that does not reach it; `store-failed` if it was changed or moved.
   */
  reveal(id: string, capability: VaultCapability, options?: WriteOptions): Promise<string>;
  /**
   * Encrypts all secrets at and below this scope with the current key, drops their earlier
   * versions, and returns their number. The next call goes on where a stopped one ended.
   * @throws `store-failed` in the end if some could not be opened or written.
   */
  rotate(options?: RotateOptions): Promise<number>;
}
