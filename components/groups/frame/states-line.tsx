import { BrokerFigure } from '@/components/clusters/figure';
import { Figure } from '@/components/groups/figure';
import type { GroupHead } from '@/lib/console/operations/groups/views';
import { describePolicy } from '@/lib/model/group/group-words';
import { FiguresLine, NamedFigure } from '@/components/groups/figures-line';
import { t } from '@/lib/model/language/t';

/** The states of a group on one line, below its name. */
export function StatesLine({ head }: { readonly head: GroupHead }) {
  const { group, figures, deathsDue, inBrokers } = head;
  if (inBrokers !== null)
    return (
      <FiguresLine label={t('States')}>
        <NamedFigure name={t('Not delivered')}>
          <BrokerFigure reading={figures.ready} />
        </NamedFigure>
        <NamedFigure name={t('In flight')}>
          <BrokerFigure reading={figures.inFlight} />
        </NamedFigure>
        <NamedFigure name={t('Waiting retry')}>
          <BrokerFigure reading={figures.waiting} tone="waiting" />
        </NamedFigure>
        <NamedFigure name={t('Dead letters')}>
          <BrokerFigure reading={figures.dead} tone="dlq" />
        </NamedFigure>
      </FiguresLine>
    );
  const isBroadcast = figures.broadcast !== null;
  return (
    <FiguresLine label={t('States')}>
      <NamedFigure name={t('Ready')}>
        <Figure reading={figures.ready} />
      </NamedFigure>
      <NamedFigure name={t('In flight')}>
        <Figure reading={figures.inFlight} />
      </NamedFigure>
      {figures.broadcast === null ? (
        <>
          <NamedFigure name={t('Waiting retry')}>
            <Figure reading={figures.waiting} tone="waiting" />
          </NamedFigure>
          <NamedFigure name={t('Dead letters')}>
            <Figure reading={figures.dead} tone="dlq" />
          </NamedFigure>
          <NamedFigure name={t('Move to the DLQ within 1 h if every attempt fails')}>
            <Figure reading={deathsDue} tone="dlq" />
          </NamedFigure>
        </>
      ) : (
        <NamedFigure name={t('Failed in the last hour, not retried')}>
          <Figure reading={figures.broadcast.failedLastHour} tone="dlq" />
        </NamedFigure>
      )}
      {isBroadcast ? null : (
        <NamedFigure name={t('Max retries')}>
          {group.maxRetries === 0
            ? '0'
            : t('{retries, number}, {policy}', {
                retries: group.maxRetries,
                policy: describePolicy(group.retryPolicy),
              })}
        </NamedFigure>
      )}
    </FiguresLine>
  );
}
