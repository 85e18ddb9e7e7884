import { existsSync } from "node:fs";
import { join } from "node:path";

import { MemoryError } from "@kioku/core";
import type { MemoryRoot } from "@kioku/core";
import type { SqliteStore } from "@kioku/store-sqlite";
import { createBackup, publishTombstones, restoreBackup } from "kioku/backup";
import type { ObjectStore } from "kioku/backup";

import { seededRandom } from "../seeded-random.ts";
import type { SeededRandom } from "../seeded-random.ts";
import type { BackupEvent, BackupOrder } from "./backup-order.ts";
import { addState, openChanging, readStates, stateOf } from "./memory-state.ts";
import { mortalObjects } from "./mortal-objects.ts";
import { openPlace } from "./open-place.ts";

/** Records are erased, forgotten and updated rather than added from so many on. */
const MOST_RECORDS = 30;
const DATABASE = "torture";
/** Most changes during a backup. */
const MOST_CHANGES = 6;
/** Most of them keep fewer backups than are made. */
const KEEPS = ["3h", "2h,1d", "1d"];

/** Changes a memory, backs it up, restores it and erases from it until the process is killed. */
export async function liveAndBackUp(
  order: BackupOrder,
  tell: (event: BackupEvent) => void,
): Promise<never> {
  const life = new BackupLife(order, tell);
  for (;;) await life.goOn();
}

class BackupLife {
  readonly #order: BackupOrder;
  readonly #tell: (event: BackupEvent) => void;
  readonly #random: SeededRandom;
  readonly #memory: MemoryRoot;
  readonly #sqlite: SqliteStore;
  readonly #objects: ObjectStore;
  readonly #clock: () => Date;
  #states: number;
  #restores = 0;
  #written = 0;
  #unpublished: string[] = [];

  constructor(order: BackupOrder, tell: (event: BackupEvent) => void) {
    this.#order = order;
    this.#tell = tell;
    this.#random = seededRandom(order.seed);
    const begunAt = performance.now();
    this.#clock = () => new Date(order.nowMs + (performance.now() - begunAt));
    const { memory, sqlite } = openChanging(order.database, this.#clock);
    this.#memory = memory;
    this.#sqlite = sqlite;
    this.#states = readStates(order.states).length;
    this.#objects = mortalObjects(openPlace(order.place), {
      death: order.death,
      control: order.control,
      onCall: (call) => {
        if (call === 1) tell({ type: "began" });
      },
    });
  }

  /** Changes the memory a little, and does one thing with backups. */
  async goOn(): Promise<void> {
    const random = this.#random;
    for (let left = 1 + random.below(4); left > 0; left -= 1) await this.#change();
    const drawn = random.next();
    const task =
      drawn < 0.5
        ? this.#backUp()
        : drawn < 0.7
          ? this.#publish()
          : drawn < 0.9
            ? this.#restore()
            : this.#restoreOver();
    try {
      await task;
    } catch (error) {
      if (!MemoryError.is(error)) throw error;
      this.#tell({ type: "failed", code: error.code });
    }
  }

  async #backUp(): Promise<void> {
    const { stagingFolder, key } = this.#order;
    const from = this.#states;
    const published = [...this.#unpublished];
    let isOver = false;
    const changing = this.#random.chance(0.5) ? this.#changeUntil(() => isOver) : undefined;
    try {
      const made = await createBackup({
        objects: this.#objects,
        database: DATABASE,
        memory: this.#memory,
        sqlite: this.#sqlite,
        clock: this.#clock,
        stagingFolder,
        key,
        keep: this.#random.chance(0.8) ? this.#random.pick(KEEPS) : undefined,
      });
      const { id, isResumed, removed } = made;
      this.#tell({ type: "backup", id, from, isResumed, removed: removed.length });
      this.#havePublished(published);
    } finally {
      isOver = true;
      await changing;
    }
  }

  async #publish(): Promise<void> {
    const published = [...this.#unpublished];
    await publishTombstones({
      objects: this.#objects,
      database: DATABASE,
      memory: this.#memory,
      clock: this.#clock,
      key: this.#order.key,
    });
    this.#havePublished(published);
  }

  async #restore(): Promise<void> {
    this.#restores += 1;
    const to = join(this.#order.targets, `${this.#order.seed}-${this.#restores}.db`);
    await restoreBackup({ ...this.#restoring(), to });
    this.#tell(
      existsSync(to)
        ? { type: "restored" }
        : { type: "broken", problem: `a restore says that it is done, but ${to} is not there` },
    );
  }

  async #restoreOver(): Promise<void> {
    const to = join(this.#order.targets, "taken.db");
    try {
      await restoreBackup({ ...this.#restoring(), to });
      this.#tell({ type: "broken", problem: `a restore over ${to} was not refused` });
    } catch (error) {
      if (!MemoryError.is(error, "conflict")) throw error;
    }
  }

  #restoring() {
    const { stagingFolder, key } = this.#order;
    return { objects: this.#objects, clock: this.#clock, stagingFolder, key };
  }

  #havePublished(ids: readonly string[]): void {
    this.#unpublished = this.#unpublished.filter((id) => !ids.includes(id));
    this.#tell({ type: "published", ids });
  }

  async #changeUntil(isOver: () => boolean): Promise<void> {
    for (let left = MOST_CHANGES; left > 0 && !isOver(); left -= 1) await this.#change();
  }

  /** One change in one transaction, and the state after it. */
  async #change(): Promise<void> {
    const random = this.#random;
    const { items } = await this.#memory.list({ limit: 100 });
    const one = items.length === 0 ? undefined : random.pick(items);
    const drawn = random.next() + (items.length > MOST_RECORDS ? 0.4 : 0);
    this.#written += 1;
    const marker = `marker${this.#order.seed}x${this.#written}x`;
    if (one === undefined || drawn < 0.5) {
      const text = `${marker} ${random.pick(["tea", "coffee", "mint"])} number ${random.below(1_000)}`;
      await this.#memory.remember(text, { actor: "torture" });
    } else if (drawn < 0.7) {
      await this.#memory.update(one.id, { importance: random.next() });
    } else if (drawn < 0.8) {
      await this.#memory.forget(one.id);
    } else {
      const word = /^marker\w+/u.exec(one.content)?.[0] ?? marker;
      this.#tell({ type: "erasing", records: [{ id: one.id, marker: word }] });
      await this.#memory.erase(one.id);
      this.#unpublished.push(one.id);
    }
    addState(this.#order.states, await stateOf(this.#memory));
    this.#states += 1;
  }
}
