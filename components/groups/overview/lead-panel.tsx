'use client';

import { CircleCheck, RotateCw, SquareX, TriangleAlert } from 'lucide-react';
import { DataTable } from '@/components/data-table/data-table';
import { useShortcut } from '@/components/keyboard/use-shortcut';
import { useWorkspace } from '@/components/live/use-workspace';
import { causeHref, groupHref } from '@/components/parts/names';
import { Button, ButtonLink } from '@/components/ui/button';
import { EmptyState } from '@/components/ui/empty-state';
import { Link } from '@/components/ui/link';
import { SentenceBar } from '@/components/ui/sentence-bar';
import { AsOf, RelativeTime, Time } from '@/components/ui/time';
import { usePush } from '@/components/ui/use-push';
import type { GroupDeadLettersView } from '@/lib/console/operations/dead-letters/views';
import type { GroupHead, GroupOverview } from '@/lib/console/operations/groups/views';
import { valueOrNull } from '@/lib/model/reading';
import { causeColumns } from './cause-columns';
import { causeLines, fixWords, notIndexedWords, restWords, shareWords } from './lead.model';
import { failuresText } from './unreported.model';
import styles from './overview.module.css';
import { between, pieces, t } from '@/lib/model/language/t';
import { Said } from '@/components/ui/said';

const SHOWN = 4;

interface LeadPanelProps {
  readonly group: string;
  readonly dead: GroupDeadLettersView;
  /** Failures of the last 60 minutes; null: an attached cluster does not count them. */
  readonly overview: Pick<GroupOverview, 'causes' | 'failures' | 'broadcast'> | null;
  readonly figures: GroupHead['figures'];
}

/** What failed, why, and the one thing to do about it. */
export function LeadPanel(props: LeadPanelProps) {
  const total = valueOrNull(props.dead.total) ?? 0;
  return total > 0 ? <DeadLead {...props} total={total} /> : <FailingLead {...props} />;
}

function DeadLead({ group, dead, overview, total }: LeadPanelProps & { readonly total: number }) {
  const push = usePush();
  const workspace = useWorkspace();
  const blocked = dead.redriveNotAllowed;
  const plan = (): void => {
    if (blocked === null) push(`/redrives/new?${new URLSearchParams({ group, all: '1' })}`);
  };
  useShortcut('r', plan, t('Plan a re-drive of all dead letters of the group'));
  const isFloor = dead.total.kind === 'value' && dead.total.atLeast === true;
  return (
    <SentenceBar
      label={t('What failed')}
      tone="danger"
      icon={SquareX}
      sentence={
        <>
          <DeadSince total={total} isFloor={isFloor} at={dead.firstAt} />
          {between()}
          {shareWords(dead)}
        </>
      }
      detail={
        <>
          {dead.lastAt === null ? null : (
            <>
              <Said of={pieces('Last dead letter: {time}.', { time: <RelativeTime at={dead.lastAt} /> })} />
              {between()}
            </>
          )}
          {fixWords(dead.outcomes, workspace === null)}
          {dead.total.kind === 'value' ? (
            <>
              {between()}
              <AsOf at={dead.total.asOf} />
            </>
          ) : null}
        </>
      }
      action={
        <Button variant="primary" size="large" icon={RotateCw} keys="r" onClick={plan} disabledReason={blocked}>
          {isFloor ? t('Plan re-drive of all…') : t('Plan re-drive of {count, number}…', { count: total })}
        </Button>
      }
    >
      <Causes group={group} dead={dead} overview={overview} />
    </SentenceBar>
  );
}

interface DeadSinceProps {
  readonly total: number;
  /** There may be more. */
  readonly isFloor: boolean;
  readonly at: string | null;
}

function DeadSince({ total, isFloor, at }: DeadSinceProps) {
  const given = { total, isFloor: isFloor ? 'yes' : 'no' };
  return at === null ? (
    t(
      `{isFloor, select, yes {At least {total, plural, one {# dead letter} other {# dead letters}}.} other {{total,
      plural, one {# dead letter} other {# dead letters}}.}}`,
      given,
    )
  ) : (
    <Said
      of={pieces(
        `{isFloor, select, yes {At least {total, plural, one {# dead letter} other {# dead letters}} since {time}.}
        other {{total, plural, one {# dead letter} other {# dead letters}} since {time}.}}`,
        { ...given, time: <Time at={at} /> },
      )}
    />
  );
}

