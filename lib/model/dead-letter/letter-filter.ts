import { t } from '../language/t';
import type { RedriveFilter } from '../redrive/redrive';

/**
 * Every condition by which dead letters are chosen, as pages have it in their address. A name that is added here is
 * asked for by the compiler wherever conditions are read, checked, compared with rows, said in words or typed.
 */
export const LETTER_CONDITIONS = [
  'from',
  'to',
  'q',
  'cause',
  'expires',
  'topic',
  'version',
  'key',
  'attempts',
  'json',
  'held',
  'accepted',
] as const;
export type LetterCondition = (typeof LETTER_CONDITIONS)[number];
export type LetterConditions = Readonly<Partial<Record<LetterCondition, string | undefined>>>;

/** Stands for letters whose failures name no version of the application. */
export const NO_VERSION = 'not reported';

/** A filter as it is written down with a re-drive: moments are text then. */
type WrittenFilter = {
  readonly [Name in keyof RedriveFilter]: RedriveFilter[Name] extends Date | undefined
    ? Date | string | undefined
    : RedriveFilter[Name];
};

/** What the address of a page would say. */
export function toConditions(filter: WrittenFilter): LetterConditions {
  const yesNo = (value: boolean | undefined) => (value === undefined ? undefined : value ? 'yes' : 'no');
  return {
    from: momentText(filter.from),
    to: momentText(filter.to),
    q: filter.q,
    cause: filter.cause,
    expires: momentText(filter.expiresBefore),
    topic: filter.topic,
    version: filter.appVersion,
    key: filter.key,
    attempts: rangeText(filter.attemptsFrom, filter.attemptsTo),
    json: filter.json,
    held: yesNo(filter.held),
    accepted: yesNo(filter.accepted),
  };
}

function momentText(at: Date | string | undefined): string | undefined {
  return at instanceof Date ? at.toISOString() : at;
}

function rangeText(from: number | undefined, to: number | undefined): string | undefined {
  if (from === undefined && to === undefined) return undefined;
  return from === to ? String(from) : `${from ?? 0}-${to ?? ''}`;
}

const WORDS: Readonly<Record<LetterCondition, (value: string) => string>> = {
  from: (value) => t('dead-lettered from {time}', { time: minute(value) }),
  to: (value) => t('dead-lettered before {time}', { time: minute(value) }),
  q: (value) => t('text “{text}”', { text: value }),
  cause: () => t('one cause'),
  expires: (value) => t('expires by {time}', { time: minute(value) }),
  topic: (value) => t('topic {topic}', { topic: value }),
  version: (value) =>
    value === NO_VERSION ? t('no version reported') : t('client version {version}', { version: value }),
  key: (value) => t('key {key}', { key: value }),
  attempts: (value) => t('{count} deliveries', { count: value }),
  json: (value) => t('body {condition}', { condition: value }),
  held: (value) => (value === 'yes' ? t('on hold') : t('not on hold')),
  accepted: (value) => (value === 'yes' ? t('accepted') : t('not accepted')),
};

/** "2026-01-31 12:00 UTC": for texts that know no zone of their readers. A distance stays as it is. */
function minute(moment: string): string {
  return moment.includes('T') ? `${moment.slice(0, 16).replace('T', ' ')} UTC` : moment;
}

/** Each condition in words. `causeWords`: the cause by its name, where that is known. */
export function conditionWords(conditions: LetterConditions, causeWords?: string): string[] {
  return LETTER_CONDITIONS.flatMap((name) => {
    const value = conditions[name];
    if (value === undefined) return [];
    return [name === 'cause' && causeWords !== undefined ? causeWords : WORDS[name](value)];
  });
}
