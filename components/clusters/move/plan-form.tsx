'use client';

import { useState } from 'react';
import type { Column } from '@/components/data-table/columns';
import { DataTable } from '@/components/data-table/data-table';
import { Field } from '@/components/form/field';
import { Form } from '@/components/form/form';
import { FormFailure } from '@/components/form/form-failure';
import { TextArea } from '@/components/form/inputs';
import { useActionForm } from '@/components/form/use-action-form';
import { typeWord } from '@/components/parts/names';
import { Button } from '@/components/ui/button';
import { EmptyState } from '@/components/ui/empty-state';
import { formatCount } from '@/components/ui/number.model';
import { startMoveAction } from '@/lib/console/actions/move';
import {
  type Chosen,
  differenceWords,
  firstChoice,
  type Plan,
  PRESENCE_WORDS,
  startBlocker,
  toggled,
} from './move.model';
import { between, t } from '@/lib/model/language/t';
import { enumerated, itemized, listOf } from '@/lib/model/language/list';

interface PlanFormProps {
  readonly plan: Plan;
  readonly workspace: string;
  readonly onDone: () => void;
}

/** The topics and groups of this installation beside those of the cluster, and the choice of what to move. */
export function PlanForm({ plan, workspace, onDone }: PlanFormProps) {
  const [chosen, setChosen] = useState<Chosen>(() => firstChoice(plan));
  const [overwrite, setOverwrite] = useState(false);
  const [reason, setReason] = useState('');
  const toggle = (list: keyof Chosen, name: string): void =>
    setChosen((before) => ({ ...before, [list]: toggled(before[list], name) }));
  const form = useActionForm(
    {
      action: (input: Parameters<typeof startMoveAction>[0]) => startMoveAction(input, workspace),
      input: () => ({
        topics: plan.topics.map(({ name }) => name).filter((name) => chosen.topics.has(name)),
        groups: plan.groups
          .filter(({ name }) => chosen.groups.has(name))
          .map(({ name }) => ({ name, messages: chosen.messages.has(name) })),
        ...{ overwrite, reason: reason.trim() },
      }),
      onDone,
    },
    ['reason'],
  );
  const blocker = startBlocker(plan, chosen, { overwrite, reason });
  const others = plan.groups.filter(({ name, presence }) => presence === 'other' && chosen.groups.has(name));
  return (
    <div className="split split-main">
      <div className="col col-wide">
        <section className="panel">
          <header>
            <h2>{t('Topics')}</h2>
            <span className="small text-3">{t('queues and type, on every broker of {workspace}', { workspace })}</span>
          </header>
          <DataTable
            label={t('Topics to move')}
            columns={topicColumns(chosen, toggle)}
            rows={plan.topics}
            rowId={({ name }) => name}
            problem={null}
            empty={
              <EmptyState kind="none-ever" title={t('No topic yet')}>
                {t('This installation has no topic.')}
              </EmptyState>
            }
          />
        </section>
        <section className="panel">
          <header>
            <h2>{t('Consumer groups')}</h2>
            <span className="small text-3">
              {t('retries, back-off and ordering; waiting messages and dead letters if you choose so')}
            </span>
          </header>
          <DataTable
            label={t('Groups to move')}
            lines={2}
            columns={groupColumns(chosen, toggle)}
            rows={plan.groups}
            rowId={({ name }) => name}
            problem={null}
            empty={
              <EmptyState kind="none-ever" title={t('No consumer group yet')}>
                {t('This installation has no consumer group.')}
              </EmptyState>
            }
          />
          <MoveNotes groups={plan.groups} />
        </section>
      </div>
      <Form className="panel" blocker={blocker} onSubmit={form.onSubmit}>
        <header>
          <h2>{t('Plan a move')}</h2>
        </header>
        <div className="panel-body col">
          <ul className="col col-tight small text-2">
            <li>{t('Starting only records your selection. Each step starts when you confirm it.')}</li>
            <li>
              {t(
                'Waiting messages go to their group only, sent by a re-drive that records the result of each message.',
              )}
            </li>
            <li>{t('Dead letters stay dead letters, in the list of {workspace}.', { workspace })}</li>
            {plan.left.scheduled + plan.left.transactions === 0 ? null : (
              <li className="fg-waiting">
                {t(
                  `{scheduled, plural, one {# scheduled message} other {# scheduled messages}} and {transactions, plural,
                  one {# open transaction} other {# open transactions}} stay here. Keep a consumer here until they are
                  delivered.`,
                  { scheduled: plan.left.scheduled, transactions: plan.left.transactions },
                )}
              </li>
            )}
            <li>{t('Limits, alarms, access keys and descriptions stay in this installation.')}</li>
          </ul>
          {others.length === 0 ? null : (
            <label className="row">
              <input type="checkbox" checked={overwrite} onChange={({ target }) => setOverwrite(target.checked)} />
              {t('Overwrite the settings of {groups} in {workspace}', {
                ...{ groups: listOf(others.map(({ name }) => name)), workspace },
              })}
            </label>
          )}
          <Field label={t('Reason, kept in the audit log')} error={form.errorOf('reason')}>
            <TextArea rows={2} value={reason} onChange={({ target }) => setReason(target.value)} />
          </Field>
          <FormFailure failure={form.failure} slow={form.slow} />
          <Button type="submit" variant="primary" pending={form.pending} disabledReason={blocker}>
            {t(
              `Start with {topics, plural, one {# topic} other {# topics}} and {groups, plural, one {# group} other {#
              groups}}`,
              { topics: chosen.topics.size, groups: chosen.groups.size },
            )}
          </Button>
        </div>
      </Form>
    </div>
  );
}

