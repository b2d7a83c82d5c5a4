import { ASYNC, BROKERS, REDRIVE, SYNC } from '../bench';
import { sideIn } from '../samples';
import type { RowPlan, Scenario } from '../scenario';

const CALLERS = [1, 64, 256];
const WARMUP = 0.5;
const plan = (callers: number, peer: string, goal: number): RowPlan => ({
  work: `gRPC send, ${callers} caller${callers === 1 ? '' : 's'}`,
  figure: 'perSecond',
  unit: '/s',
  better: 'higher',
  redrive: sideIn(REDRIVE, callers),
  against: sideIn(peer, callers),
  goal,
});

export const wireSend: Scenario = {
  name: 'gRPC: sends',
  rows: CALLERS.flatMap((callers) => [plan(callers, SYNC, 1.2), plan(callers, ASYNC, 0.5)]),
  sharesBrokers: true,
  measure: async (bench, samples) => {
    const targets = await bench.targets(BROKERS, samples);
    const topic = bench.fresh('send');
    for (const [, target] of targets) {
      await target.createTopic(topic, 'NORMAL', 4);
      // The first seconds of a virtual machine are slow.
      await bench.load(target.port, 'send', { topic, callers: 64, seconds: 3, warmup: 0 });
    }
    for (let round = 0; round < bench.options.rounds; round += 1)
      for (const callers of CALLERS)
        for (const [name, target] of targets)
          await bench.measure(samples, sideIn(name, callers), target, 'send', { topic, callers, warmup: WARMUP });
  },
};
