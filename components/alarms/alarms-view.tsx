'use client';

import { Bell, Plus } from 'lucide-react';
import { useState } from 'react';
import { DataTable } from '@/components/data-table/data-table';
import { useShortcut } from '@/components/keyboard/use-shortcut';
import { ReadProblem } from '@/components/live/read-problem';
import { useLiveQuery } from '@/components/live/use-live-query';
import { Button, ButtonLink } from '@/components/ui/button';
import { EmptyState } from '@/components/ui/empty-state';
import { formatCount } from '@/components/ui/number.model';
import { PageHeader } from '@/components/ui/page-header';
import { RelativeTime, Time } from '@/components/ui/time';
import type { AlarmRuleView, AlarmsPage, AlarmView } from '@/lib/console/queries/alarms';
import type { ReadResult } from '@/lib/model/read-result';
import { resolvedColumns } from './alarm-columns';
import styles from './alarms.module.css';
import { summaryOf } from './alarms.model';
import { FiringPanel } from './firing-panel';
import { NotifyButton } from './notify-button';
import { RuleEditor } from './rule-editor';
import { RulesPanel } from './rules-panel';
import { TakeDialog, type Taking } from './take-dialog';

interface AlarmsViewProps {
  readonly initial: ReadResult<AlarmsPage>;
  /** Null: may; else why not. */
  readonly mayNotTake: string | null;
  readonly mayNotEdit: string | null;
  readonly mayNotManage: string | null;
}

/** What fires first, then the rules; a rule opens beside them with what it would have done. */
export function AlarmsView({ initial, mayNotTake, mayNotEdit, mayNotManage }: AlarmsViewProps) {
  const alarms = useLiveQuery<AlarmsPage>({ url: '/api/console/alarms', initial, live: { kinds: ['alarm', 'group'] } });
  const page = alarms.data ?? initial.data;
  const [editing, setEditing] = useState<AlarmRuleView | 'new' | null>(null);
  const [taking, setTaking] = useState<{ readonly kind: Taking; readonly alarm: AlarmView } | null>(null);
  const problem = alarms.error === null ? null : <ReadProblem error={alarms.error} onRetry={alarms.retry} />;
  useShortcut('c', () => setEditing('new'), 'New rule', mayNotEdit === null);
  const done = () => {
    setEditing(null);
    alarms.retry();
  };
  return (
    <>
      <PageHeader
        title="Alarms"
        actions={
          <>
            <NotifyButton />
            {mayNotManage === null ? (
              <ButtonLink href="/alarms/channels" icon={Bell}>
                Channels
              </ButtonLink>
            ) : null}
            <Button
              icon={Plus}
              variant="primary"
              keys="c"
              disabledReason={mayNotEdit}
              onClick={() => setEditing('new')}
            >
              New rule
            </Button>
          </>
        }
      >
        {alarms.error === null ? null : (
          <>
            As of <Time at={alarms.asOf ?? initial.asOf} style="clock" />:{' '}
          </>
        )}
        {summaryOf(page.rules, page.firing)}{' '}
        {page.evaluatedAt === null ? (
          'They were never looked at.'
        ) : (
          <>
            Looked at <RelativeTime at={page.evaluatedAt} />.
          </>
        )}{' '}
        {page.channels.length === 0 ? (
          <>
            <b>Nobody is told:</b> there is no channel yet.
          </>
        ) : page.channels.every(({ enabled }) => !enabled) ? (
          <>
            <b>Nobody is told:</b> every channel is off.
          </>
        ) : null}
      </PageHeader>
      <div className={editing === null ? `${styles.layout} ${styles.alone}` : styles.layout}>
        <div className="col col-wide">
          <FiringPanel
            page={page}
            asOf={alarms.asOf ?? initial.asOf}
            problem={problem}
            mayNotTake={mayNotTake}
            onTake={(kind, alarm) => setTaking({ kind, alarm })}
          />
          <RulesPanel page={page} problem={problem} mayNotEdit={mayNotEdit} onOpen={setEditing} />
          <section className="panel">
            <header>
              <h2>Resolved</h2>
              <span className="small text-3">fired in the last 7 days, the newest first</span>
            </header>
            <DataTable
              label="Resolved alarms"
              columns={resolvedColumns}
              rows={page.resolved}
              rowId={(alarm) => String(alarm.incidentId)}
              keys={false}
              problem={problem}
              empty={
                problem === null ? (
                  <EmptyState kind="none-in-range" title="None resolved">
                    No alarm was resolved in the last 7 days.
                  </EmptyState>
                ) : null
              }
              footer={
                page.resolvedTotal > page.resolved.length ? (
                  <footer>
                    The newest {formatCount(page.resolved.length)} of {formatCount(page.resolvedTotal)}. All of them:
                    GET /api/v1/alarms.
                  </footer>
                ) : undefined
              }
            />
          </section>
        </div>
        {editing === null ? null : (
          <RuleEditor
            key={editing === 'new' ? 'new' : `${editing.ruleId} ${editing.version}`}
            rule={editing === 'new' ? null : editing}
            page={page}
            mayNotEdit={mayNotEdit}
            onClose={() => setEditing(null)}
            onDone={done}
          />
        )}
      </div>
      {taking === null ? null : <TakeDialog {...taking} onClose={() => setTaking(null)} onDone={alarms.retry} />}
    </>
  );
}
