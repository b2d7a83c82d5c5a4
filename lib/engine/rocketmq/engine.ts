import type { Engine } from '../port/engine';
import type { RocketmqContext } from './context';
import { rocketmqGroups } from './groups/groups';
import { movePort } from '../move/port';
import { rocketmqBrokers } from './brokers/brokers';
import { rocketmqDeadLetters } from './letters/dead-letters';
import { rocketmqMessages } from './messages/messages';
import { problemsOf } from '../problems';
import { rocketmqRedrives } from './redrives/redrives';
import { rocketmqScheduled } from './scheduled/scheduled';
import { unsupported } from '../../model/unsupported';
import { rocketmqTopics } from './topics/topics';

const noKeys = (): never => unsupported('cluster', 'blocked-keys');
const noRedirects = (): never => unsupported('cluster', 'redirects');
const noRetries = (): never => unsupported('cluster', 'retries');
const noTransactions = (): never => unsupported('cluster', 'transactions');

/** An attached Apache RocketMQ cluster. */
export function rocketmqEngine(ctx: RocketmqContext): Engine {
  return {
    kind: 'cluster',
    brokers: rocketmqBrokers(ctx),
    deadLetters: rocketmqDeadLetters(ctx),
    groups: rocketmqGroups(ctx),
    topics: rocketmqTopics(ctx),
    transactions: { policy: noTransactions, page: noTransactions, pending: noTransactions, resolve: noTransactions },
    keys: { list: noKeys, lane: noKeys, change: noKeys, planHeads: noKeys, moveHeads: noKeys },
    messages: rocketmqMessages(ctx),
    move: movePort(ctx),
    problems: problemsOf(ctx.engine.letters),
    redrives: rocketmqRedrives(ctx),
    redirects: { list: noRedirects, plan: noRedirects, create: noRedirects, control: noRedirects },
    retries: { list: noRetries, forecast: noRetries, plan: noRetries, change: noRetries },
    scheduled: rocketmqScheduled(ctx),
  };
}
