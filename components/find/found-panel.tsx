'use client';

import type { UrlParams } from '@/components/data-table/use-url-params';
import { useLiveQuery } from '@/components/live/use-live-query';
import { messageHref } from '@/components/parts/names';
import { ButtonLink } from '@/components/ui/button';
import { EmptyState } from '@/components/ui/empty-state';
import { Time, ZoneName } from '@/components/ui/time';
import { Link } from '@/components/ui/link';
import type { FoundPage } from '@/lib/console/operations/messages/views';
import type { ReadResult } from '@/lib/model/read-result';
import { FoundTable } from './found-table';
import { nextSteps, type Searched } from './found.model';

interface FoundPanelProps {
  readonly url: UrlParams;
  readonly searched: Searched;
  readonly initial: ReadResult<FoundPage>;
}

/** What a search found, or what to try next. */
export function FoundPanel({ url, searched, initial }: FoundPanelProps) {
  const { q, property, topic, from, to, state } = searched;
  const found = useLiveQuery(
    'foundMessages',
    { q, property, topic, from, to, state, cursor: url.get('cursor') },
    { initial, live: { kinds: ['message', 'dead-letter', 'redrive', 'topic'] } },
  );
  return (
    <section className="panel" aria-label="Found messages">
      <header>
        <h2>
          {q === '' ? (property === '' ? `Messages of ${topic}` : 'Messages with the property') : 'Messages found'}
        </h2>
        <span className="small text-2 clip mono">{q === '' ? property : q}</span>
        <span className="small text-3">newest first</span>
      </header>
      <FoundTable
        found={found}
        url={url}
        label="Found messages"
        oneTopic={topic !== ''}
        empty={<Miss url={url} searched={searched} found={found.data ?? initial.data} />}
      />
    </section>
  );
}

interface MissProps {
  readonly url: UrlParams;
  readonly searched: Searched;
  readonly found: FoundPage;
}

function Miss({ url, searched, found }: MissProps) {
  const steps = nextSteps(searched);
  if (found.refusal !== null)
    return (
      <EmptyState kind="filtered-out" title="Search not possible">
        {found.refusal}
      </EmptyState>
    );
  return (
    <EmptyState
      kind={steps.length === 0 ? 'none-in-range' : 'filtered-out'}
      title="No message found"
      action={
        <span className="row wrap">
          {steps.map(({ label, patch }) => (
            <ButtonLink key={label} href={url.href({ ...patch, cursor: undefined })} size="small">
              {label}
            </ButtonLink>
          ))}
          {found.expired === null ? null : (
            <ButtonLink href={messageHref(searched.q)} size="small">
              Open its page
            </ButtonLink>
          )}
        </span>
      }
    >
      {found.expired === null ? null : (
        <>
          A dead letter with this id expired at <Time at={found.expired} style="day-clock" /> <ZoneName />.{' '}
        </>
      )}
      {searched.q === ''
        ? 'Every message of this range was checked.'
        : steps.length === 0
          ? 'No message has this id or key. Ids and keys must match exactly.'
          : 'No message with this id or key matches these filters. Ids and keys must match exactly.'}{' '}
      {found.keptSince === null ? null : (
        <>
          The log goes back to <Time at={found.keptSince} style="day-clock" /> <ZoneName />. Older messages are kept
          only while they are in progress or dead.
        </>
      )}
      {found.similar.length === 0 ? null : (
        <>
          {' '}
          Keys that begin like this:{' '}
          {found.similar.map((key, index) => (
            <span key={key}>
              {index === 0 ? '' : ', '}
              <Link href={url.href({ q: key, cursor: undefined })} prefetch={false} className="mono underlined">
                {key}
              </Link>
            </span>
          ))}
          .
        </>
      )}
    </EmptyState>
  );
}
