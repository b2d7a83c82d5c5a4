import { buildJava } from '../../java/support/build';
import { type RealCluster, startRealCluster } from './real-cluster';

/** The cluster of npm run demo -- --cluster: two brokers and a proxy, from Maven Central; or why there is none. */
export async function startPracticeCluster(): Promise<RealCluster | { readonly missing: string }> {
  const build = await buildJava('cluster/server', '5.3.3');
  return 'missing' in build ? build : startRealCluster(build.classpath);
}
