'use client';

import { Check, Circle, CircleDot, LoaderCircle } from 'lucide-react';
import { Link } from '@/components/ui/link';
import { type ReactElement, useState } from 'react';
import type { Column } from '@/components/data-table/columns';
import { DataTable } from '@/components/data-table/data-table';
import { FormFailure } from '@/components/form/form-failure';
import { useAction } from '@/components/form/use-action';
import { Banner } from '@/components/ui/banner';
import { Button } from '@/components/ui/button';
import { Icon } from '@/components/ui/icon';
import { Tag } from '@/components/ui/tag';
import { RelativeTime, Time } from '@/components/ui/time';
import { stepMoveAction } from '@/lib/console/actions/move';
import { inWorkspace } from '@/lib/model/workspace';
import { LateProducers } from './late-producers';
import {
  copiedTo,
  mayCancel,
  type Move,
  type MoveAction,
  outcomesOf,
  type Plan,
  stateOfStep,
  STEP_WORDS,
  STEPS,
  type StepState,
} from './move.model';
import { Said } from '@/components/ui/said';
import { between, msg, type Piece, pieces, t } from '@/lib/model/language/t';
import { listOf, sentences } from '@/lib/model/language/list';

interface MoveStepsProps {
  readonly move: Move;
  readonly plan: Plan;
  readonly workspace: string;
  readonly onDone: () => void;
}

/** The steps of a move, the result of each on each broker, and the button of the next one. */
export function MoveSteps({ move, plan, workspace, onDone }: MoveStepsProps) {
  const acting = useAction();
  const [anyway, setAnyway] = useState(false);
  const [isConfirmed, setConfirmed] = useState(false);
  const copied = copiedTo(plan, move);
  const confirmed = isConfirmed ? [...copied] : [];
  const take = (step: MoveAction | 'cancel'): void =>
    acting.run(() => stepMoveAction({ step, anyway, confirmed }, workspace), onDone);
  const isLate = move.late !== null && move.late.topics.length > 0;
  const hasNews = acting.failure !== null || acting.slow || move.failedWhy !== null || move.step === 'done' || isLate;
  const loud = move.lastStored.some(isLoud);
  return (
    <>
      <section className="panel">
        <header>
          <h2>{move.name}</h2>
          <Tag>{move.step === 'cancelled' ? t('cancelled') : move.step === 'done' ? t('done') : t('in progress')}</Tag>
          <span className="small text-3">
            <Said
              of={pieces('{by}, {time}: {reason}', {
                ...{ by: move.createdBy, time: <Time at={move.createdAt} style="day" />, reason: move.reason },
              })}
            />
          </span>
          <span className="grow" />
          {mayCancel(move.step) ? (
            <Button size="small" pending={acting.pending} onClick={() => take('cancel')}>
              {t('Cancel the move')}
            </Button>
          ) : null}
        </header>
        <div className={hasNews ? 'panel-body col' : undefined}>
          <FormFailure failure={acting.failure} slow={acting.slow} again={false} />
          <LateProducers move={move} />
          {move.failedWhy === null ? null : (
            <Banner tone="warning">{sentences(move.failedWhy, t('The move continues automatically.'))}</Banner>
          )}
          {move.step === 'done' ? (
            <Banner tone="info">
              {t(
                `The move to {workspace} is complete. The groups stay paused here. The pages of the re-drives show the
                result of each message.`,
                { workspace },
              )}
            </Banner>
          ) : null}
        </div>
      </section>
      {STEPS.map((step, index) => {
        const state = stateOfStep(step, move.step);
        return (
          <section key={step} className="panel" aria-label={t(STEP_WORDS[step].title)}>
            <header>
              <StepMark state={state} />
              <h2>{t('{number}. {title}', { number: index + 1, title: t(STEP_WORDS[step].title) })}</h2>
              <span className="grow" />
              {state === 'next' ? (
                <Button
                  variant="primary"
                  pending={acting.pending}
                  disabledReason={
                    step === 'switch' && loud && !anyway
                      ? t('A producer sent here in the last minute')
                      : step === 'send' && copied.length > 0 && !isConfirmed
                        ? t('Confirm the groups that get copies')
                        : null
                  }
                  onClick={() => take(step)}
                >
                  {t(STEP_WORDS[step].button)}
                </Button>
              ) : null}
            </header>
            {state === 'next' || state === 'running' ? (
              <div className="panel-body col col-tight">
                <p className="small text-2">{t(STEP_WORDS[step].sentence)}</p>
                {state === 'next' && step === 'switch' ? (
                  <ProducersHere move={move} anyway={anyway} onAnyway={setAnyway} />
                ) : null}
                {state === 'running' && step === 'take' ? <Taken move={move} /> : null}
                {state === 'next' && step === 'send' && copied.length > 0 ? (
                  <label className="row small fg-waiting">
                    <input
                      type="checkbox"
                      checked={isConfirmed}
                      onChange={({ target }) => setConfirmed(target.checked)}
                    />
                    {t(
                      `Ordered groups receive messages through their topic: {groups} may each get a copy of the waiting
                      messages`,
                      { groups: listOf(copied) },
                    )}
                  </label>
                ) : null}
              </div>
            ) : null}
            {step === 'send' ? <Runs move={move} workspace={workspace} /> : null}
            <Outcomes outcomes={outcomesOf(move, step)} />
          </section>
        );
      })}
    </>
  );
}

