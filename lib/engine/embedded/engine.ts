import {
  findMessages,
  readBody,
  readKeptSince,
  readMissed,
  reportFailure,
  reportFailures,
  suggest,
} from '../../broker';
import type { MessagesPort } from '../port/messages';
import type { Engine } from '../port/engine';
import type { EmbeddedContext } from './context';
import { embeddedGroups } from './groups/groups';
import type { BrokersPort } from '../port/brokers';
import { BrokerError } from '../../model/errors';
import { told } from '../../model/language/t';
import { unsupported } from '../../model/unsupported';
import { problemsOf } from '../problems';
import { embeddedKeys } from './keys/keys';
import { embeddedRedrives } from './redrives/redrives';
import { embeddedRedirects } from './redirects';
import { embeddedRetries } from './retries';
import { embeddedScheduled } from './scheduled/scheduled';
import { embeddedTopics } from './topics/topics';
import { embeddedTransactions } from './transactions/transactions';

const noBrokers = (): never => unsupported('embedded', 'brokers');
const NO_BROKERS: BrokersPort = {
  ...{ lag: noBrokers, connections: noBrokers, clientHolds: noBrokers, waitingRetries: noBrokers, load: noBrokers },
  ...{ assignments: noBrokers, changeSetting: noBrokers },
  ...{ list: noBrokers, access: noBrokers, changeAccess: noBrokers, explainAccess: noBrokers },
  ...{ loadHistory: noBrokers, timers: noBrokers, findScheduled: noBrokers },
  ...{ previewResetUndo: noBrokers, undoReset: noBrokers },
  ...{ previewReset: noBrokers, producers: noBrokers, copies: noBrokers, find: noBrokers, consumeNow: noBrokers },
};
const noMove = (): never => unsupported('embedded', 'move');
const noTopics = (): never => unsupported('embedded', 'dead-letter-index');

/** The broker of this installation. */
export function embeddedEngine(ctx: EmbeddedContext): Engine {
  return {
    kind: 'embedded',
    brokers: NO_BROKERS,
    deadLetters: { copies: noTopics, index: noTopics, makeReadable: noTopics, tryNow: noTopics },
    groups: embeddedGroups(ctx),
    topics: embeddedTopics(ctx),
    transactions: embeddedTransactions(ctx),
    keys: embeddedKeys(ctx),
    messages: messagesOf(ctx),
    move: { plan: noMove, read: noMove, start: noMove, step: noMove },
    problems: problemsOf(ctx.broker),
    redrives: embeddedRedrives(ctx),
    redirects: embeddedRedirects(ctx),
    retries: embeddedRetries(ctx),
    scheduled: embeddedScheduled(ctx),
  };
}

function messagesOf({ broker }: EmbeddedContext): MessagesPort {
  return {
    suggest: async (text) => {
      const [found, keptSince] = await Promise.all([suggest(broker, text), readKeptSince(broker)]);
      return { ...found, keptSince };
    },
    find: async (input) => {
      if (input.broker !== undefined)
        throw new BrokerError(
          'bad-request',
          told('broker can be set for clusters only: this installation has one store.'),
          {
            ...{ field: 'broker', limit: 'left out', value: input.broker },
          },
        );
      const { items, behind, ...page } = await findMessages(broker, input);
      const found = items.map((item) => ({ ...item, broker: null }));
      return { ...page, items: found, unseen: behind?.unseen ?? 0, brokers: null };
    },
    missed: (text) => readMissed(broker, text),
    keptSince: () => readKeptSince(broker),
    stored: noBrokers,
    body: (of) => readBody(broker, of),
    report: (failure) => reportFailure(broker, failure),
    reportMany: (failures) => reportFailures(broker, failures),
  };
}
