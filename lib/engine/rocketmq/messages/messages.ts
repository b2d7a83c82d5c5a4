import { readBody } from '../../../broker';
import { listGroups, listTopics } from '../../../cluster';
import { isBrokerError } from '../../../model/errors';
import { byName } from '../../../model/language/names';
import { folded } from '../../../model/language/search';
import { readBrokerPlace } from '../../../model/message/broker-place';
import { type LetterNamedRow, lettersNamed } from '../../../store/queries/cluster/letters-named';
import { namedThings } from '../../../store/queries/search/suggest';
import type { MessagesPort, SuggestedThings } from '../../port/messages';
import type { RocketmqContext } from '../context';
import { reportClusterFailures } from '../letters/report';
import { browseTopic } from './browse';
import { readBodyAt, readStored } from './found';

const EXACT = 3;
const OF_EACH = 4;

export function rocketmqMessages(ctx: RocketmqContext): MessagesPort {
  const { broker, engine } = ctx;
  const reportMany = async (failures: Parameters<MessagesPort['reportMany']>[0]) =>
    (await reportClusterFailures(broker, engine, failures)).map((stored) => ({ stored }));
  return {
    suggest: (text) => suggest(ctx, text.trim()),
    find: (input) => browseTopic(ctx, input),
    missed: () => Promise.resolve({ expired: null, similar: [] }),
    keptSince: () => Promise.resolve(null),
    stored: (place) => readStored(ctx, place),
    body: (of) => {
      const place = readBrokerPlace(of.at);
      return place === null ? readBody(engine.letters, of) : readBodyAt(ctx, of.id, place);
    },
    report: async (failure) => (await reportMany([failure]))[0] ?? { stored: false },
    reportMany,
  };
}

/**
 * Groups and topics as the brokers have them, and what this console keeps of the cluster. Messages at the brokers are
 * not among it: that is a search of their disks, and has a page of its own.
 */
async function suggest({ broker, engine }: RocketmqContext, text: string): Promise<SuggestedThings> {
  const none = { beginning: [], keys: 0, keptSince: null };
  if (text === '') return { ...none, exact: [], things: [] };
  const [letters, kept, groups, topics] = await Promise.all([
    lettersNamed(broker.store.console, engine.clusterId, text, EXACT),
    namedThings(engine.letters.store.console, folded(text), OF_EACH),
    namesOr(async () => (await listGroups(engine.cluster)).groups),
    namesOr(async () => (await listTopics(engine.cluster)).topics),
  ]);
  return {
    ...none,
    exact: letters.map((letter) => ofLetter(letter, text)),
    things: [
      ...named('group', groups, text),
      ...named('topic', topics, text),
      // The index has groups and topics with dead letters alone.
      ...kept.filter(({ kind }) => kind === 'cause' || kind === 'redrive'),
    ],
  };
}

type Names = readonly { readonly name: string }[];

/** Where no broker answers, the rest is offered all the same. */
async function namesOr(list: () => Promise<Names>): Promise<Names> {
  try {
    return await list();
  } catch (error) {
    if (!isBrokerError(error)) throw error;
    return [];
  }
}

/** Names that begin with it first. */
function named(kind: 'group' | 'topic', all: Names, text: string): SuggestedThings['things'] {
  const words = folded(text);
  const found = all.map(({ name }) => ({ name, at: folded(name).indexOf(words) })).filter(({ at }) => at >= 0);
  return found
    .toSorted((one, other) => one.at - other.at || byName(one, other))
    .slice(0, OF_EACH)
    .map(({ name }) => ({ kind, name, at: name, group: null, detail: null, reason: null }));
}

function ofLetter(
  { messageId, topic, group, keys, deadAt }: LetterNamedRow,
  text: string,
): SuggestedThings['exact'][number] {
  return {
    ...{ messageId, topic, queueNo: 0, offset: null, outside: null, moreGroups: false, keys: keys ?? [] },
    ...{ storedAt: deadAt, matched: messageId === text ? null : text },
    groups: [{ group, state: 'dead', blocked: false }],
  };
}