type Toggle = (list: keyof Chosen, name: string) => void;

function topicColumns(chosen: Chosen, toggle: Toggle): readonly Column<Plan['topics'][number]>[] {
  return [
    {
      id: 'topic',
      header: t('Topic'),
      cell: ({ name, presence }) => (
        <label className="row row-tight">
          <input
            type="checkbox"
            checked={chosen.topics.has(name)}
            disabled={presence === 'blocked'}
            onChange={() => toggle('topics', name)}
          />
          <b>{name}</b>
        </label>
      ),
    },
    { id: 'type', header: t('Type'), cell: ({ type }) => typeWord(type) },
    { id: 'queues', header: t('Queues per broker'), align: 'end', cell: ({ queues }) => queues },
    { id: 'there', header: t('In the cluster'), cut: true, cell: (topic) => <Presence {...topic} /> },
  ];
}

function groupColumns(chosen: Chosen, toggle: Toggle): readonly Column<Plan['groups'][number]>[] {
  return [
    {
      id: 'group',
      header: t('Group'),
      cell: ({ name, presence }) => (
        <label className="row row-tight">
          <input
            type="checkbox"
            checked={chosen.groups.has(name)}
            disabled={presence === 'blocked'}
            onChange={() => toggle('groups', name)}
          />
          <b>{name}</b>
        </label>
      ),
    },
    { id: 'there', header: t('In the cluster'), cut: true, cell: (group) => <GroupPresence group={group} /> },
    { id: 'waiting', header: t('Waiting retry'), align: 'end', cell: ({ waiting }) => formatCount(waiting) },
    {
      id: 'flight',
      header: t('In flight'),
      align: 'end',
      hideNarrow: true,
      cell: ({ inFlight }) => formatCount(inFlight),
    },
    { id: 'dead', header: t('Dead letters'), align: 'end', cell: ({ dead }) => formatCount(dead) },
    {
      id: 'messages',
      header: t('Messages'),
      cut: true,
      cell: (group) => <MessagesChoice group={group} chosen={chosen} toggle={toggle} />,
    },
  ];
}

function Presence({ presence, why }: Pick<Plan['topics'][number], 'presence' | 'why'>) {
  const state = t(PRESENCE_WORDS[presence]);
  const words = why === null ? state : t('{state}: {reason}', { state, reason: why });
  return <span className={presence === 'same' || presence === 'absent' ? 'text-2' : 'fg-waiting'}>{words}</span>;
}

function GroupPresence({ group }: { readonly group: Plan['groups'][number] }) {
  // Rows have one height.
  const lines = itemized(group.differences.map(differenceWords));
  return (
    <span className="col col-tight">
      <Presence {...group} />
      {lines === '' ? null : (
        <span className="small text-3 clip" title={lines}>
          {lines}
        </span>
      )}
    </span>
  );
}

/** What a move changes about groups, below their table: rows have one height, and these are sentences. */
function MoveNotes({ groups }: { readonly groups: Plan['groups'] }) {
  const notes = [...new Set(groups.flatMap((group) => group.notes))];
  if (notes.length === 0) return null;
  return (
    <ul className="panel-body col small text-2">
      {notes.map((note) => (
        <li key={note}>
          <b>{enumerated(groups.filter((group) => group.notes.includes(note)).map(({ name }) => name))}</b>
          {between(':')}
          {note}
        </li>
      ))}
    </ul>
  );
}

function MessagesChoice({
  group: { name, way, others, messagesStay, waiting, dead },
  chosen,
  toggle,
}: {
  readonly group: Plan['groups'][number];
  readonly chosen: Chosen;
  readonly toggle: Toggle;
}) {
  if (messagesStay !== null)
    return <span className="text-3">{t('stay here: {reason}', { reason: messagesStay })}</span>;
  if (waiting + dead === 0) return <span className="text-3">{t('none')}</span>;
  return (
    <span className="col col-tight">
      <label className="row row-tight">
        <input
          type="checkbox"
          aria-label={t('Move the messages of {group}', { group: name })}
          checked={chosen.messages.has(name)}
          disabled={!chosen.groups.has(name)}
          onChange={() => toggle('messages', name)}
        />
        {chosen.messages.has(name) ? t('move') : t('are consumed here')}
      </label>
      {way === 'alone' ? null : (
        <span className="small fg-waiting">
          {others.length === 0
            ? t('ordered: sent through its topics')
            : t('ordered: sent through its topics; {groups} would get copies', { groups: listOf(others) })}
        </span>
      )}
    </span>
  );
}
