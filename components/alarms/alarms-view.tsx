'use client';

import { Bell, Plus } from 'lucide-react';
import { useState } from 'react';
import { DataTable } from '@/components/data-table/data-table';
import { useShortcut } from '@/components/keyboard/use-shortcut';
import { ReadProblem } from '@/components/live/read-problem';
import { useLiveQuery } from '@/components/live/use-live-query';
import { Button, ButtonLink } from '@/components/ui/button';
import { EmptyState } from '@/components/ui/empty-state';
import { PageHeader } from '@/components/ui/page-header';
import { RelativeTime } from '@/components/ui/time';
import type { AlarmRuleView, AlarmsPage, AlarmView } from '@/lib/console/queries/alarms';
import type { ReadResult } from '@/lib/model/read-result';
import { firingColumns, resolvedColumns, ruleColumns } from './alarm-columns';
import styles from './alarms.module.css';
import { summaryOf } from './alarms.model';
import { NotifyButton } from './notify-button';
import { RuleEditor } from './rule-editor';
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
        {summaryOf(page.rules, page.firing)}{' '}
        {page.evaluatedAt === null ? (
          'They were never looked at.'
        ) : (
          <>
            Looked at <RelativeTime at={page.evaluatedAt} />.
          </>
        )}{' '}
        {page.channels.length === 0 ? 'Nobody is told: there is no channel yet.' : null}
      </PageHeader>
      <div className={editing === null ? `${styles.layout} ${styles.alone}` : styles.layout}>
        <div className="col col-wide">
          <section className="panel">
            <header>
              <h2>Firing</h2>
              <span className="small text-3">the longest first; each link opens the evidence with its filter</span>
            </header>
            <DataTable
              label="Firing alarms"
              columns={firingColumns({
                mayNotTake,
                onTake: (kind, alarm) => setTaking({ kind, alarm }),
              })}
              rows={page.firing}
              rowId={(alarm) => String(alarm.incidentId)}
              problem={problem}
              empty={
                <EmptyState kind="none-in-range" title="Nothing fires">
                  {page.evaluatedAt === null ? 'The rules were never looked at.' : 'Every rule that is on is quiet.'}
                </EmptyState>
              }
            />
          </section>
          <section className="panel">
            <header>
              <h2>Rules</h2>
              <span className="small text-3">a rule for one group or topic replaces the one for all</span>
            </header>
            <DataTable
              label="Alarm rules"
              columns={ruleColumns({ channels: page.channels, onOpen: setEditing })}
              rows={page.rules}
              rowId={(rule) => String(rule.ruleId)}
              rowQuiet={(rule) => !rule.enabled}
              empty={<EmptyState kind="none-ever">There is no rule: nothing will ever fire.</EmptyState>}
            />
          </section>
          <section className="panel">
            <header>
              <h2>Resolved</h2>
              <span className="small text-3">in the last 7 days, at most 50</span>
            </header>
            <DataTable
              label="Resolved alarms"
              columns={resolvedColumns}
              rows={page.resolved}
              rowId={(alarm) => String(alarm.incidentId)}
              empty={<EmptyState kind="none-in-range">No alarm was resolved in the last 7 days.</EmptyState>}
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
