'use client';

import { Link } from '@/components/ui/link';
import { useHere } from '@/components/live/use-here';
import { Time, ZoneName } from '@/components/ui/time';
import type { LetterView } from '@/lib/console/operations/dead-letters/views';
import { consumerWords, deliveryWords, keptBecause, lyingWords, unreportedWords } from './letter.model';

/** How a message of a cluster died, as pairs of dt and dd. */
export function LetterFacts({ letter }: { readonly letter: LetterView }) {
  const here = useHere();
  const { group, topic, deadAt, consumer, expiresAt } = letter;
  return (
    <dl className="facts panel-body">
      <dt>Died</dt>
      <dd>
        <Time at={deadAt} style="day-clock" /> <ZoneName />, after {deliveryWords(letter)}
      </dd>
      <dt>Group</dt>
      <dd>
        <Link href={here(`/groups/${encodeURIComponent(group)}`)} prefetch={false}>
          {group}
        </Link>
        {consumer === null ? null : `, ${consumerWords(consumer)}`}
      </dd>
      <dt>Sent to</dt>
      <dd>
        <Link href={`/topics/${encodeURIComponent(topic)}`} prefetch={false}>
          {topic}
        </Link>
      </dd>
      <dt>At the brokers</dt>
      <dd>{lyingWords(letter)}</dd>
      <dt>Expires here</dt>
      <dd>{expiresAt === null ? keptBecause(letter) : <Time at={expiresAt} style="day-clock" />}</dd>
      {letter.acceptedAt === null ? null : (
        <>
          <dt>Accepted</dt>
          <dd>
            by {letter.acceptedBy}: {letter.acceptReason}
          </dd>
        </>
      )}
      <dt>Born</dt>
      <dd>
        <Time at={letter.place.bornAt} style="day-clock" /> <ZoneName /> on {letter.bornHost}
      </dd>
    </dl>
  );
}

/** What the application said, or that it said nothing. */
export function LetterError({ letter }: { readonly letter: LetterView }) {
  const { errorType, errorMessage, appVersion } = letter;
  if (errorType === null) return <p className="small text-2">{unreportedWords(letter)}</p>;
  return (
    <pre className="mono small" style={{ whiteSpace: 'pre-wrap', margin: 0 }} tabIndex={0} aria-label="Error text">
      <b>
        {errorType}: {errorMessage}
      </b>
      {appVersion === null ? null : `\nversion ${appVersion}`}
    </pre>
  );
}
