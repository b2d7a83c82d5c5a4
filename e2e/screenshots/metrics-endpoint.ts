// What a broker reports to Prometheus, as Apache RocketMQ 5.5.0 wrote it.
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { fileURLToPath } from 'node:url';

const RECORDED = fileURLToPath(new URL('../../lib/testing/cluster/recorded/metrics-5.5.0.txt', import.meta.url));

export interface MetricsEndpoint {
  /** "http://127.0.0.1:4711": a product has to allow it by name. */
  readonly origin: string;
  readonly close: () => void;
}

/** Of broker-a, which has a storm of heartbeats; of broker-b there is none. */
export async function startMetricsEndpoint(): Promise<MetricsEndpoint> {
  const text = readFileSync(RECORDED, 'utf8')
    .replaceAll('node_id="broker-b"', 'node_id="broker-a"')
    .replace(/(processor="heartbeat"\}) 0.0/, '$1 41250.0')
    .replace(/(flush_behind_bytes\{.*\}) 0.0/, '$1 1.8432E7');
  const server = createServer(({ url }, response) => {
    if (url === '/metrics') response.end(text);
    else response.writeHead(503).end();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return { origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, close: () => void server.close() };
}
