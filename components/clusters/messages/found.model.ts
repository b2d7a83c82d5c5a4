import { WAITING_WORDS } from './copies.model';
import { plural } from '@/components/ui/number.model';
import type { ReadData } from '@/lib/console/reads/registry';

/** What is searched; an empty topic is that of a dead letter with this id or key. */
export interface Wanted {
  readonly q: string;
  readonly topic: string;
}

type Found = ReadData<'clusterMessages'>;
type LiesIn = Found['items'][number]['lies'][number];

/** "sent", "retry 2 of billing, due", "dead in billing": the time is beside it. */
export function liesWords({ role, group, reconsumeTimes }: LiesIn): string {
  if (role === 'sent') return 'as it was sent';
  if (role === 'dead') return `dead in ${group ?? ''}`;
  return reconsumeTimes === 0
    ? `sent again to ${group ?? ''} alone, due`
    : `retry ${reconsumeTimes} of ${group ?? ''}, due`;
}

const AS: Readonly<Record<Found['tried'][number], string>> = { uniqueId: 'as an id', key: 'as a key' };

/** "Searched as an id, then as a key: orders, and the retry and dead-letter topics of billing, at 2 of 3 brokers." */
export function searchedWords({ topic, tried, groups, answered, silent }: Found): string {
  const as = tried.map((by) => AS[by]).join(', then ');
  const where = groups.length === 0 ? '' : `, and the retry and dead-letter topics of ${listed(groups)}`;
  const asked = answered + silent.length;
  const at = silent.length === 0 ? `at ${plural(answered, 'broker')}` : `at ${answered} of ${asked} brokers`;
  return `Searched ${as}: ${topic ?? ''}${where}, ${at}.`;
}

const NAMED = 3;

function listed(groups: readonly string[]): string {
  if (groups.length > NAMED) return `${groups.length} groups`;
  return groups.length === 1 ? (groups[0] ?? '') : `${groups.slice(0, -1).join(', ')} and ${groups.at(-1) ?? ''}`;
}

/** Why there is nothing, and what that means. */
export function missWords(found: Found): { readonly title: string; readonly sentences: readonly string[] } {
  const { topic, refusal, silent } = found;
  if (topic === null)
    return {
      title: 'In which topic?',
      sentences: [
        'No dead letter that is kept here has this id or key, so the topic is not known.',
        'Brokers find a message within one topic: choose the one that it was sent to.',
      ],
    };
  if (refusal !== null) return { title: 'Not searched', sentences: [refusal] };
  return {
    title: silent.length === 0 ? 'No message found' : 'Not found at the brokers that answered',
    sentences: [
      searchedWords(found),
      'Ids and keys must match exactly, capital letters too.',
      'It was not sent to this topic, or its broker has removed it: messages are kept for the retention alone.',
      WAITING_WORDS,
      'What was sent in the last seconds may not be in the index of its broker yet.',
    ],
  };
}
