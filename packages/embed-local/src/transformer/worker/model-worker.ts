/** The program of the thread that runs a model: takes a job, answers it, takes the next. */
import { parentPort, workerData } from "node:worker_threads";

import { loadModel } from "./loaded-model.js";
import type { LoadedModel } from "./loaded-model.js";
import { JobCancelled, reportOf } from "./model-failure.js";
import type { JobRequest, ThreadData, ThreadReport } from "./protocol.js";
import { runJob } from "./run-job.js";

const { settings, cancelled } = workerData as ThreadData;
let loading: Promise<LoadedModel> | undefined;
let isLoaded = false;

function say(report: ThreadReport): void {
  const answer = report.kind === "done" ? report.answer.vectors : [];
  parentPort?.postMessage(
    report,
    answer.map(({ buffer }) => buffer),
  );
}

async function load(): Promise<LoadedModel> {
  const model = await loadModel(settings, (progress) => say({ kind: "progress", progress }));
  isLoaded = true;
  return model;
}

async function serve({ id, job }: JobRequest): Promise<void> {
  const checkWanted = (): void => {
    if (Atomics.load(cancelled, 0) === id) throw new JobCancelled();
  };
  try {
    const model = await (loading ??= load());
    say({ kind: "done", answer: await runJob(job, { model, settings, checkWanted }) });
  } catch (error) {
    if (error instanceof JobCancelled) say({ kind: "cancelled" });
    else say({ kind: "failed", failure: reportOf(error), isFatal: !isLoaded });
  }
}

parentPort?.on("message", (request: JobRequest) => void serve(request));
