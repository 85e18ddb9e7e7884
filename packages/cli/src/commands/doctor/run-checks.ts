import type { Call } from "../../command/call.js";
import { CliError } from "../../command/cli-error.js";
import { readConfiguration } from "../../config/configuration.js";
import { settingsOf } from "../../config/load-settings.js";
import type { Settings } from "../../config/settings.js";
import { failureOf } from "../../output/failure.js";
import { isServer } from "../../wire/create-store.js";
import { checkBackups } from "./check-backups.js";
import { checkConfiguration } from "./check-configuration.js";
import { checkFile } from "./check-file.js";
import { checkDisk, checkNode, findHolders } from "./check-machine.js";
import { checkMemory } from "./check-memory.js";
import { checkChatModel, checkEmbedder } from "./check-models.js";
import { findingsOf } from "./finding.js";
import type { Finding } from "./finding.js";

/** Checks one thing after the other, and yields what it finds. */
export async function* runChecks(call: Call, deep: boolean): AsyncGenerator<Finding> {
  const { host, flags } = call;
  yield checkNode();
  const configuration = await readConfiguration(host, flags);
  yield* checkConfiguration(configuration, host.env);
  let settings: Settings;
  try {
    settings = settingsOf(configuration);
  } catch (error) {
    if (!(error instanceof CliError)) throw error;
    const { problem } = findingsOf("configuration");
    const isKnown = configuration.problems.includes(error);
    if (!isKnown) yield problem(error.message, error.hint ?? 'see "kioku config"');
    return;
  }
  yield* checkDatabase(call, settings, deep);
  yield await checkEmbedder(settings, host);
  yield* await checkChatModel(settings, host);
  yield* await checkBackups(settings, host);
}

async function* checkDatabase(
  { host, signal }: Call,
  settings: Settings,
  deep: boolean,
): AsyncGenerator<Finding> {
  const { database } = settings;
  if (!isServer(database)) {
    const file = await checkFile(database);
    yield* file.findings;
    yield* await checkDisk(database, file.size);
    if (!file.isUsable) return;
  }
  const warnings: string[] = [];
  const { warning, problem } = findingsOf("database");
  try {
    const { createOpenedMemory } = await import("../../wire/create-opened-memory.js");
    const opened = await createOpenedMemory(settings, host, {
      // Tells of another model as a finding, and writes nothing.
      newSpace: "start",
      onWarning: (message) => warnings.push(message),
    });
    try {
      const isWithoutVectors = settings.embedding.model === "none";
      yield* await checkMemory(opened, { deep, isWithoutVectors, signal });
    } finally {
      await opened.close();
    }
  } catch (error) {
    signal.throwIfAborted();
    const { message, hint } = failureOf(error, signal);
    const holders = isServer(database) ? [] : await findHolders(database);
    yield problem(
      message,
      hint ?? "nothing else can use it either; kioku restore gets a backup back",
    );
    yield* holders.map((name) => warning(`process ${name} has it open`, "wait for it, or end it"));
  }
  yield* warnings.map((message) => warning(message, "tell whoever runs the server"));
}
