'use client';

import { Link } from '@/components/ui/link';
import { useLiveQuery } from '@/components/live/use-live-query';
import { CopyButton } from '@/components/ui/copy-button';
import { ReadingValue } from '@/components/ui/reading';
import { RelativeTime } from '@/components/ui/time';
import type { TopicReaderView } from '@/lib/console/operations/topics/views';
import { Said } from '@/components/ui/said';
import { between, pieces, t } from '@/lib/model/language/t';

/** Who consumes the dead letters of a group as a topic, and how far they are. */
export function DeadLetterTopic({ group }: { readonly group: string }) {
  const topic = useLiveQuery('deadLetterTopic', { group }, { live: { kinds: ['dead-letter', 'message', 'topic'] } });
  if (topic.data === undefined) {
    return topic.error === null ? null : (
      <p className="small text-2">
        {t('It is unknown which groups consume these dead letters as a topic: {message}', {
          message: topic.error.message,
        })}
      </p>
    );
  }
  const { name, readers, filling } = topic.data;
  return (
    <p className="small text-2">
      <span className="mono">{name}</span> <CopyButton text={name} label={t('Copy {name}', { name })} />{' '}
      {readers.length === 0 ? (
        t('is not read by any consumer group. Any group can subscribe to it as a topic.')
      ) : (
        <Said
          of={pieces('is read by {readers}. The dead letters stay listed here.', {
            readers: (
              <>
                {readers.map((reader, index) => (
                  <span key={reader.group}>
                    {index === 0 ? '' : between('、')}
                    <Reader reader={reader} />
                  </span>
                ))}
              </>
            ),
          })}
        />
      )}
      {filling ? ` ${t('Older dead letters are still being copied to it.')}` : null}
    </p>
  );
}

function Reader({ reader: { group, behind, oldestAt, waiting } }: { readonly reader: TopicReaderView }) {
  const name = (
    <Link href={`/groups/${encodeURIComponent(group)}`} prefetch={false}>
      {group}
    </Link>
  );
  const facts = (
    <>
      <Said of={pieces('{readingValue} behind', { readingValue: <ReadingValue reading={behind} /> })} />
      {oldestAt === null ? null : (
        <>
          {between(',')}
          <Said of={pieces('oldest {relativeTime}', { relativeTime: <RelativeTime at={oldestAt} /> })} />
        </>
      )}
      {waiting.kind !== 'unknown' && waiting.value === 0 ? null : (
        <>
          {between(',')}
          <Said
            of={pieces('{readingValue} waiting for a retry', { readingValue: <ReadingValue reading={waiting} /> })}
          />
        </>
      )}
    </>
  );
  return <Said of={pieces('{name} ({facts})', { name, facts })} />;
}
