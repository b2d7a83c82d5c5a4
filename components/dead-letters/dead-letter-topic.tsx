'use client';

import { Link } from '@/components/ui/link';
import { useLiveQuery } from '@/components/live/use-live-query';
import { CopyButton } from '@/components/ui/copy-button';
import { ReadingValue } from '@/components/ui/reading';
import { RelativeTime } from '@/components/ui/time';
import type { TopicReaderView } from '@/lib/console/operations/topics/views';

/** Who consumes the dead letters of a group as a topic, and how far they are. */
export function DeadLetterTopic({ group }: { readonly group: string }) {
  const topic = useLiveQuery('deadLetterTopic', { group }, { live: { kinds: ['dead-letter', 'message', 'topic'] } });
  if (topic.data === undefined) {
    return topic.error === null ? null : (
      <p className="small text-2">Who consumes these dead letters as a topic is unknown: {topic.error.message}</p>
    );
  }
  const { name, readers, filling } = topic.data;
  return (
    <p className="small text-2">
      <span className="mono">{name}</span> <CopyButton text={name} label={`Copy ${name}`} />{' '}
      {readers.length === 0 ? (
        'is read by no consumer group. Any may subscribe to it as to a topic.'
      ) : (
        <>
          is read by{' '}
          {readers.map((reader, index) => (
            <span key={reader.group}>
              {index === 0 ? '' : ', '}
              <Reader reader={reader} />
            </span>
          ))}
          . The dead letters stay listed here.
        </>
      )}
      {filling ? ' Older dead letters are still being copied to it.' : null}
    </p>
  );
}

function Reader({ reader: { group, behind, oldestAt, waiting } }: { readonly reader: TopicReaderView }) {
  return (
    <>
      <Link href={`/groups/${encodeURIComponent(group)}`} prefetch={false}>
        {group}
      </Link>{' '}
      (<ReadingValue reading={behind} /> behind
      {oldestAt === null ? null : (
        <>
          , oldest <RelativeTime at={oldestAt} />
        </>
      )}
      {waiting.kind !== 'unknown' && waiting.value === 0 ? null : (
        <>
          , <ReadingValue reading={waiting} /> waiting for a retry
        </>
      )}
      )
    </>
  );
}
