import { EmptyState } from '@/components/ui/empty-state';
import { plural } from '@/components/ui/number.model';
import { Time, ZoneName } from '@/components/ui/time';
import type { ExpiredView, MessageView } from '@/lib/console/operations/messages/views';

/** Not a 404: it may never have existed or may be gone. The two cannot be distinguished, and the page says so. */
export function Gone({ keptSince, expired }: Pick<MessageView, 'keptSince' | 'expired'>) {
  const [newest] = expired;
  if (newest !== undefined) return <Expired newest={newest} others={expired.length - 1} />;
  return (
    <section className="panel">
      <EmptyState kind="none-in-range" title="Message not found">
        No message with this id is stored.{' '}
        {keptSince === null ? (
          'The log is empty.'
        ) : (
          <>
            The log goes back to <Time at={keptSince} style="day-clock" /> <ZoneName />; older messages are kept only
            while they are in progress or dead. Ids must match exactly.
          </>
        )}
      </EmptyState>
    </section>
  );
}

/** It was a dead letter, and its time was over. */
function Expired({ newest, others }: { readonly newest: ExpiredView; readonly others: number }) {
  const { group, topic, attempts, deadAt, expiredAt } = newest;
  return (
    <section className="panel">
      <EmptyState kind="none-in-range" title="Message expired">
        Gone since <Time at={expiredAt} style="day-clock" /> <ZoneName />. It was a dead letter of {group} from {topic},
        dead since <Time at={deadAt} style="day-clock" /> after {plural(attempts, 'delivery', 'deliveries')}, and no
        operator re-drove it before its retention was over. Its body is lost.
        {others === 0 ? '' : ` ${plural(others, 'other dead letter')} with this id expired before.`}
      </EmptyState>
    </section>
  );
}
