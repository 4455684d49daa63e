// Message loop of the program of a WorkerProcess.

/**
 * Answers each job with the result of `work`. Announces that it is ready, and exits with its parent or when `work`
 * throws. Both sides agree on the type of jobs, which is not checked at run time.
 */
export function handleJobs(work: (job: never) => Promise<object>): void {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- sent by this server only
  process.on("message", (job) => void work(job as never).then((result) => process.send!(result)));
  process.on("disconnect", () => process.exit());
  process.send!("ready");
}
