'use client';

import { useEffect } from 'react';
import { Banner } from '@/components/ui/banner';
import { Button } from '@/components/ui/button';
import { useNow } from '@/components/ui/clock';
import { classNames } from '@/components/ui/class-names';
import { plural } from '@/components/ui/number.model';
import { Segmented } from '@/components/ui/segmented';
import { RelativeTime, Time } from '@/components/ui/time';
import type { GroupVersionView } from '@/lib/console/operations/groups/views';
import type { ConflictRow, Side } from './conflict.model';
import type { VersionConflict, VersionEditor } from './use-version-editor';
import styles from './version.module.css';

const PANEL = 'version-conflict';
const FIELDS = 'input, select, textarea';
/** Of VersionForm, and of forms that look like it. */
export const VERSION_FORM = 'version-form';

/** What the panel needs of an editor. */
export interface ConflictEditor extends Pick<
  VersionEditor<unknown, unknown, object, unknown>,
  'conflict' | 'discard' | 'takeOver' | 'choose'
> {
  /** False: a field of the draft is not valid yet. */
  readonly isReadable: boolean;
}

interface ConflictPanelProps {
  readonly editor: ConflictEditor;
  readonly versions: readonly GroupVersionView[];
}

/** Shown as soon as someone else saved: their values beside those typed here. */
export function ConflictPanel({ editor, versions }: ConflictPanelProps) {
  const { conflict } = editor;
  return conflict === null ? null : <Conflict {...{ editor, conflict, versions }} />;
}

/** Who, what, why; then the choice. No input is dropped without a decision. */
function Conflict({
  editor: { isReadable, choose, discard, takeOver },
  conflict: { from, to, rows, undecided, isFromSave },
  versions,
}: ConflictPanelProps & { readonly conflict: VersionConflict }) {
  const since = versions.filter(({ version }) => version > from);
  // Someone who pressed Save at the foot of a long form would see nothing happen. Someone who types is not disturbed.
  useEffect(() => {
    if (isFromSave) showConflict();
  }, [isFromSave]);
  const then = (act: () => void) => () => {
    // The panel goes away with what has the focus.
    const form = document.getElementById(PANEL)?.closest('form')?.querySelector<HTMLElement>(FIELDS);
    act();
    (document.getElementById(VERSION_FORM) ?? form)?.focus();
  };
  return (
    <section id={PANEL} className="panel" tabIndex={-1} aria-label="Someone else saved this first">
      <div className="panel-body col">
        <Banner tone="warning">
          <ConflictWords to={to} newest={since[0]} /> You are editing version {from}. What you typed is kept.
        </Banner>
        <ul className="small">
          {since.map(({ version, actor, at, reason }) => (
            <li key={version}>
              v{version}, <Time at={at} style="day-clock" />, {actor}
              {reason === null ? ', without a reason' : `: “${reason}”`}
            </li>
          ))}
        </ul>
      </div>
      <table className={classNames(styles.compare, styles.sides)}>
        <thead>
          <tr>
            <th scope="col">Changed since v{from}</th>
            <th scope="col">v{to}</th>
            <th scope="col">Yours</th>
          </tr>
        </thead>
        <tbody>
          {rows.length === 0 ? (
            <tr>
              <th scope="row" colSpan={3}>
                Nothing: it was changed and changed back
              </th>
            </tr>
          ) : (
            rows.map((row) => <Row key={row.field} row={row} onChoose={(side) => choose(row.field, side)} />)
          )}
        </tbody>
      </table>
      <div className={styles.foot}>
        {isReadable ? null : (
          <p className="small text-2">A field of yours is not valid yet. It is kept as you typed it.</p>
        )}
        <div className="row wrap">
          <Button
            variant="primary"
            onClick={then(takeOver)}
            disabledReason={
              undecided === 0 ? null : `Choose a value for ${plural(undecided, 'field')} that you both changed`
            }
          >
            Apply my change to v{to}
          </Button>
          <Button onClick={then(discard)}>Discard my change</Button>
        </div>
      </div>
    </section>
  );
}

const SIDES = [
  { value: 'theirs', label: 'Take theirs' },
  { value: 'mine', label: 'Keep mine' },
] as const;

function Row({ row, onChoose }: { readonly row: ConflictRow; readonly onChoose: (side: Side) => void }) {
  const { label, was, theirs, mine, changedBy, choice } = row;
  const wins = changedBy === 'both' ? choice : changedBy === 'mine' ? 'mine' : 'theirs';
  const quiet = (side: Side) => classNames(wins === side ? styles.wins : wins !== null && styles.loses);
  return (
    <tr className={classNames(changedBy === 'both' && styles.both)}>
      <th scope="row">
        {label}
        <span className={styles.note}>
          {changedBy === 'both' ? `You both changed it. It was ${was}.` : `It was ${was}.`}
        </span>
        {changedBy === 'both' ? (
          <Segmented<Side | ''>
            label={`Value of ${label}`}
            options={SIDES}
            value={choice ?? ''}
            onChange={(side) => {
              if (side !== '') onChoose(side);
            }}
          />
        ) : null}
      </th>
      <td className={quiet('theirs')}>{theirs}</td>
      <td className={quiet('mine')}>{mine}</td>
    </tr>
  );
}

interface ConflictWordsProps {
  readonly to: number;
  readonly newest: GroupVersionView | undefined;
}

export function ConflictWords({ to, newest }: ConflictWordsProps) {
  if (newest === undefined) return <b>Someone else saved version {to}.</b>;
  return (
    <b>
      {newest.actor} saved version {to}
      <Ago at={newest.at} />.
    </b>
  );
}

const MOMENT_MS = 60_000;

function Ago({ at }: { readonly at: string }) {
  const nowMs = useNow();
  if (nowMs - Date.parse(at) < MOMENT_MS) return ' a moment ago';
  return (
    <>
      , <RelativeTime at={at} />
    </>
  );
}

/** Beside the button that cannot save: who saved, and the way to both values, which are announced. */
export function ConflictNotice({ to, newest }: ConflictWordsProps) {
  return (
    <Banner
      tone="warning"
      isAnnounced={false}
      action={
        <Button size="small" onClick={showConflict}>
          Review
        </Button>
      }
    >
      <ConflictWords to={to} newest={newest} />
    </Banner>
  );
}

function showConflict(): void {
  const panel = document.getElementById(PANEL);
  panel?.scrollIntoView({ block: 'center' });
  panel?.focus({ preventScroll: true });
}
