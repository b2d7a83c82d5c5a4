/** The caller waits for so long; what is left then is done by a worker. */
const INLINE_MS = 2000;

interface Job {
  readonly jobId: number;
  readonly finishedAt: Date | null;
}

/** One part of a request, whole or not at all. Null: it is finished, or another process is at it. */
type Step<J extends Job> = (jobId: number) => Promise<J | null>;

/** Goes on with a request while the caller waits. */
export async function stepWhileAwaited<J extends Job>(first: J, startedAt: number, step: Step<J>): Promise<J> {
  let job = first;
  while (job.finishedAt === null && performance.now() - startedAt < INLINE_MS) {
    const next = await step(job.jobId);
    // another process goes on with it
    if (next === null) break;
    job = next;
  }
  return job;
}

/** One part of each request that was too large to wait for. @returns whether there may be more */
export async function stepEach<J extends Job>(open: readonly number[], step: Step<J>): Promise<boolean> {
  let more = false;
  for (const jobId of open) {
    const job = await step(jobId);
    more ||= job !== null && job.finishedAt === null;
  }
  return more;
}
