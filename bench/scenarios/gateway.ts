import { join } from 'node:path';

import type { Scenario } from '../scenario';
import { startServer } from '../targets/child';
import { startPostgres } from '../targets/postgres';

const CALLERS = 64;
const WARMUP = 0.5;
const CEILING = "an empty handler on Node's http2";

export const gateway: Scenario = {
  name: 'Gateway',
  rows: [
    {
      work: `gateway with an empty broker: send, ${CALLERS} callers`,
      figure: 'perSecond',
      unit: '/s',
      better: 'higher',
      redrive: 'empty broker',
      against: CEILING,
      goal: 0.8,
    },
  ],
  measure: async (bench, samples) => {
    const postgres = await startPostgres({ throwAway: true });
    const empty = await startServer(join('bench', 'targets', 'empty-gateway.ts'), [postgres.url]);
    const thin = await startServer(join('bench', 'targets', 'thin-http2.mjs'));
    try {
      const sides = [
        ['empty broker', empty],
        [CEILING, thin],
      ] as const;
      for (const [, { port }] of sides) await bench.load(port, 'send', { callers: CALLERS, seconds: 2, warmup: 0 });
      for (let round = 0; round < bench.options.rounds; round += 1)
        for (const [name, server] of sides)
          await bench.measure(samples, name, server, 'send', { callers: CALLERS, warmup: WARMUP });
    } finally {
      await Promise.all([empty.close(), thin.close()]);
      await postgres.close();
    }
  },
};
