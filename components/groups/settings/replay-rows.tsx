'use client';

import { useState } from 'react';
import { ReadProblem } from '@/components/live/read-problem';
import { useReadByHand } from '@/components/live/use-asked-read';
import { Button } from '@/components/ui/button';
import { formatCount } from '@/components/ui/number.model';
import { AsOf, Time } from '@/components/ui/time';
import type { RetryLimits } from '@/lib/model/delivery/forecast';
import { peakWords, type Replay, replayWords, undecidedWords, unknownEnds } from './replay.model';
import { WhatIfRow } from './what-if-row';
import styles from './replay.module.css';
import { between, pieces, t } from '@/lib/model/language/t';
import { Said } from '@/components/ui/said';
import { enumerated } from '@/lib/model/language/list';
import { whyNot } from '@/lib/model/why-not';
import type { EngineKind } from '@/lib/model/workspace';

interface ReplayRowsProps {
  readonly group: string;
  readonly before: RetryLimits;
  readonly after: RetryLimits;
  /** What saving would make. */
  readonly version: number;
}

/** Where the failures are not on record. */
export function NoReplay({ engine }: { readonly engine: EngineKind }) {
  return (
    <tbody>
      <tr>
        <td colSpan={3} className={styles.notes}>
          {whyNot(engine, 'policy-replay')}
        </td>
      </tr>
    </tbody>
  );
}

/** What the proposed policy would have made of the failures of the last 24 hours; asked by hand, it reads much. */
export function ReplayRows({ group, before, after, version }: ReplayRowsProps) {
  const { found, error, isRunning, ask } = useReadByHand('policyReplay');
  const [asked, setAsked] = useState('');
  const draft = keyOf(after);
  const replay = asked === draft ? (found?.replay ?? null) : null;
  const run = () => {
    setAsked(draft);
    ask({ group, maxRetries: after.maxRetries, retryPolicy: JSON.stringify(after.retryPolicy) });
  };
  const off = draft === keyOf(before) ? t('Change max retries or the retry interval first.') : null;
  const isBroadcast = asked === draft && found !== null && found.replay === null;
  const isShown = replay !== null && !isRunning && error === null;
  return (
    <tbody>
      <tr>
        <th scope="rowgroup" colSpan={3}>
          <span className={styles.head}>
            <b>{t('Failures of the last 24 h')}</b>
            {isShown ? <AsOf at={replay.asOf} /> : null}
            <Button size="small" disabledReason={off} pending={isRunning} onClick={run}>
              {isShown ? t('Replay again') : t('Replay with this policy')}
            </Button>
          </span>
          <span role="status" className={styles.says}>
            {isRunning ? t('Replaying the failures of the last 24 h with this policy…') : ''}
            {isShown ? replayWords(replay, version) : ''}
            {isBroadcast ? t('A broadcast group retries nothing, so there is nothing to replay.') : ''}
            {asked !== '' && asked !== draft && off === null ? t('The policy has changed since the last replay.') : ''}
          </span>
          <ReadProblem error={error} onRetry={run} />
        </th>
      </tr>
      {isShown && replay.messages > 0 ? <Rows replay={replay} /> : null}
    </tbody>
  );
}

function Rows({ replay }: { readonly replay: Replay }) {
  const { before, after, cutAt, dead } = replay;
  const counted = (text: string): string => (cutAt === null ? text : t('at least {amount}', { amount: text }));
  const row = (label: string, was: number, is: number, isHarm = false) => (
    <WhatIfRow
      label={label}
      before={counted(formatCount(was))}
      after={<span className={isHarm && is > was ? styles.harm : ''}>{counted(formatCount(is))}</span>}
      same={was === is}
    />
  );
  const reasons = undecidedWords(replay);
  return (
    <>
      {row(
        t('Would have been consumed, of {count, plural, one {# dead letter} other {# dead letters}}', { count: dead }),
        before.rescued,
        after.rescued,
      )}
      {row(t('Consumed messages that would be dead letters'), before.lost, after.lost, true)}
      {row(t('Moved to the DLQ sooner than before'), before.sooner, after.sooner, true)}
      {row(t('Finished messages that would still wait'), before.waiting, after.waiting)}
      {row(t("Can't tell"), unknownEnds(replay, before), unknownEnds(replay, after))}
      <WhatIfRow
        label={t('Retries in the busiest second')}
        before={counted(peakWords(before))}
        after={counted(peakWords(after))}
        same={peakWords(before) === peakWords(after)}
      />
      <tr>
        <td colSpan={3} className={styles.notes}>
          {reasons.length === 0 ? null : `${t("Can't tell: {reasons}.", { reasons: enumerated(reasons) })}${between()}`}
          {cutAt === null ? null : (
            <>
              <Said
                of={pieces(
                  'More messages failed than can be read: only messages that failed since {time} are included.',
                  {
                    time: <Time at={cutAt} />,
                  },
                )}
              />
              {between()}
            </>
          )}
          {t(
            `A retry is assumed to fail between two recorded failures of its message or cause, and to succeed after a
            success that no later failure of the cause contradicts. Each runs as long as the recorded one.`,
          )}
        </td>
      </tr>
    </>
  );
}

function keyOf({ maxRetries, retryPolicy }: RetryLimits): string {
  return JSON.stringify([maxRetries, Object.entries(retryPolicy).toSorted(([one], [other]) => (one < other ? -1 : 1))]);
}
