'use client';

import { type ReactElement, useEffect } from 'react';
import { Banner } from '@/components/ui/banner';
import { Button } from '@/components/ui/button';
import { classNames } from '@/components/ui/class-names';
import { Said } from '@/components/ui/said';
import { Segmented } from '@/components/ui/segmented';
import { Time } from '@/components/ui/time';
import type { GroupVersionView } from '@/lib/console/operations/groups/views';
import { type Piece, pieces, t } from '@/lib/model/language/t';
import type { ConflictRow, Side } from './conflict.model';
import { ConflictWords, PANEL, showConflict, VERSION_FORM } from './conflict-words';
import type { VersionConflict, VersionEditor } from './use-version-editor';
import styles from './version.module.css';

/** What the panel needs of an editor. */
export interface ConflictEditor extends Pick<
  VersionEditor<unknown, unknown, object, unknown>,
  'conflict' | 'discard' | 'takeOver' | 'choose'
> {
  /** False: a field of the draft is not valid yet. */
  readonly isReadable: boolean;
}

export interface ConflictPanelProps {
  readonly editor: ConflictEditor;
  readonly versions: readonly GroupVersionView[];
}

const FIELDS = 'input, select, textarea';

/** Who, what, why; then the choice. No input is dropped without a decision. */
export function Conflict({
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
    <section id={PANEL} className="panel" tabIndex={-1} aria-label={t('Someone else saved this first')}>
      <div className="panel-body col">
        <Banner tone="warning">
          <ConflictWords to={to} newest={since[0]} />{' '}
          {t('You are editing version {from}. What you typed is kept.', { from })}
        </Banner>
        <ul className="small">
          {since.map(({ version, actor, at, reason }) => (
            <li key={version}>
              <Said of={savedWords({ version, actor, at, reason })} />
            </li>
          ))}
        </ul>
      </div>
      <table className={classNames(styles.compare, styles.sides)}>
        <thead>
          <tr>
            <th scope="col">{t('Changed since v{from}', { from })}</th>
            <th scope="col">v{to}</th>
            <th scope="col">{t('Yours')}</th>
          </tr>
        </thead>
        <tbody>
          {rows.length === 0 ? (
            <tr>
              <th scope="row" colSpan={3}>
                {t('No difference: the setting was changed and changed back')}
              </th>
            </tr>
          ) : (
            rows.map((row) => <Row key={row.field} row={row} onChoose={(side) => choose(row.field, side)} />)
          )}
        </tbody>
      </table>
      <div className={styles.foot}>
        {isReadable ? null : (
          <p className="small text-2">{t('One of your fields is not valid yet. What you typed is kept.')}</p>
        )}
        <div className="row wrap">
          <Button
            variant="primary"
            onClick={then(takeOver)}
            disabledReason={
              undecided === 0
                ? null
                : t('Choose a value for {undecided, plural, one {# field} other {# fields}} that you both changed', {
                    undecided,
                  })
            }
          >
            {t('Apply my change to v{to}', { to })}
          </Button>
          <Button onClick={then(discard)}>{t('Discard my change')}</Button>
        </div>
      </div>
    </section>
  );
}

const sides = () =>
  [
    { value: 'theirs', label: t('Take theirs') },
    { value: 'mine', label: t('Keep mine') },
  ] as const;

function savedWords({ version, actor, at, reason }: GroupVersionView): readonly Piece<ReactElement>[] {
  const found = { version: `v${version}`, time: <Time at={at} style="day-clock" />, person: actor };
  return reason === null
    ? pieces('{version}, {time}, {person}, without a reason', found)
    : pieces('{version}, {time}, {person}: “{reason}”', { ...found, reason });
}

function Row({ row, onChoose }: { readonly row: ConflictRow; readonly onChoose: (side: Side) => void }) {
  const { label, was, theirs, mine, changedBy, choice } = row;
  const wins = changedBy === 'both' ? choice : changedBy === 'mine' ? 'mine' : 'theirs';
  const quiet = (side: Side) => classNames(wins === side ? styles.wins : wins !== null && styles.loses);
  return (
    <tr className={classNames(changedBy === 'both' && styles.both)}>
      <th scope="row">
        {label}
        <span className={styles.note}>
          {changedBy === 'both' ? t('You both changed it. It was {was}.', { was }) : t('It was {was}.', { was })}
        </span>
        {changedBy === 'both' ? (
          <Segmented<Side | ''>
            label={t('Value of {label}', { label })}
            options={sides()}
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
