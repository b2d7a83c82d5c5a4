import { Link } from '@/components/ui/link';
import { UnknownMark } from '@/components/ui/unknown-mark';
import type { TopicRow } from '@/lib/console/operations/topics/views';
import { DueIn } from '@/components/ui/time';
import { waitingShort } from './scheduled.model';
import { pieces, t } from '@/lib/model/language/t';
import { Said } from '@/components/ui/said';

/** How many messages of a DELAY topic wait, and when the next is due. */
export function ScheduledLink({ row: { name, scheduled } }: { readonly row: TopicRow }) {
  if (scheduled === null) return <span className="text-3">—</span>;
  const { waiting, countedTo, nextDueAt } = scheduled;
  const href = `/topics/${encodeURIComponent(name)}/scheduled`;
  if (waiting.kind === 'unknown')
    return (
      <Link href={href} prefetch={false} title={waiting.reason}>
        <UnknownMark /> {t('unknown')}
      </Link>
    );
  return (
    <span>
      <Link href={href} prefetch={false}>
        {waiting.value === 0 ? t('none') : t('{count} waiting', { count: waitingShort(waiting.value, countedTo) })}
      </Link>
      {nextDueAt === null ? null : (
        <span className="text-3">
          {' '}
          <Said of={pieces('next: {time}', { time: <DueIn at={nextDueAt} /> })} />
        </span>
      )}
    </span>
  );
}
