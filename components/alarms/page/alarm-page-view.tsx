'use client';

import { RotateCw } from 'lucide-react';
import Link from 'next/link';
import { useRouter } from 'next/navigation';
import { useState } from 'react';
import { LetterDialog } from '@/components/dead-letters/letter-dialog';
import { PartProblem } from '@/components/live/part-problem';
import { ReadProblem } from '@/components/live/read-problem';
import { type LiveQuery, useLiveQuery } from '@/components/live/use-live-query';
import { useShortcut } from '@/components/keyboard/use-shortcut';
import { Button, ButtonLink } from '@/components/ui/button';
import { DrainValue } from '@/components/ui/drain';
import { PageHeader } from '@/components/ui/page-header';
import { RelativeTime, Time } from '@/components/ui/time';
import type { AlarmHistory, AlarmLetters } from '@/lib/console/reads/alarm';
import { fingerprintOfSubject, groupOfSubject } from '@/lib/model/alarm/subject';
import { WATCHES } from '@/lib/model/alarm/watch';
import type { ReadResult } from '@/lib/model/read-result';
import { AlarmBadge } from '../alarm-badge';
import { conditionWords, whereText, WHY } from '../alarms.model';
import { TakeDialog, type Taking } from '../take-dialog';
import { AlarmCausesPanel } from './alarm-causes-panel';
import { AlarmChanges } from './alarm-changes';
import { AlarmChart } from './alarm-chart';
import { AlarmEvents } from './alarm-events';
import { AlarmFix } from './alarm-fix';
import { knownOf, lettersSentence, nextStep, valueSentence } from './alarm-page.model';
import styles from './alarm-page.module.css';
import { DealtBar } from './dealt-bar';

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
  return (
    <>
      <PageHeader
        title={`${WATCHES[alarm.watch].says}: ${whereText(alarm)}`}
        marks={<AlarmBadge alarm={alarm} />}
        actions={<Actions alarm={alarm} mayNotTake={mayNotTake} mayNotAccept={mayNotAccept} onAsk={setTaking} />}
      >
        <Since page={page} staleAt={query.error === null ? null : (query.asOf ?? initial.asOf)} />
      </PageHeader>
      {query.error === null ? null : (
        <section className="panel">
          <ReadProblem error={query.error} onRetry={query.retry} />
        </section>
      )}
      <Lead page={page} letters={letters.data} />
      <Evidence id={id} page={page} letters={letters} />
      <AlarmEvents page={page} asOf={query.asOf ?? initial.asOf} error={query.error} onRetry={query.retry} />
      {taking === 'accept' ? (
        <LetterDialog verb="accept" scope={scopeOf(alarm.subject)} onClose={close} onDone={query.retry} />
      ) : null}
      {taking === null || taking === 'accept' ? null : (
        <TakeDialog kind={taking} alarm={alarm} onClose={close} onDone={query.retry} />
      )}
    </>
  );
}

type Asked = Taking | 'accept';

interface ActionsProps extends Pick<AlarmPageViewProps, 'mayNotTake' | 'mayNotAccept'> {
  readonly alarm: AlarmHistory['alarm'];
  readonly onAsk: (what: Asked) => void;
}

/** What can be done with the alarm itself. */
function Actions({ alarm, mayNotTake, mayNotAccept, onAsk }: ActionsProps) {
  const isOpen = alarm.resolvedAt === null;
  const mayAcknowledge = isOpen && alarm.acknowledgedBy === null;
  // A silence outlives its alarm, and can be ended later.
  const maySilence = isOpen || alarm.silencedUntil !== null;
  const silence: Taking = alarm.silencedUntil === null ? 'silence' : 'unsilence';
  const mayAccept = isOpen && WATCHES[alarm.watch].ofDeadLetters && alarm.remaining !== 0;
  useShortcut('e', () => onAsk('acknowledge'), 'Acknowledge the alarm', mayAcknowledge && mayNotTake === null);
  useShortcut('z', () => onAsk(silence), 'Silence the alarm, or end its silence', maySilence && mayNotTake === null);
  return (
    <>
      {mayAcknowledge ? (
        <Button keys="e" disabledReason={mayNotTake} onClick={() => onAsk('acknowledge')}>
          Acknowledge
        </Button>
      ) : null}
      {maySilence ? (
        <Button variant="ghost" keys="z" disabledReason={mayNotTake} onClick={() => onAsk(silence)}>
          {alarm.silencedUntil === null ? 'Silence…' : 'End silence'}
        </Button>
      ) : null}
      {mayAccept ? (
        <Button variant="ghost" disabledReason={mayNotAccept} onClick={() => onAsk('accept')}>
          Accept…
        </Button>
      ) : null}
    </>
  );
}

interface LeadProps {
  readonly page: AlarmHistory;
  readonly letters: AlarmLetters | null | undefined;
}

