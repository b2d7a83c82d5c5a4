'use client';

import { useState } from 'react';
import { PartProblem } from '@/components/live/part-problem';
import { ReadProblem } from '@/components/live/read-problem';
import { useHere } from '@/components/live/use-here';
import { type LiveQuery, useLiveQuery } from '@/components/live/use-live-query';
import { useCrumbs } from '@/components/parts/page-crumbs';
import { OnDemand } from '@/components/ui/on-demand';
import { PageHeader } from '@/components/ui/page-header';
import type { AlarmHistory, AlarmLetters } from '@/lib/console/operations/alarms/views';
import { fingerprintOfSubject, groupOfSubject } from '@/lib/model/alarm/subject';
import { isKept, SIGNALS } from '@/lib/model/signal/signal';
import type { ReadResult } from '@/lib/model/read-result';
import { AlarmStateBadge } from '../alarm-badge';
import { alarmName, whereText } from '../alarms.model';
import { TakeDialog } from '../take-dialog';
import { AlarmActions, type Asked } from './alarm-actions';
import { AlarmCausesPanel } from './alarm-causes-panel';
import { AlarmChanges } from './alarm-changes';
import { AlarmChart } from './alarm-chart';
import { AlarmEvents } from './alarm-events';
import { AlarmFix } from './alarm-fix';
import { AlarmLead } from './alarm-lead';
import { knownOf } from './alarm-page.model';
import styles from './alarm-page.module.css';
import { AlarmSince } from './alarm-since';
import { t } from '@/lib/model/language/t';

const loadAccept = () => import('@/components/parts/letter-dialog');

interface AlarmPageViewProps {
  readonly id: string;
  readonly initial: ReadResult<AlarmHistory>;
  readonly mayNotTake: string | null;
  readonly mayNotAccept: string | null;
}

/** What the alarm counts. */
function scopeOf(subject: string): { readonly group: string; readonly cause?: string } {
  const cause = fingerprintOfSubject(subject);
  return { group: groupOfSubject(subject), ...(cause === null ? {} : { cause }) };
}

/** Where a notification leads: what, since when, why, what changed, and the one next step. */
export function AlarmPageView({ id, initial, mayNotTake, mayNotAccept }: AlarmPageViewProps) {
  const [taking, setTaking] = useState<Asked | null>(null);
  const query = useLiveQuery('alarm', { id }, { initial, live: { kinds: ['alarm', 'redrive'] } });
  const letters = useLiveQuery('alarmLetters', { id }, { live: { kinds: ['alarm'] } });
  const page = query.data ?? initial.data;
  const { alarm } = page;
  const close = () => setTaking(null);
  const here = useHere();
  const [says, where] = [t(SIGNALS[alarm.watch].says), whereText(alarm)];
  useCrumbs([
    { href: here('/alarms'), label: t('Alarms') },
    { href: here(`/alarms/${id}`), label: alarmName(alarm) },
  ]);
  return (
    <>
      <PageHeader
        title={t('{what}: {where}', { what: says, where })}
        marks={<AlarmStateBadge alarm={alarm} />}
        actions={<AlarmActions alarm={alarm} mayNotTake={mayNotTake} mayNotAccept={mayNotAccept} onAsk={setTaking} />}
      >
        <AlarmSince alarm={alarm} staleAt={query.error === null ? null : (query.asOf ?? initial.asOf)} />
      </PageHeader>
      {query.error === null ? null : (
        <section className="panel">
          <ReadProblem error={query.error} onRetry={query.retry} />
        </section>
      )}
      <AlarmLead page={page} letters={letters.data} />
      <Evidence id={id} page={page} letters={letters} />
      <AlarmEvents page={page} asOf={query.asOf ?? initial.asOf} error={query.error} onRetry={query.retry} />
      <OnDemand load={loadAccept} isWanted={taking === 'accept'} onCancel={close}>
        {({ LetterDialog }) =>
          taking === 'accept' ? (
            <LetterDialog verb="accept" scope={scopeOf(alarm.subject)} onClose={close} onDone={query.retry} />
          ) : null
        }
      </OnDemand>
      {taking === null || taking === 'accept' ? null : (
        <TakeDialog kind={taking} alarm={alarm} onClose={close} onDone={query.retry} />
      )}
    </>
  );
}

interface EvidenceProps {
  readonly id: string;
  readonly page: AlarmHistory;
  readonly letters: Pick<LiveQuery<AlarmLetters | null>, 'data' | 'error' | 'retry'>;
}

function Evidence({ id, page: { alarm, redrives }, letters: { data, error, retry } }: EvidenceProps) {
  const isOfLetters = SIGNALS[alarm.watch].ofDeadLetters;
  return (
    <div className={styles.columns}>
      <div className="col col-wide">
        {isKept(alarm.watch) ? (
          <AlarmChart id={id} alarm={alarm} changes={knownOf(data?.changes) ?? []} />
        ) : (
          <NotKept watch={alarm.watch} />
        )}
        {isOfLetters && data !== null ? <AlarmCausesPanel alarm={alarm} letters={data} onRetry={retry} /> : null}
      </div>
      <div className="col col-wide">
        {isOfLetters ? <AlarmFix alarm={alarm} letters={data} redrives={redrives} /> : null}
        {data === null ? null : <AlarmChanges alarm={alarm} letters={data} />}
        {error === null ? null : (
          <section className="panel">
            <PartProblem what={t('Causes and changes')} reason={error.message} onRetry={retry} />
          </section>
        )}
      </div>
    </div>
  );
}

/** It is compared as it is, not read from the history. */
function NotKept({ watch }: Pick<AlarmHistory['alarm'], 'watch'>) {
  return (
    <section className="panel">
      <header>
        <h2>{t(SIGNALS[watch].says)}</h2>
      </header>
      <p className="panel-body small text-2">
        {t(
          `No chart: this alarm checks the current state of the cluster every 10 s, which is not stored in the
            history.`,
        )}
      </p>
    </section>
  );
}
