/** The program of the thread that runs a model: takes a job, answers it, takes the next. */
import { parentPort, workerData } from "node:worker_threads";

import { JobCancelled, reportOf } from "./failure.js";
import { loadModel, type LoadedModel } from "./loaded-model.js";
import type { DownloadProgress, JobRequest, ThreadData, ThreadReport } from "./protocol.js";
import { runJob } from "./run-job.js";

class ModelService {
  readonly #data: ThreadData;
  #loading: Promise<LoadedModel> | undefined;
  #isLoaded = false;

  constructor(data: ThreadData) {
    this.#data = data;
  }

  async serve({ id, job }: JobRequest): Promise<void> {
    const { settings, cancelled } = this.#data;
    const throwIfCancelled = (): void => {
      if (Atomics.load(cancelled, 0) === id) throw new JobCancelled();
    };
    try {
      const model = await (this.#loading ??= this.#load());
      send({ kind: "done", answer: await runJob(job, { model, settings, throwIfCancelled }) });
    } catch (error) {
      if (error instanceof JobCancelled) send({ kind: "cancelled" });
      else send({ kind: "failed", failure: reportOf(error), isFatal: !this.#isLoaded });
    }
  }

  async #load(): Promise<LoadedModel> {
    const model = await loadModel(this.#data.settings, sendProgress);
    this.#isLoaded = true;
    return model;
  }
}

function send(report: ThreadReport): void {
  const vectors = report.kind === "done" ? report.answer.vectors : [];
  parentPort?.postMessage(
    report,
    vectors.map(({ buffer }) => buffer),
  );
}

function sendProgress(progress: DownloadProgress): void {
  send({ kind: "progress", progress });
}

const service = new ModelService(workerData as ThreadData);
parentPort?.on("message", (request: JobRequest) => void service.serve(request));
