import { waitingWords } from './copies.model';
import type { ReadData } from '@/lib/console/reads/registry';
import { listOf } from '@/lib/model/language/list';
import { t } from '@/lib/model/language/t';

/** What is searched; an empty topic is that of a dead letter with this id or key. */
export interface Wanted {
  readonly q: string;
  readonly topic: string;
}

type Found = ReadData<'clusterMessages'>;
type LiesIn = Found['items'][number]['lies'][number];

/** "original", "retry 2 of billing, due", "in the DLQ of billing": the time is beside it. */
export function liesWords({ role, group, reconsumeTimes }: LiesIn): string {
  if (role === 'sent') return t('original');
  if (role === 'dead') return t('in the DLQ of {group}', { group: group ?? '' });
  return reconsumeTimes === 0
    ? t('sent again to {group} only, due', { group: group ?? '' })
    : t('retry {count, number} of {group}, due', { count: reconsumeTimes, group: group ?? '' });
}

/** "Searched by message ID, then by key: orders, and the retry and dead-letter topics of billing, on 2 of 3 brokers." */
export function searchedWords({ topic, tried, groups, answered, silent }: Found): string {
  const where =
    groups.length === 0
      ? (topic ?? '')
      : t('{topic} and the retry and dead-letter topics of {groups}', { topic: topic ?? '', groups: listed(groups) });
  const on =
    silent.length === 0
      ? t('{count, plural, one {# broker} other {# brokers}}', { count: answered })
      : t('{count, number} of {all, plural, one {# broker} other {# brokers}}', {
          ...{ count: answered, all: answered + silent.length },
        });
  // How far messages were compared with a trace has a sentence of its own.
  const [first, second] = tried.filter((by) => by !== 'traceId');
  if (first === undefined) return t('Searched by trace ID in {where} on {on}.', { where, on });
  if (second === undefined)
    return first === 'key'
      ? t('Searched by key in {where} on {on}.', { where, on })
      : t('Searched by message ID in {where} on {on}.', { where, on });
  return first === 'key'
    ? t('Searched by key, then by message ID, in {where} on {on}.', { where, on })
    : t('Searched by message ID, then by key, in {where} on {on}.', { where, on });
}

const NAMED = 3;

function listed(groups: readonly string[]): string {
  if (groups.length > NAMED) return t('{count, plural, one {# group} other {# groups}}', { count: groups.length });
  return listOf(groups);
}

/** Why there is nothing, and what that means. */
export function missWords(found: Found): { readonly title: string; readonly sentences: readonly string[] } {
  const { topic, refusal, silent } = found;
  if (topic === null)
    return {
      title: t('Choose a topic'),
      sentences: [
        t('No dead letter in this console has this message ID or key, so the topic is unknown.'),
        t('Brokers search within one topic: choose the topic that the message was sent to.'),
      ],
    };
  if (refusal !== null) return { title: t('Not searched'), sentences: [refusal] };
  return {
    title: silent.length === 0 ? t('No message found') : t('Not found on the brokers that responded'),
    sentences: [
      searchedWords(found),
      t('Message IDs and keys must match exactly, including upper and lower case.'),
      t('The message was not sent to this topic, or its broker has removed it after the retention time.'),
      waitingWords(),
      t('Messages of the last seconds may not be in the index of their broker yet.'),
    ],
  };
}
