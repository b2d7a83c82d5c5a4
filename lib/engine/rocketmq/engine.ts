import type { Engine } from '../port/engine';
import type { RocketmqContext } from './context';
import { rocketmqGroups } from './groups/groups';
import { problemsOf } from '../problems';
import { rocketmqRedrives } from './redrives/redrives';
import { rocketmqScheduled } from './scheduled/scheduled';
import { rocketmqTopics } from './topics/topics';

/** An attached Apache RocketMQ cluster. */
export function rocketmqEngine(ctx: RocketmqContext): Engine {
  return {
    kind: 'cluster',
    groups: rocketmqGroups(ctx),
    topics: rocketmqTopics(ctx),
    problems: problemsOf(ctx.engine.letters),
    redrives: rocketmqRedrives(ctx),
    scheduled: rocketmqScheduled(ctx),
  };
}
