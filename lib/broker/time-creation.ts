import type { MetricName, Metrics } from '../model/metrics';

type CreationTime = Extract<MetricName, `rocketmq_${string}_create_execution_time`>;

/** Runs what makes a topic or a group, and tells how long it took and whether it did. */
export async function timeCreation<T>(metrics: Metrics, name: CreationTime, create: () => Promise<T>): Promise<T> {
  const startedAt = performance.now();
  let status = 'failure';
  try {
    const made = await create();
    status = 'success';
    return made;
  } finally {
    metrics.observe(name, { invocation_status: status }, performance.now() - startedAt);
  }
}
