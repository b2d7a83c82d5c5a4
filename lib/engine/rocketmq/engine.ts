import type { Engine } from '../port/engine';
import type { RocketmqContext } from './context';
import { rocketmqGroups } from './groups/groups';
import { problemsOf } from '../problems';
import { rocketmqRedrives } from './redrives/redrives';
import { rocketmqScheduled } from './scheduled/scheduled';
import { unsupported } from '../port/offers';
import { rocketmqTopics } from './topics/topics';

const lacking = (): never => unsupported('cluster', 'transactions');

/** An attached Apache RocketMQ cluster. */
export function rocketmqEngine(ctx: RocketmqContext): Engine {
  return {
    kind: 'cluster',
    groups: rocketmqGroups(ctx),
    topics: rocketmqTopics(ctx),
    transactions: { policy: lacking, page: lacking, pending: lacking, resolve: lacking },
    problems: problemsOf(ctx.engine.letters),
    redrives: rocketmqRedrives(ctx),
    scheduled: rocketmqScheduled(ctx),
  };
}