/** The sentence, the one next step, and the outcome of the dead letters. */
function Lead({ page, letters }: LeadProps) {
  const { alarm } = page;
  const isOpen = alarm.resolvedAt === null;
  const sentence = lettersSentence(alarm, knownOf(letters?.causes)) ?? valueSentence(alarm);
  return (
    <section
      className={`panel ${styles.lead}`}
      data-end={isOpen ? 'open' : alarm.resolvedWhy === 'expired' ? 'lost' : 'over'}
      aria-label="What it is and what to do next"
    >
      <div className={styles.say}>
        <div>
          <p className={styles.sentence} title={sentence}>
            {sentence}
          </p>
          <LastDeath alarm={alarm} letters={letters} />
        </div>
        <Next page={page} />
      </div>
      {WATCHES[alarm.watch].ofDeadLetters ? <DealtBar alarm={alarm} evaluatedAt={page.evaluatedAt} /> : null}
    </section>
  );
}

function Next({ page }: { readonly page: AlarmHistory }) {
  const router = useRouter();
  const { label, href, note } = nextStep(page);
  const isPage = !href.startsWith('/api/');
  const isOpen = page.alarm.resolvedAt === null;
  const isPlan = href.startsWith('/redrives/new');
  useShortcut('r', () => router.push(href), label, isPage);
  return (
    <div className={styles.next}>
      {isPage ? (
        <ButtonLink
          href={href}
          variant={isOpen ? 'primary' : 'default'}
          size="large"
          keys="r"
          {...(isPlan ? { icon: RotateCw } : {})}
        >
          {label}
        </ButtonLink>
      ) : (
        <a href={href}>{label}</a>
      )}
      {note === null ? null : <span className="small text-2">{note}</span>}
    </div>
  );
}

interface EvidenceProps {
  readonly id: string;
  readonly page: AlarmHistory;
  readonly letters: Pick<LiveQuery<AlarmLetters | null>, 'data' | 'error' | 'retry'>;
}

function Evidence({ id, page: { alarm, redrives }, letters: { data, error, retry } }: EvidenceProps) {
  const isOfLetters = WATCHES[alarm.watch].ofDeadLetters;
  return (
    <div className={styles.columns}>
      <div className="col col-wide">
        <AlarmChart id={id} alarm={alarm} changes={knownOf(data?.changes) ?? []} />
        {isOfLetters && data !== null ? <AlarmCausesPanel alarm={alarm} letters={data} onRetry={retry} /> : null}
      </div>
      <div className="col col-wide">
        {isOfLetters ? <AlarmFix letters={data ?? null} redrives={redrives} isLoading={data === undefined} /> : null}
        {data === null ? null : <AlarmChanges alarm={alarm} letters={data} />}
        {error === null ? null : (
          <section className="panel">
            <PartProblem what="Why and what changed" reason={error.message} onRetry={retry} />
          </section>
        )}
      </div>
    </div>
  );
}

/** @param props.staleAt when it could not be read again: of when this is */
function Since({ page: { alarm }, staleAt }: { readonly page: AlarmHistory; readonly staleAt: string | null }) {
  return (
    <>
      {staleAt === null ? null : (
        <>
          As of <Time at={staleAt} style="clock" />:{' '}
        </>
      )}
      Since <Time at={alarm.firedAt} withRelative />. Rule: {conditionWords(alarm)}, {alarm.severity}.
      {alarm.acknowledgedBy !== null
        ? ` Acknowledged by ${alarm.acknowledgedBy.split('@')[0]}.`
        : alarm.resolvedAt === null
          ? ' Not acknowledged.'
          : ''}
      {alarm.silencedUntil === null ? null : (
        <>
          {' '}
          Silenced until <Time at={alarm.silencedUntil} /> ({alarm.silenceReason}).
        </>
      )}
      {alarm.resolvedAt === null ? null : (
        <>
          {' '}
          Ended <Time at={alarm.resolvedAt} /> {WHY[alarm.resolvedWhy ?? '']}.
        </>
      )}
      {alarm.drain === null ? null : (
        <>
          {' '}
          Time to drain: <DrainValue reading={alarm.drain} />.
        </>
      )}
    </>
  );
}

interface LastDeathProps {
  readonly alarm: AlarmHistory['alarm'];
  readonly letters: AlarmLetters | null | undefined;
}

/** What is lost next. */
function LastDeath({ alarm, letters }: LastDeathProps) {
  const causes = knownOf(letters?.causes);
  if (alarm.resolvedAt !== null || causes === null || causes.lastAt === null) return null;
  return (
    <p className="text-2">
      The last one died <RelativeTime at={causes.lastAt} />.{' '}
      {causes.expiresAt === null ? (
        'None of them expires.'
      ) : (
        <>
          The first of them expire <Time at={causes.expiresAt} />, unless they are held.
        </>
      )}{' '}
      <Link href={alarm.evidence} prefetch={false} className="underlined">
        {WATCHES[alarm.watch].evidence.says}
      </Link>
    </p>
  );
}
