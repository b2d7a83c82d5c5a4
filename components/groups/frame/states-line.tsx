import { BrokerFigure } from '@/components/clusters/figure';
import { Figure } from '@/components/groups/figure';
import type { GroupHead } from '@/lib/console/operations/groups/views';
import { describePolicy } from '@/lib/model/group/group-words';
import { FiguresLine, NamedFigure } from '@/components/groups/figures-line';

/** The states of a group on one line, below its name. */
export function StatesLine({ head }: { readonly head: GroupHead }) {
  const { group, figures, deathsDue, inBrokers } = head;
  if (inBrokers !== null)
    return (
      <FiguresLine label="States">
        <NamedFigure name="Not delivered">
          <BrokerFigure reading={figures.ready} />
        </NamedFigure>
        <NamedFigure name="In flight">
          <BrokerFigure reading={figures.inFlight} />
        </NamedFigure>
        <NamedFigure name="Waiting retry">
          <BrokerFigure reading={figures.waiting} tone="waiting" />
        </NamedFigure>
        <NamedFigure name="Dead letters">
          <BrokerFigure reading={figures.dead} tone="dlq" />
        </NamedFigure>
      </FiguresLine>
    );
  const isBroadcast = figures.broadcast !== null;
  return (
    <FiguresLine label="States">
      <NamedFigure name="Ready">
        <Figure reading={figures.ready} />
      </NamedFigure>
      <NamedFigure name="In flight">
        <Figure reading={figures.inFlight} />
      </NamedFigure>
      {figures.broadcast === null ? (
        <>
          <NamedFigure name="Waiting retry">
            <Figure reading={figures.waiting} tone="waiting" />
          </NamedFigure>
          <NamedFigure name="Dead letters">
            <Figure reading={figures.dead} tone="dlq" />
          </NamedFigure>
          <NamedFigure name="Move to the DLQ within 1 h if every attempt fails">
            <Figure reading={deathsDue} tone="dlq" />
          </NamedFigure>
        </>
      ) : (
        <NamedFigure name="Failed in the last hour, not retried">
          <Figure reading={figures.broadcast.failedLastHour} tone="dlq" />
        </NamedFigure>
      )}
      {isBroadcast ? null : (
        <NamedFigure name="Max retries">
          {group.maxRetries === 0 ? '0' : `${group.maxRetries}, ${describePolicy(group.retryPolicy)}`}
        </NamedFigure>
      )}
    </FiguresLine>
  );
}
