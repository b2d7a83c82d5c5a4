import { Link } from '@/components/ui/link';
import { UnknownMark } from '@/components/ui/unknown-mark';
import type { TopicRow } from '@/lib/console/operations/topics/views';
import { DueIn } from '@/components/ui/time';
import { waitingShort } from './scheduled.model';

/** How many messages of a DELAY topic wait, and when the next is due. */
export function ScheduledLink({ row: { name, scheduled } }: { readonly row: TopicRow }) {
  if (scheduled === null) return <span className="text-3">—</span>;
  const { waiting, countedTo, nextDueAt } = scheduled;
  const href = `/topics/${encodeURIComponent(name)}/scheduled`;
  if (waiting.kind === 'unknown')
    return (
      <Link href={href} prefetch={false} title={waiting.reason}>
        <UnknownMark /> unknown
      </Link>
    );
  return (
    <span>
      <Link href={href} prefetch={false}>
        {waiting.value === 0 ? 'none' : `${waitingShort(waiting.value, countedTo)} waiting`}
      </Link>
      {nextDueAt === null ? null : (
        <span className="text-3">
          {' '}
          next <DueIn at={nextDueAt} />
        </span>
      )}
    </span>
  );
}
