// Program of the image process: runs one job after the other, and exits with its parent or if it needs too much memory.
import { handleJobs } from "#server/processes/worker-program.ts";
import { runImageJob } from "#server/storage/image-processing.ts";

const maxRssBytes = 700 * 1024 * 1024;
const memoryCheckMs = 50;

handleJobs(runImageJob);
// Images are processed on other threads, so that this timer can run and end the process.
setInterval(() => {
  if (process.memoryUsage.rss() > maxRssBytes) process.exit(1);
}, memoryCheckMs).unref();
