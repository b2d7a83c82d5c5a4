'use client';

import { Bell, Plus } from 'lucide-react';
import { useState } from 'react';
import { useShortcut } from '@/components/keyboard/use-shortcut';
import { ReadProblem } from '@/components/live/read-problem';
import { useLiveQuery } from '@/components/live/use-live-query';
import { Button, ButtonLink } from '@/components/ui/button';
import { PageHeader } from '@/components/ui/page-header';
import { RelativeTime, Time } from '@/components/ui/time';
import type { AlarmRuleView, AlarmsPage, AlarmView } from '@/lib/console/operations/alarms/views';
import type { ReadResult } from '@/lib/model/read-result';
import { valueOrNull } from '@/lib/model/reading';
import styles from './alarms.module.css';
import { stalePage, summaryOf } from './alarms.model';
import { FiringPanel } from './firing-panel';
import { NotifyButton } from './notify-button';
import { ResolvedPanel } from './resolved-panel';
import { RuleEditor } from './rule-editor';
import { RulesPanel } from './rules-panel';
import { TakeDialog, type Taking } from './take-dialog';
import { Said } from '@/components/ui/said';
import { between, pieces, t } from '@/lib/model/language/t';

interface AlarmsViewProps {
  readonly initial: ReadResult<AlarmsPage>;
  /** Null: may; else why not. */
  readonly mayNotTake: string | null;
  readonly mayNotEdit: string | null;
  readonly mayNotManage: string | null;
}

/** What fires first, then the rules; a rule opens beside them with what it would have done. */
export function AlarmsView({ initial, mayNotTake, mayNotEdit, mayNotManage }: AlarmsViewProps) {
  const alarms = useLiveQuery('alarms', {}, { initial, live: { kinds: ['alarm', 'group'] } });
  const read = alarms.data ?? initial.data;
  const page = alarms.error === null ? read : stalePage(read, alarms.error.message);
  const { bold, rest } = summaryOf(page);
  const [editing, setEditing] = useState<AlarmRuleView | 'new' | null>(null);
  const [taking, setTaking] = useState<{ readonly kind: Taking; readonly alarm: AlarmView } | null>(null);
  useShortcut('c', () => setEditing('new'), t('New rule'), mayNotEdit === null);
  const done = () => {
    setEditing(null);
    alarms.retry();
  };
  return (
    <>
      <PageHeader
        title={t('Alarms')}
        actions={
          <>
            <NotifyButton />
            {mayNotManage === null ? (
              <ButtonLink href="/alarms/channels" icon={Bell}>
                {t('Channels')}
              </ButtonLink>
            ) : null}
            <Button
              icon={Plus}
              variant="primary"
              keys="c"
              disabledReason={mayNotEdit}
              onClick={() => setEditing('new')}
            >
              {t('New rule')}
            </Button>
          </>
        }
      >
        {alarms.error === null ? null : (
          <>
            <Said
              of={pieces('As of {time}:', { time: <Time at={alarms.asOf ?? initial.asOf} style="clock" /> })}
            />{' '}
          </>
        )}
        <b>{bold}</b>
        {between()}
        {rest}
        {between()}
        <EvaluatedAt page={page} />
        {between()}
        <Notified page={page} />
      </PageHeader>
      {alarms.error === null ? null : (
        <section className="panel">
          <ReadProblem error={alarms.error} onRetry={alarms.retry} />
        </section>
      )}
      <div className={editing === null ? `${styles.layout} ${styles.alone}` : styles.layout}>
        <div className="col col-wide">
          <FiringPanel
            page={page}
            mayNotTake={mayNotTake}
            onTake={(kind, alarm) => setTaking({ kind, alarm })}
            onRetry={alarms.retry}
          />
          <RulesPanel page={page} mayNotEdit={mayNotEdit} onOpen={setEditing} onRetry={alarms.retry} />
          <ResolvedPanel resolved={page.resolved} onRetry={alarms.retry} />
        </div>
        {editing === null ? null : (
          <RuleEditor
            key={editing === 'new' ? 'new' : `${editing.ruleId} ${editing.version}`}
            rule={editing === 'new' ? null : editing}
            page={page}
            mayNotEdit={mayNotEdit}
            reload={alarms.retry}
            onClose={() => setEditing(null)}
            onDone={done}
          />
        )}
      </div>
      {taking === null ? null : <TakeDialog {...taking} onClose={() => setTaking(null)} onDone={alarms.retry} />}
    </>
  );
}

function EvaluatedAt({ page: { evaluatedAt } }: { readonly page: AlarmsPage }) {
  if (evaluatedAt.kind === 'unknown') return <>{t('When the rules were last evaluated is unknown.')}</>;
  if (evaluatedAt.value === null) return <>{t('The rules have not been evaluated yet.')}</>;
  return <Said of={pieces('Evaluated {time}.', { time: <RelativeTime at={evaluatedAt.value} /> })} />;
}

/** Alarms without a channel deserve a warning at the top. */
function Notified({ page: { channels } }: { readonly page: AlarmsPage }) {
  const all = valueOrNull(channels);
  if (all === null) return <>{t('The channels are unknown.')}</>;
  if (all.some(({ enabled }) => enabled)) return null;
  return (
    <Said
      of={
        all.length === 0
          ? pieces('<b>No notifications are sent:</b> there is no channel yet.')
          : pieces('<b>No notifications are sent:</b> every channel is off.')
      }
    />
  );
}
