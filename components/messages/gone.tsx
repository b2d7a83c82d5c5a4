import { EmptyState } from '@/components/ui/empty-state';
import { Time, ZoneName } from '@/components/ui/time';
import type { ExpiredView, MessageView } from '@/lib/console/operations/messages/views';
import { Said } from '@/components/ui/said';
import { between, pieces, t } from '@/lib/model/language/t';

/** Not a 404: it may never have existed or may be gone. The two cannot be distinguished, and the page says so. */
export function Gone({ keptSince, expired }: Pick<MessageView, 'keptSince' | 'expired'>) {
  const [newest] = expired;
  if (newest !== undefined) return <Expired newest={newest} others={expired.length - 1} />;
  return (
    <section className="panel">
      <EmptyState kind="none-in-range" title={t('Message not found')}>
        {keptSince === null ? (
          t('No message with this id is stored. The log is empty.')
        ) : (
          <Said
            of={pieces(
              `No message with this id is stored. The log goes back to {time} {zone}; older messages are kept only while
              they are in progress or dead letters. Ids must match exactly.`,
              { time: <Time at={keptSince} style="day-clock" />, zone: <ZoneName /> },
            )}
          />
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
      <EmptyState kind="none-in-range" title={t('Message expired')}>
        <Said
          of={pieces(
            `Expired at {time} {zone}. It was a dead letter of {group} from {topic}, dead since {since} after
            {attempts, plural, one {# delivery} other {# deliveries}}, and no operator re-drove it before its retention
            ended. Its body is lost.`,
            {
              ...{ group, topic, attempts, zone: <ZoneName /> },
              time: <Time at={expiredAt} style="day-clock" />,
              since: <Time at={deadAt} style="day-clock" />,
            },
          )}
        />
        {between()}
        {others === 0
          ? ''
          : t('{others, plural, one {# other dead letter} other {# other dead letters}} with this id expired before.', {
              others,
            })}
      </EmptyState>
    </section>
  );
}
