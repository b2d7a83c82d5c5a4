import { buildJava } from '../../java/support/build';
import { type RealCluster, startRealCluster } from './real-cluster';

type Step = <Value>(label: string, work: () => Promise<Value>) => Promise<Value>;

/**
 * The cluster of npm run demo -- --cluster: two brokers and a proxy, from Maven Central; or why there is none. It takes
 * as long as the machine and its network need.
 */
export async function startPracticeCluster(step: Step): Promise<RealCluster | { readonly missing: string }> {
  const build = await step('Preparing Apache RocketMQ 5.3.3 with Maven, which downloads 100 MB the first time', () =>
    buildJava('cluster/server', '5.3.3', { isPatient: true }),
  );
  if ('missing' in build) return build;
  return await step('Starting a name server, two brokers and a proxy', () => startRealCluster(build.classpath));
}
