import { RecordManager } from "@langchain/core/indexing";
import type { ListKeyOptions, UpdateOptions } from "@langchain/core/indexing";

interface Entry {
  readonly at: number;
  readonly group: string | null;
}

/**
 * A record manager of LangChain's indexing API that keeps its keys in a map; its time goes on with
 * every call.
 */
export class RecordList extends RecordManager {
  override lc_namespace = ["test", "record-list"];
  private readonly entries = new Map<string, Entry>();
  private time = 0;

  override async createSchema(): Promise<void> {
    await Promise.resolve();
  }

  override async getTime(): Promise<number> {
    this.time += 1;
    return this.time;
  }

  override async update(keys: string[], { groupIds }: UpdateOptions = {}): Promise<void> {
    const at = await this.getTime();
    for (const [index, key] of keys.entries()) {
      const group = groupIds?.[index] ?? this.entries.get(key)?.group ?? null;
      this.entries.set(key, { at, group });
    }
  }

  override async exists(keys: string[]): Promise<boolean[]> {
    return keys.map((key) => this.entries.has(key));
  }

  override async listKeys(options: ListKeyOptions = {}): Promise<string[]> {
    const { before = Infinity, after = -Infinity, groupIds, limit } = options;
    const found = [...this.entries].filter(
      ([, { at, group }]) => at < before && at > after && (!groupIds || groupIds.includes(group)),
    );
    return found.slice(0, limit).map(([key]) => key);
  }

  override async deleteKeys(keys: string[]): Promise<void> {
    for (const key of keys) this.entries.delete(key);
  }
}
