import { setTimeout as sleep } from 'node:timers/promises';

import { REDRIVE } from '../bench';
import type { Scenario } from '../scenario';

const BODIES = 32;
const BODY_BYTES = 4 * 1024 * 1024;
const LIMIT_MIB = 300;
const LOOK_EVERY_MS = 20;
const KIB = 1024;

export const bodies: Scenario = {
  name: 'Large bodies',
  rows: [
    {
      work: `memory of the broker for ${BODIES} bodies of 4 MB, sent and received at once`,
      figure: 'memoryMib',
      unit: 'MiB',
      better: 'lower',
      redrive: REDRIVE,
      against: { limit: LIMIT_MIB },
      goal: 1,
    },
  ],
  sharesBrokers: true,
  measure: async (bench, samples) => {
    const target = await bench.target(REDRIVE);
    for (let round = 0; round < bench.options.rounds; round += 1) {
      const names = { topic: bench.fresh('bodies'), group: bench.fresh('bodies') };
      await target.createTopic(names.topic, 'NORMAL', 1);
      await target.createGroup(names.group, {});
      const before = target.nodeCost().memoryKib;
      let peak = before;
      let over = false;
      const watching = (async () => {
        while (!over) {
          peak = Math.max(peak, target.nodeCost().memoryKib);
          await sleep(LOOK_EVERY_MS);
        }
      })();
      const load = { ...names, body: BODY_BYTES, count: BODIES };
      await bench.load(target.port, 'fill', { ...load, callers: BODIES, batch: 1 });
      const { count } = await bench.load(target.port, 'receive-ack-once', {
        ...load,
        callers: 1,
        warmup: 0,
        seconds: 60,
      });
      over = true;
      await watching;
      if (count < BODIES) throw new Error(`${count} of ${BODIES} bodies were received`);
      samples.add(REDRIVE, { memoryMib: (peak - before) / KIB });
    }
  },
};
