'use client';

import { useState } from 'react';
import { useWatch } from '@/components/live/use-watch';
import type { ActionFailure } from '@/lib/model/action-result';
import type { GroupVersionView } from '@/lib/console/operations/groups/views';
import type { LiveInterest } from '@/lib/model/live-change';
import { changesByField } from './change.model';
import { conflictRows, rebaseDraft, type Side, undecided } from './conflict.model';
import type { ConflictEditor } from './conflict';
import { t } from '@/lib/model/language/t';
import { enumerated } from '@/lib/model/language/list';

/** A secret has words of its own, so that it is never shown. Null: it is not compared, and stays as it is typed. */
export type RowLabels<D> = { readonly [Field in keyof D & string]: string | Labelled<D[Field]> | null };

interface Labelled<Value> {
  readonly label: string;
  readonly words: (value: Value) => string;
}

interface RowEditOptions<Row extends { readonly version: number }, D extends object> {
  /** As it was when the form was opened; null: a new one. */
  readonly opened: Row | null;
  /** The same as the page shows it now; null: a new one, or it is gone. */
  readonly current: Row | null;
  readonly draftOf: (row: Row) => D;
  readonly draft: D;
  readonly onDraft: (draft: D) => void;
  /** A message for each field, and how its value is shown if it is no plain text. */
  readonly labels: RowLabels<D>;
  /** Who saved it, when, and why. */
  readonly savedBy: (row: Row) => Pick<GroupVersionView, 'actor' | 'at' | 'reason'> | null;
  /** Reads `current` again. */
  readonly reload: () => unknown;
  readonly interest: LiveInterest;
}

interface RowEdit {
  /** Of the row that the form is about; null: a new one. */
  readonly version: number | null;
  readonly editor: ConflictEditor;
  readonly versions: readonly GroupVersionView[];
  /** Null: no one else saved. */
  readonly blocker: string | null;
  /** For the form: a refusal may tell of another save. */
  readonly onFailure: (failure: Pick<ActionFailure, 'code'>) => void;
}

/**
 * A form about a row that others may change too. Another save is heard of while the form is open, and both values of
 * each field stand side by side, as in the editors of settings with versions.
 */
export function useRowEdit<Row extends { readonly version: number }, D extends object>(
  options: RowEditOptions<Row, D>,
): RowEdit {
  const { opened, current, draftOf, draft, onDraft, labels, savedBy, reload, interest } = options;
  const [base, setBase] = useState(opened);
  const [picked, setPicked] = useState<{ readonly to: number; readonly choices: Partial<Record<string, Side>> }>();
  useWatch(interest, opened !== null, () => void reload());
  const [isFromSave, setFromSave] = useState(false);
  const onFailure: RowEdit['onFailure'] = ({ code }) => {
    if (code !== 'conflict') return;
    setFromSave(true);
    void reload();
  };
  const isBehind = base !== null && current !== null && current.version > base.version;
  if (!isBehind) return { version: base?.version ?? null, editor: NO_CONFLICT, versions: [], blocker: null, onFailure };
  const [before, theirs] = [draftOf(base), draftOf(current)];
  const { changesBetween } = changesByField<D>(fieldsOf(labels));
  const choices = picked?.to === current.version ? picked.choices : {};
  const rows = conflictRows(changesBetween(before, theirs), changesBetween(before, draft), choices);
  const by = savedBy(current);
  const settle = (next: D) => {
    setBase(current);
    setFromSave(false);
    onDraft(next);
  };
  return {
    version: base.version,
    editor: {
      conflict: {
        ...{ from: base.version, to: current.version, rows, undecided: undecided(rows) },
        isFromSave,
      },
      isReadable: true,
      choose: (field, side) => setPicked({ to: current.version, choices: { ...choices, [field]: side } }),
      takeOver: () => {
        const theirsOf = rows.filter(({ choice }) => choice === 'theirs').map(({ field }) => field);
        const taken = Object.fromEntries(theirsOf.map((field) => [field, theirs[field as keyof D]]));
        settle({ ...rebaseDraft(before, draft, theirs), ...(taken as Partial<D>) });
      },
      discard: () => settle(theirs),
    },
    versions: by === null ? [] : [{ version: current.version, ...by }],
    blocker: t('Someone else saved this first: review the changes'),
    onFailure,
  };
}

const NO_CONFLICT: ConflictEditor = {
  conflict: null,
  isReadable: true,
  choose: () => undefined,
  takeOver: () => undefined,
  discard: () => undefined,
};

function fieldsOf<D extends object>(labels: RowLabels<D>) {
  const entries = Object.entries<string | object | null>(labels);
  return Object.fromEntries(
    entries.flatMap(([field, label]) =>
      label === null ? [] : [[field, typeof label === 'string' ? { label, words: valueWords } : label]],
    ),
  ) as { readonly [Field in keyof D & string]: Labelled<D[Field]> };
}

/** A typed value as it is compared: texts as they are. */
function valueWords(value: unknown): string {
  if (value === null || value === undefined || value === '') return t('none');
  if (typeof value === 'boolean') return value ? t('yes') : t('no');
  if (typeof value === 'string' || typeof value === 'number') return String(value);
  if (Array.isArray(value)) return enumerated(value.map((each) => valueWords(each)));
  return Object.values(value)
    .map((each) => valueWords(each))
    .join(' ');
}
