'use client';

import { useState } from 'react';
import { ReadProblem } from '@/components/live/read-problem';
import { useReadByHand } from '@/components/live/use-asked-read';
import { Button } from '@/components/ui/button';
import { formatCount, plural } from '@/components/ui/number.model';
import { AsOf, Time } from '@/components/ui/time';
import type { RetryLimits } from '@/lib/model/delivery/forecast';
import { peakWords, type Replay, replayWords, undecidedWords, unknownEnds } from './replay.model';
import { WhatIfRow } from './what-if-row';
import styles from './replay.module.css';

interface ReplayRowsProps {
  readonly group: string;
  readonly before: RetryLimits;
  readonly after: RetryLimits;
  /** What saving would make. */
  readonly version: number;
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
  const off = draft === keyOf(before) ? 'Change max retries or the back-off first.' : null;
  const isBroadcast = asked === draft && found !== null && found.replay === null;
  const isShown = replay !== null && !isRunning && error === null;
  return (
    <tbody>
      <tr>
        <th scope="rowgroup" colSpan={3}>
          <span className={styles.head}>
            <b>Failures of the last 24 h</b>
            {isShown ? <AsOf at={replay.asOf} /> : null}
            <Button size="small" disabledReason={off} pending={isRunning} onClick={run}>
              {isShown ? 'Replay again' : 'Replay with this policy'}
            </Button>
          </span>
          <span role="status" className={styles.says}>
            {isRunning ? 'Replaying the failures of the last 24 h with this policy…' : ''}
            {isShown ? replayWords(replay, version) : ''}
            {isBroadcast ? 'A broadcast group retries nothing, so there is nothing to replay.' : ''}
            {asked !== '' && asked !== draft && off === null ? 'The policy has changed since the last replay.' : ''}
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
  const atLeast = cutAt === null ? '' : 'at least ';
  const row = (label: string, was: number, is: number, isHarm = false) => (
    <WhatIfRow
      label={label}
      before={`${atLeast}${formatCount(was)}`}
      after={<span className={isHarm && is > was ? styles.harm : ''}>{`${atLeast}${formatCount(is)}`}</span>}
      same={was === is}
    />
  );
  const reasons = undecidedWords(replay);
  return (
    <>
      {row(`Consumed, of ${plural(dead, 'dead letter')}`, before.rescued, after.rescued)}
      {row('Dead letters, of consumed messages', before.lost, after.lost, true)}
      {row('In the DLQ sooner than they were', before.sooner, after.sooner, true)}
      {row('Waiting still, of ended messages', before.waiting, after.waiting)}
      {row("Can't tell", unknownEnds(replay, before), unknownEnds(replay, after))}
      <WhatIfRow
        label="Retries in the busiest second"
        before={`${atLeast}${peakWords(before)}`}
        after={`${atLeast}${peakWords(after)}`}
        same={peakWords(before) === peakWords(after)}
      />
      <tr>
        <td colSpan={3} className={styles.notes}>
          {reasons.length === 0 ? null : `Can't tell: ${reasons.join('; ')}. `}
          {cutAt === null ? null : (
            <>
              More messages failed than can be read: these are the ones that failed last, since <Time at={cutAt} />
              .{' '}
            </>
          )}
          A retry is taken to fail between two recorded failures of its message or cause, and to succeed after a success
          that no later failure of the cause contradicts. Each runs as long as the recorded one did.
        </td>
      </tr>
    </>
  );
}

function keyOf({ maxRetries, retryPolicy }: RetryLimits): string {
  return JSON.stringify([maxRetries, Object.entries(retryPolicy).toSorted(([one], [other]) => (one < other ? -1 : 1))]);
}