/** As the server asks for it. */
const QUIET_MS = 60_000;

const MARKS = { done: Check, next: CircleDot, running: LoaderCircle, later: Circle } as const;
const MARK_WORDS = { done: msg('done'), next: msg('next'), running: msg('in progress'), later: msg('later') } as const;

function StepMark({ state }: { readonly state: StepState }) {
  return (
    <span className={state === 'later' ? 'text-3' : ''} title={t(MARK_WORDS[state])}>
      <Icon of={MARKS[state]} />
      <span className="visually-hidden">{t(MARK_WORDS[state])}</span>
    </span>
  );
}

function ProducersHere({
  move,
  anyway,
  onAnyway,
}: {
  readonly move: Move;
  readonly anyway: boolean;
  readonly onAnyway: (anyway: boolean) => void;
}) {
  return (
    <>
      {move.lastStored.map(({ topic, at }) => (
        <span key={topic} className="small">
          <Said
            of={
              at === null
                ? pieces('<b>{topic}</b>: no message was ever sent here', { topic })
                : pieces('<b>{topic}</b>: last message sent here {time}', { topic, time: <RelativeTime at={at} /> })
            }
          />
        </span>
      ))}
      {move.lastStored.some(isLoud) ? (
        <label className="row small fg-waiting">
          <input type="checkbox" checked={anyway} onChange={({ target }) => onAnyway(target.checked)} />
          {t(
            `Continue although a producer sent here in the last minute. Messages that arrive before the messages are
            taken move too`,
          )}
        </label>
      ) : null}
    </>
  );
}

function takenWords(of: {
  readonly group: string;
  readonly waiting: number;
  readonly dead: number;
  readonly isDone: boolean;
}): readonly Piece<ReactElement>[] {
  const { isDone, ...said } = of;
  return isDone
    ? pieces(
        `<b>{group}</b>: {waiting, plural, one {# waiting message} other {# waiting messages}} and {dead, plural, one {#
        dead letter} other {# dead letters}} taken, all of them`,
        said,
      )
    : pieces(
        `<b>{group}</b>: {waiting, plural, one {# waiting message} other {# waiting messages}} and {dead, plural, one {#
        dead letter} other {# dead letters}} taken so far`,
        said,
      );
}

/** A producer still sends here. */
function isLoud({ silentMs }: Move['lastStored'][number]): boolean {
  return silentMs !== null && silentMs < QUIET_MS;
}

function Taken({ move }: { readonly move: Move }) {
  return (
    <div className="col col-tight small" role="status">
      {move.groups
        .filter(({ messages }) => messages)
        .map(({ group, waiting, dead, takenAt }) => (
          <span key={group}>
            <Said of={takenWords({ group, waiting, dead, isDone: takenAt !== null })} />
          </span>
        ))}
    </div>
  );
}

function Runs({ move, workspace }: { readonly move: Move; readonly workspace: string }) {
  const runs = move.groups.filter(({ redriveId }) => redriveId !== null);
  if (runs.length === 0) return null;
  return (
    <div className="panel-body row small">
      {runs.map(({ group, redriveId }) => (
        <span key={group}>
          {group}
          {between(':')}
          <Link href={inWorkspace(workspace, `/redrives/${redriveId}`)} prefetch={false}>
            {`RD-${redriveId}`}
          </Link>
        </span>
      ))}
    </div>
  );
}

function Outcomes({ outcomes }: { readonly outcomes: Move['outcomes'] }) {
  const [newest, ...before] = outcomes;
  if (newest === undefined) return null;
  return (
    <>
      <DataTable
        label={t('Result, {by}', { by: newest.by === 'move' ? t('automatic') : newest.by })}
        columns={columnsOf().filter(({ id }) => id !== 'broker' || newest.rows.some(({ broker }) => broker !== null))}
        rows={newest.rows.map((row, index) => ({ ...row, id: String(index) }))}
        rowId={({ id }) => id}
        problem={null}
        empty={null}
      />
      <footer>
        <span className="small text-3">
          <Said
            of={pieces('{by}, {time}', {
              ...{ by: newest.by === 'move' ? t('automatic') : newest.by, time: <Time at={newest.at} /> },
            })}
          />
          {before.length === 0 ? null : (
            <>
              {' · '}
              {t('{count, plural, one {# earlier attempt} other {# earlier attempts}}', { count: before.length })}
            </>
          )}
        </span>
      </footer>
    </>
  );
}

type Row = Move['outcomes'][number]['rows'][number] & { readonly id: string };

const columnsOf = (): readonly Column<Row>[] => [
  { id: 'what', header: t('Item'), cell: ({ what }) => <b>{what}</b> },
  { id: 'broker', header: t('Broker'), cell: ({ broker }) => broker ?? <span className="text-3">—</span> },
  { id: 'did', header: t('Action'), cut: true, cell: ({ did }) => did },
  {
    id: 'problem',
    header: t('Result'),
    cut: true,
    cell: ({ problem }) =>
      problem === null ? (
        <span className="text-2">{t('as planned')}</span>
      ) : (
        <span className="fg-waiting">{problem}</span>
      ),
  },
];
