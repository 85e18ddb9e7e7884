import type { Database } from "better-sqlite3";

import { Checkpoints } from "../operations/checkpoints.js";
import { DiskRoom } from "../operations/disk-room.js";
import { Maintenance } from "../operations/maintenance.js";
import type { MaintenanceQueues } from "../operations/maintenance.js";
import { runOnFile } from "../operations/run-on-file.js";
import { runOn } from "../operations/sql-runner.js";
import type { ResolvedOptions } from "../options.js";
import { Connection } from "../sql/connection.js";
import { DiskReserve } from "./disk-reserve.js";
import { openDatabase, openReader } from "./open-database.js";
import { OpenFiles } from "./open-files.js";
import { maintenancePragmas } from "./pragmas.js";
import { layoutGuard } from "./require-layout.js";

/** The connections of one store. */
export interface Connections {
  readonly writer: Connection;
  /**
   * Sees what is committed, also while the writer is in a transaction. The writer itself where
   * there can be no other.
   */
  readonly reader: Connection;
  /**
   * One more reader, for work that takes long; to be closed by whoever asked. `undefined` where
   * there can be no other.
   */
  readonly another: (() => Connection) | undefined;
  /** Does what concerns the whole file. */
  readonly maintenance: Maintenance;
  readonly checkpoints: Checkpoints;
  readonly files: OpenFiles;
  readonly room: DiskRoom;
}

/** Opens the database and as many connections to it as it allows. */
export async function openConnections(
  options: ResolvedOptions,
  queues: MaintenanceQueues,
): Promise<Connections> {
  const database = await openDatabase(options);
  const { busyTimeoutMs, durability } = options;
  const isLent = options.database !== undefined;
  const requireSameLayout = layoutGuard(database);
  const writer = new Connection(database, busyTimeoutMs, {
    isLent,
    beforeWrite: () => {
      requireSameLayout();
      room.begin();
    },
  });
  const file = fileOf(database);
  // The key of a handle is not ours to know, and a second SQLite in this process would end the
  // locks of the first.
  const isAlone = file === undefined || isLent;
  const sql = isAlone ? runOn(database) : runOnFile(file, maintenancePragmas(durability));
  const maintenance = new Maintenance(sql, queues, { file, busyTimeoutMs, isAlone });
  const checkpoints = new Checkpoints(maintenance, writer);
  const files = new OpenFiles(file);
  const room = new DiskRoom(writer, new DiskReserve(file));
  const shared = { writer, maintenance, checkpoints, files, room };
  if (isAlone) return { ...shared, reader: writer, another: undefined };
  const another = (): Connection => new Connection(openReader(database), busyTimeoutMs);
  try {
    return { ...shared, reader: another(), another };
  } catch (error) {
    writer.close();
    throw error;
  }
}

function fileOf(database: Database): string | undefined {
  const rows = database.pragma("database_list") as {
    readonly name: string;
    readonly file: string;
  }[];
  const file = rows.find(({ name }) => name === "main")?.file;
  return file === "" ? undefined : file;
}
