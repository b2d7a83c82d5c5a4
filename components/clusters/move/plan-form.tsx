'use client';

import { useState } from 'react';
import type { Column } from '@/components/data-table/columns';
import { DataTable } from '@/components/data-table/data-table';
import { Field } from '@/components/form/field';
import { Form } from '@/components/form/form';
import { FormFailure } from '@/components/form/form-failure';
import { TextArea } from '@/components/form/inputs';
import { useActionForm } from '@/components/form/use-action-form';
import { Button } from '@/components/ui/button';
import { EmptyState } from '@/components/ui/empty-state';
import { formatCount, plural } from '@/components/ui/number.model';
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

interface PlanFormProps {
  readonly plan: Plan;
  readonly workspace: string;
  readonly onDone: () => void;
}

/** What is here beside what is there, and what of it shall move. */
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
            <h2>Topics</h2>
            <span className="small text-3">queues and type, on every broker of {workspace}</span>
          </header>
          <DataTable
            label="Topics to move"
            columns={topicColumns(chosen, toggle)}
            rows={plan.topics}
            rowId={({ name }) => name}
            problem={null}
            empty={
              <EmptyState kind="none-ever" title="No topic">
                This installation has no topic.
              </EmptyState>
            }
          />
        </section>
        <section className="panel">
          <header>
            <h2>Consumer groups</h2>
            <span className="small text-3">retries, back-off and order; what waits and is dead, if you say so</span>
          </header>
          <DataTable
            label="Groups to move"
            lines={2}
            columns={groupColumns(chosen, toggle)}
            rows={plan.groups}
            rowId={({ name }) => name}
            problem={null}
            empty={
              <EmptyState kind="none-ever" title="No consumer group">
                This installation has no consumer group.
              </EmptyState>
            }
          />
        </section>
      </div>
      <Form className="panel" blocker={blocker} onSubmit={form.onSubmit}>
        <header>
          <h2>Plan a move</h2>
        </header>
        <div className="panel-body col">
          <ul className="col col-tight small text-2">
            <li>Nothing happens at the start: it writes down what you chose. Each step then waits for you.</li>
            <li>Messages that wait go to the group alone, as a re-drive sends them, with a verdict on each.</li>
            <li>Dead letters stay dead letters, in the list of {workspace}.</li>
            {plan.left.scheduled + plan.left.transactions === 0 ? null : (
              <li className="fg-waiting">
                {formatCount(plan.left.scheduled)} scheduled messages and {formatCount(plan.left.transactions)} open
                transactions stay here: leave a consumer here until they are delivered.
              </li>
            )}
            <li>Limits, alarms, access keys and descriptions are of this installation, and stay.</li>
          </ul>
          {others.length === 0 ? null : (
            <label className="row">
              <input type="checkbox" checked={overwrite} onChange={({ target }) => setOverwrite(target.checked)} />
              Overwrite the settings of {others.map(({ name }) => name).join(', ')} in {workspace}
            </label>
          )}
          <Field label="Reason, kept in the audit log" error={form.errorOf('reason')}>
            <TextArea rows={2} value={reason} onChange={({ target }) => setReason(target.value)} />
          </Field>
          <FormFailure failure={form.failure} slow={form.slow} />
          <Button type="submit" variant="primary" pending={form.pending} disabledReason={blocker}>
            Start with {plural(chosen.topics.size, 'topic')} and {plural(chosen.groups.size, 'group')}
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
      header: 'Topic',
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
    { id: 'type', header: 'Type', cell: ({ type }) => type },
    { id: 'queues', header: 'Queues each', align: 'end', cell: ({ queues }) => queues },
    { id: 'there', header: 'In the cluster', cut: true, cell: (topic) => <Presence {...topic} /> },
  ];
}

function groupColumns(chosen: Chosen, toggle: Toggle): readonly Column<Plan['groups'][number]>[] {
  return [
    {
      id: 'group',
      header: 'Group',
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
    { id: 'there', header: 'In the cluster', cut: true, cell: (group) => <GroupPresence group={group} /> },
    { id: 'waiting', header: 'Waiting', align: 'end', cell: ({ waiting }) => formatCount(waiting) },
    {
      id: 'flight',
      header: 'In flight',
      align: 'end',
      hideNarrow: true,
      cell: ({ inFlight }) => formatCount(inFlight),
    },
    { id: 'dead', header: 'Dead', align: 'end', cell: ({ dead }) => formatCount(dead) },
    {
      id: 'messages',
      header: 'Messages',
      cut: true,
      cell: (group) => <MessagesChoice group={group} chosen={chosen} toggle={toggle} />,
    },
  ];
}

function Presence({ presence, why }: Pick<Plan['topics'][number], 'presence' | 'why'>) {
  const words = `${PRESENCE_WORDS[presence]}${why === null ? '' : `: ${why}`}`;
  return <span className={presence === 'same' || presence === 'absent' ? 'text-2' : 'fg-waiting'}>{words}</span>;
}

function GroupPresence({ group }: { readonly group: Plan['groups'][number] }) {
  const { differences, notes } = group;
  // Rows have one height.
  const lines = [...differences.map(differenceWords), ...notes].join('; ');
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

function MessagesChoice({
  group: { name, way, others, messagesStay, waiting, dead },
  chosen,
  toggle,
}: {
  readonly group: Plan['groups'][number];
  readonly chosen: Chosen;
  readonly toggle: Toggle;
}) {
  if (messagesStay !== null) return <span className="text-3">stay: {messagesStay}</span>;
  if (waiting + dead === 0) return <span className="text-3">none</span>;
  return (
    <span className="col col-tight">
      <label className="row row-tight">
        <input
          type="checkbox"
          aria-label={`Messages of ${name} go along`}
          checked={chosen.messages.has(name)}
          disabled={!chosen.groups.has(name)}
          onChange={() => toggle('messages', name)}
        />
        {chosen.messages.has(name) ? 'go along' : 'are finished here'}
      </label>
      {way === 'alone' ? null : (
        <span className="small fg-waiting">
          ordered: through its topics{others.length === 0 ? '' : `, and ${others.join(', ')} would get a copy`}
        </span>
      )}
    </span>
  );
}
