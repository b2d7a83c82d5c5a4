'use client';

import type { ReactNode } from 'react';
import { BrokerFigure } from '@/components/clusters/figure';
import { formatDuration } from '@/components/ui/duration.model';
import { formatCount, plural } from '@/components/ui/number.model';
import { AsOf } from '@/components/ui/time';
import type { GroupSettings } from '@/lib/model/group/group-settings';
import { type BeforeAfter, type PolicyEffect, timeToDlqMs } from '@/lib/model/delivery/policy-effect';
import { mapReading, type Reading, valueOrNull } from '@/lib/model/reading';
import type { EngineKind } from '@/lib/model/workspace';
import styles from '@/components/form/version.module.css';
import { LossMoment, momentOf } from './loss-moment';
import { WhatIfRow } from './what-if-row';

/** What the rows of a table say, where the engines differ. */
const WORDS = {
  embedded: {
    total: 'First failure to the DLQ',
    all: 'Failed and not finished',
    inFlight: 'In flight, no attempt left after it',
    after: 'A waiting message keeps its due time; the new intervals count from its next failure.',
  },
  cluster: {
    total: 'First failure to the last delivery',
    all: 'Failed, or in flight',
    inFlight: 'In flight or backing off, no attempt left',
    after:
      'A waiting message keeps its due time. One with no attempt left moves to the DLQ when its wait ends and a ' +
      'client asks for messages: the last failure is followed by one more wait. Times are those of push consumers; a simple ' +
      'consumer chooses its own waits.',
  },
} as const satisfies Record<EngineKind, object>;

interface WhatIfTableProps {
  /** Saved, and what saving would make. */
  readonly versions: readonly [number, number];
  readonly before: GroupSettings;
  readonly after: GroupSettings;
  readonly engine: EngineKind;
  readonly effect: Reading<PolicyEffect>;
  /** Beside the time of the reading. */
  readonly action?: ReactNode;
  /** What else there is to know about the numbers. */
  readonly notes: readonly string[];
  /** Further rows. */
  readonly children?: ReactNode;
}

/** What saving now means for the messages that failed already. */
export function WhatIfTable(props: WhatIfTableProps) {
  const { versions, before, after, engine, effect, action = null, notes, children } = props;
  const words = WORDS[engine];
  const more = after.maxRetries - before.maxRetries;
  const found = valueOrNull(effect);
  const totals = [timeToDlqMs(before), timeToDlqMs(after)] as const;
  const isSame = (field: 'lostInHour' | 'noneLeft' | 'lastInFlight' | 'firstLossAt') =>
    found !== null && found[field].before === found[field].after;
  const count = (field: 'lostInHour' | 'noneLeft' | 'lastInFlight', side: keyof BeforeAfter<number>) =>
    mapReading(effect, (known) => known[field][side]);
  return (
    <section className="panel">
      <header>
        <h2>Effect of saving now</h2>
        <span className="panel-end row">
          {found === null ? null : <AsOf at={found.asOf} />}
          {action}
        </span>
      </header>
      <table className={styles.compare}>
        <thead>
          <tr>
            <th scope="col">
              <span className="visually-hidden">Effect</span>
            </th>
            <th scope="col">v{versions[0]}</th>
            <th scope="col">v{versions[1]}</th>
          </tr>
        </thead>
        <tbody>
          <WhatIfRow
            label="Move to the DLQ within 1 h if every attempt fails"
            before={<BrokerFigure reading={count('lostInHour', 'before')} />}
            after={<BrokerFigure reading={count('lostInHour', 'after')} tone="dlq" />}
            same={isSame('lostInHour')}
          />
          <WhatIfRow
            label="The first of them"
            before={<LossMoment of={momentOf(effect, 'before')} />}
            after={<LossMoment of={momentOf(effect, 'after')} />}
            same={isSame('firstLossAt')}
          />
          <WhatIfRow
            label="Waiting, no attempt left"
            before={<BrokerFigure reading={count('noneLeft', 'before')} />}
            after={<BrokerFigure reading={count('noneLeft', 'after')} tone="dlq" />}
            same={isSame('noneLeft')}
          />
          <WhatIfRow
            label={words.inFlight}
            before={<BrokerFigure reading={count('lastInFlight', 'before')} />}
            after={<BrokerFigure reading={count('lastInFlight', 'after')} tone="dlq" />}
            same={isSame('lastInFlight')}
          />
          <WhatIfRow
            label={
              <>
                {words.all}, <BrokerFigure reading={mapReading(effect, ({ messages }) => messages)} />
              </>
            }
            before={`${plural(before.maxRetries, 'retry', 'retries')} each`}
            after={
              more === 0
                ? 'as before'
                : `${more > 0 ? 'get' : 'lose'} ${formatCount(Math.abs(more))}${more > 0 ? ' more' : ''}`
            }
            same={more === 0 || found?.messages === 0}
          />
          <WhatIfRow
            label="Deliveries per message"
            before={formatCount(before.maxRetries + 1)}
            after={formatCount(after.maxRetries + 1)}
            same={more === 0}
          />
          <WhatIfRow
            label={after.deliveryOrder === 'ordered' ? 'A key is blocked for at most' : words.total}
            before={formatDuration(totals[0])}
            after={formatDuration(totals[1])}
            same={totals[0] === totals[1]}
          />
          <WhatIfRow label="Existing dead letters" before="unchanged" after="unchanged" same />
        </tbody>
        {children}
      </table>
      <footer>{[words.after, ...notes].join(' ')}</footer>
    </section>
  );
}
