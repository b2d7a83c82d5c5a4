import { findSetting } from '../../../broker';
import { readFacts } from '../../../cluster';
import { expiryOf, keepMsOf } from '../../../model/dead-letter/dead-letter-retention';
import { letterCopies } from '../../../store/queries/cluster/letter-copies';
import type { DeadLettersPort } from '../../port/dead-letters';
import type { RocketmqContext } from '../context';
import { tryLetterNow } from '../brokers/consume-now';
import { openClusterLetters } from './open-letters';
import { readIndexState } from './state';

export function rocketmqDeadLetters(ctx: RocketmqContext): DeadLettersPort {
  const { broker, engine } = ctx;
  return {
    copies: async (messageId) => {
      const [rows, { value }] = await Promise.all([
        letterCopies(broker.store.console, engine.clusterId, messageId),
        findSetting(broker, 'dead-letter-retention'),
      ]);
      return rows.map(({ keptUntil, ...row }) => ({
        ...row,
        expiresAt: expiryOf({ ...row, keptUntil }, keepMsOf(value)),
      }));
    },
    index: async (group) => {
      const [state, facts] = await Promise.all([
        readIndexState(broker, engine, group),
        readFacts(engine.cluster).catch(() => null),
      ]);
      const hours = (facts?.parts ?? []).flatMap(({ value }) => value.retentionHours ?? []);
      const brokerKeepHours = hours.length === 0 ? null : Math.min(...hours);
      return { ...state, brokerKeepHours, allowsChanges: engine.allowsChanges };
    },
    makeReadable: (change) => openClusterLetters(broker, engine, change),
    tryNow: (asked) => tryLetterNow(ctx, asked),
  };
}
