'use client';

import type { ReactNode } from 'react';
import { BrokerFigure } from '@/components/clusters/figure';
import { formatDuration } from '@/components/ui/duration.model';
import { formatCount } from '@/components/ui/number.model';
import { AsOf } from '@/components/ui/time';
import type { GroupSettings } from '@/lib/model/group/group-settings';
import { type BeforeAfter, type PolicyEffect, timeToDlqMs } from '@/lib/model/delivery/policy-effect';
import { mapReading, type Reading, valueOrNull } from '@/lib/model/reading';
import type { EngineKind } from '@/lib/model/workspace';
import styles from '@/components/form/version.module.css';
import { LossMoment, momentOf } from './loss-moment';
import { WhatIfRow } from './what-if-row';
import { msg, pieces, t } from '@/lib/model/language/t';
import { Said } from '@/components/ui/said';
import { sentences } from '@/lib/model/language/list';

/** What the rows of a table say, where the engines differ. */
const WORDS = {
  embedded: {
    total: msg('First failure to the DLQ'),
    all: msg('Failed and not finished: {count}'),
    inFlight: msg('In flight, on the last attempt'),
    after: msg('A waiting message keeps its due time; the new intervals apply from its next failure.'),
  },
  cluster: {
    total: msg('First failure to the last delivery'),
    all: msg('Failed or in flight: {count}'),
    inFlight: msg('In flight or waiting for the next attempt, no attempt left'),
    after: msg(
      `A waiting message keeps its due time. A message with no attempt left moves to the DLQ when its interval ends
      and a client requests messages: the last failure is followed by one more interval. Times are those of push
      consumers; a simple consumer sets its own intervals.`,
    ),
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
        <h2>{t('Effect of saving now')}</h2>
        <span className="panel-end row">
          {found === null ? null : <AsOf at={found.asOf} />}
          {action}
        </span>
      </header>
      <table className={styles.compare}>
        <thead>
          <tr>
            <th scope="col">
              <span className="visually-hidden">{t('Effect')}</span>
            </th>
            <th scope="col">v{versions[0]}</th>
            <th scope="col">v{versions[1]}</th>
          </tr>
        </thead>
        <tbody>
          <WhatIfRow
            label={t('Move to the DLQ within 1 h if every attempt fails')}
            before={<BrokerFigure reading={count('lostInHour', 'before')} />}
            after={<BrokerFigure reading={count('lostInHour', 'after')} tone="dlq" />}
            same={isSame('lostInHour')}
          />
          <WhatIfRow
            label={t('First of them')}
            before={<LossMoment of={momentOf(effect, 'before')} />}
            after={<LossMoment of={momentOf(effect, 'after')} />}
            same={isSame('firstLossAt')}
          />
          <WhatIfRow
            label={t('Waiting, no attempt left')}
            before={<BrokerFigure reading={count('noneLeft', 'before')} />}
            after={<BrokerFigure reading={count('noneLeft', 'after')} tone="dlq" />}
            same={isSame('noneLeft')}
          />
          <WhatIfRow
            label={t(words.inFlight)}
            before={<BrokerFigure reading={count('lastInFlight', 'before')} />}
            after={<BrokerFigure reading={count('lastInFlight', 'after')} tone="dlq" />}
            same={isSame('lastInFlight')}
          />
          <WhatIfRow
            label={
              <Said
                of={pieces(words.all, {
                  count: <BrokerFigure reading={mapReading(effect, ({ messages }) => messages)} />,
                })}
              />
            }
            before={t('{retries, plural, one {# retry} other {# retries}} each', { retries: before.maxRetries })}
            after={
              more === 0
                ? t('as before')
                : more > 0
                  ? t('{count, number} more', { count: more })
                  : t('{count, number} fewer', { count: -more })
            }
            same={more === 0 || found?.messages === 0}
          />
          <WhatIfRow
            label={t('Deliveries per message')}
            before={formatCount(before.maxRetries + 1)}
            after={formatCount(after.maxRetries + 1)}
            same={more === 0}
          />
          <WhatIfRow
            label={after.deliveryOrder === 'ordered' ? t('A key is blocked for at most') : t(words.total)}
            before={formatDuration(totals[0])}
            after={formatDuration(totals[1])}
            same={totals[0] === totals[1]}
          />
          <WhatIfRow label={t('Existing dead letters')} before={t('unchanged')} after={t('unchanged')} same />
        </tbody>
        {children}
      </table>
      <footer>{sentences(t(words.after), ...notes)}</footer>
    </section>
  );
}
