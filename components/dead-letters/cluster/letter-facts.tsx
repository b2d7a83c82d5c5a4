'use client';

import { Link } from '@/components/ui/link';
import { useHere } from '@/components/live/use-here';
import { Time, ZoneName } from '@/components/ui/time';
import type { LetterView } from '@/lib/console/operations/dead-letters/views';
import { consumerWords, deliveryWords, keptBecause, lyingWords, unreportedWords } from './letter.model';
import { Said } from '@/components/ui/said';
import { between, pieces, t } from '@/lib/model/language/t';

/** How a message of a cluster died, as pairs of dt and dd. */
export function LetterFacts({ letter }: { readonly letter: LetterView }) {
  const here = useHere();
  const { group, topic, deadAt, consumer, expiresAt } = letter;
  return (
    <dl className="facts panel-body">
      <dt>{t('Dead-lettered')}</dt>
      <dd>
        <Said
          of={pieces('{time} {zoneName}, after {letter}', {
            time: <Time at={deadAt} style="day-clock" />,
            zoneName: <ZoneName />,
            letter: deliveryWords(letter),
          })}
        />
      </dd>
      <dt>{t('Group')}</dt>
      <dd>
        <Link href={here(`/groups/${encodeURIComponent(group)}`)} prefetch={false}>
          {group}
        </Link>
        {consumer === null ? null : `${between(',')}${consumerWords(consumer)}`}
      </dd>
      <dt>{t('Sent to')}</dt>
      <dd>
        <Link href={`/topics/${encodeURIComponent(topic)}`} prefetch={false}>
          {topic}
        </Link>
      </dd>
      <dt>{t('Place on the brokers')}</dt>
      <dd>{lyingWords(letter)}</dd>
      <dt>{t('Expires here')}</dt>
      <dd>{expiresAt === null ? keptBecause(letter) : <Time at={expiresAt} style="day-clock" />}</dd>
      {letter.acceptedAt === null ? null : (
        <>
          <dt>{t('Accepted')}</dt>
          <dd>{t('by {by}: {reason}', { by: letter.acceptedBy ?? '', reason: letter.acceptReason ?? '' })}</dd>
        </>
      )}
      <dt>{t('Born')}</dt>
      <dd>
        <Said
          of={pieces('{time} {zoneName} on {bornHost}', {
            time: <Time at={letter.place.bornAt} style="day-clock" />,
            zoneName: <ZoneName />,
            bornHost: letter.bornHost,
          })}
        />
      </dd>
    </dl>
  );
}

/** What the application said, or that it said nothing. */
export function LetterError({ letter }: { readonly letter: LetterView }) {
  const { errorType, errorMessage, appVersion } = letter;
  if (errorType === null) return <p className="small text-2">{unreportedWords(letter)}</p>;
  return (
    <pre className="mono small" style={{ whiteSpace: 'pre-wrap', margin: 0 }} tabIndex={0} aria-label={t('Error text')}>
      <b>{`${errorType}: ${errorMessage}`}</b>
      {appVersion === null ? null : `\n${t('version {version}', { version: appVersion })}`}
    </pre>
  );
}