/** No dead letter: what fails now, or that nothing does. */
function FailingLead({ group, dead, overview, figures }: LeadPanelProps) {
  if (overview === null) {
    const isNone = valueOrNull(figures.dead) === 0;
    const icon = isNone ? CircleCheck : TriangleAlert;
    return <SentenceBar label={t('What failed')} tone="quiet" icon={icon} sentence={notIndexedWords(figures.dead)} />;
  }
  const { failures } = overview;
  if (failures.kind === 'unknown')
    return (
      <SentenceBar
        label={t('What failed')}
        tone="quiet"
        icon={TriangleAlert}
        sentence={t('No dead letters. Failures of the last 60 minutes are unknown: {reason}.', {
          reason: failures.reason,
        })}
      />
    );
  const minutes = failures.value;
  const failed = minutes.reduce((sum, minute) => sum + minute.failed, 0);
  const died = minutes.reduce((sum, minute) => sum + minute.died, 0);
  const isBroadcast = overview.broadcast !== null;
  const waiting = valueOrNull(figures.waiting) ?? 0;
  const isQuiet = failed + died + (valueOrNull(figures.unreportedKeys) ?? 0) === 0;
  if (isQuiet && waiting === 0)
    return (
      <SentenceBar
        label={t('What failed')}
        tone="quiet"
        icon={CircleCheck}
        sentence={
          isBroadcast
            ? t('No delivery failed in the last 60 minutes.')
            : t('No dead letters. No delivery failed in the last 60 minutes.')
        }
      />
    );

  return (
    <SentenceBar
      label={t('What failed')}
      tone={isBroadcast ? 'danger' : 'waiting'}
      icon={TriangleAlert}
      sentence={failuresText(failed, died, figures.unreportedKeys, { broadcast: isBroadcast })}
      detail={
        isBroadcast
          ? t('Failed deliveries of a broadcast group are not retried.')
          : t('{waiting, plural, one {# message is} other {# messages are}} waiting for a retry. No dead letters.', {
              waiting,
            })
      }
      {...(waiting === 0
        ? {}
        : {
            action: (
              <ButtonLink href={groupHref(group, 'retries')} variant="primary" size="large">
                {t('View {count, plural, one {# retry} other {# retries}}', { count: waiting })}
              </ButtonLink>
            ),
          })}
    >
      <Causes group={group} dead={dead} overview={overview} />
    </SentenceBar>
  );
}

function Causes({ group, dead, overview }: Pick<LeadPanelProps, 'group' | 'dead' | 'overview'>) {
  const failing = overview === null ? null : (valueOrNull(overview.causes) ?? []);
  const lines = causeLines(dead, failing);
  const shown = lines.slice(0, SHOWN);
  const all = dead.causeLetters + dead.unreported;
  const rest = restWords(dead, shown);
  const problem = overview?.causes.kind === 'unknown' ? overview.causes.reason : null;
  return (
    <>
      <div className={styles.causes}>
        <DataTable
          label={t('Top causes')}
          columns={causeColumns({ all, isFailedCounted: failing !== null, most: Math.max(0, ...shown.map(weight)) })}
          rows={shown}
          rowId={({ key }) => key ?? 'unreported'}
          rowHref={({ key }) => (key === null ? groupHref(group) : causeHref({ key, group }))}
          problem={
            problem === null ? null : (
              <EmptyState kind="could-not-load">
                {t('Failures of the last 60 minutes could not be loaded: {reason}.', { reason: problem })}
              </EmptyState>
            )
          }
          empty={<p className="panel-body small text-2">{t('No error was reported for these dead letters.')}</p>}
        />
      </div>
      {all === 0 ? null : (
        <div className={styles.rest}>
          <span>{rest}</span>
          <Link href={`/dead-letters?group=${encodeURIComponent(group)}`} prefetch={false}>
            {t('All dead letters of {group}', { group })}
          </Link>
        </div>
      )}
    </>
  );
}

function weight({ dead }: { readonly dead: number }): number {
  return dead;
}
