'use client';

import { useState } from 'react';
import { useBrake } from '@/components/live/live-provider';
import { useWatch } from '@/components/live/use-watch';
import { useToast } from '@/components/ui/toast';
import type { ActionFailure, ActionResult } from '@/lib/model/action-result';
import type { Problem } from '@/lib/model/errors';
import type { LiveInterest } from '@/lib/model/live-change';
import type { Change } from './change.model';
import { type ConflictRow, conflictRows, rebaseDraft, type Side, undecided } from './conflict.model';
import type { Override } from './override-state';
import { WAY } from './send-action';
import { type ActionForm, useActionForm } from './use-action-form';
import { useSaveDoubt } from './use-save-doubt';
import { t } from '@/lib/model/language/t';

export interface SaveReasons extends Override {
  readonly reason: string;
}

/** A kind of settings that people edit: B is a version as it was read, S the settings in it, D what is typed. */
export interface Editable<B extends { readonly version: number }, S, D extends object, P> {
  readonly settingsOf: (base: B) => S;
  readonly draftOf: (settings: S) => D;
  /** Settings null while a field cannot be read; the problems say why. */
  readonly read: (draft: D) => { readonly settings: S | null; readonly problems: P };
  readonly changesBetween: (before: S, after: S) => readonly Change[];
  /** What `edited` changed since `base`, on top of `current`, without the fields `theirs`. */
  readonly rebase: (base: S, edited: S, current: S, theirs: ReadonlySet<string>) => S;
  readonly save: (base: B, edited: S, why: SaveReasons) => Promise<ActionResult<{ readonly version: number }>>;
  /** Fields that show their own error. */
  readonly fields: readonly string[];
  /** What the server would refuse now, as far as the page knows. */
  readonly foresee?: (before: S, edited: S) => readonly Problem[];
}

export interface VersionEditorOptions<B> {
  readonly current: B;
  readonly mayNotEdit: string | null;
  /** Reads it again; true once it was read. */
  readonly reload: () => Promise<boolean>;
  /** Which hints tell of another save. */
  readonly interest: LiveInterest;
}

export interface VersionConflict {
  readonly from: number;
  readonly to: number;
  readonly rows: readonly ConflictRow[];
  /** Fields that both changed, not decided yet. */
  readonly undecided: number;
  /** It was found by a save. */
  readonly isFromSave: boolean;
}

export interface VersionEditor<B, S, D, P> {
  /** What the edit started from. */
  readonly base: B;
  readonly saved: D;
  readonly draft: D;
  readonly settings: S | null;
  readonly problems: P;
  readonly changes: readonly Change[];
  readonly dirty: boolean;
  /** Someone else saved since the edit started. Null: no one did. */
  readonly conflict: VersionConflict | null;
  readonly choose: (field: string, side: Side) => void;
  /** What would be refused. */
  readonly refused: readonly Problem[];
  /** False: a field is not valid yet. */
  readonly isReadable: boolean;
  readonly reason: string;
  readonly setReason: (reason: string) => void;
  readonly form: ActionForm;
  /** Null: may be saved. */
  readonly blocker: string | null;
  readonly mayNotEdit: string | null;
  readonly edit: (draft: D) => void;
  readonly discard: () => void;
  /** Puts what was changed here on top of the newest version. */
  readonly takeOver: () => void;
  /** Saves it from a dialog that shows the answer itself. */
  readonly saveNow: (more: Override) => Promise<ActionResult<{ readonly version: number }>>;
}

/** An edit that starts from a version, holds the page still, and survives a conflict. */
export function useVersionEditor<B extends { readonly version: number }, S, D extends object, P>(
  kind: Editable<B, S, D, P>,
  { current, mayNotEdit, reload, interest }: VersionEditorOptions<B>,
): VersionEditor<B, S, D, P> {
  const [editing, setEditing] = useState<{ readonly base: B; readonly draft: D } | null>(null);
  const [picked, setPicked] = useState<{ readonly to: number; readonly choices: Partial<Record<string, Side>> }>();
  const [reason, setReason] = useState('');
  const toast = useToast();
  const edit = readEdit(kind, editing, current);
  const { base, before, saved, draft, settings, changes, dirty } = edit;
  useBrake(dirty, t('Paused while editing'));
  // The brake holds live reads, but another save must be heard of before this one is tried.
  useWatch(interest, dirty, () => void reload());

  const discard = (): void => {
    setEditing(null);
    setReason('');
    doubt.end();
    form.forget();
  };
  const send = async (given: S) => {
    const { override, ...edited } = given as S & Override;
    const why = { reason: reason.trim(), ...(override === undefined ? {} : { override }) };
    const result = await kind.save(base, edited as unknown as S, why);
    // What is typed next starts from the version that was saved, or that was in the way: it is read before the form is
    // free again.
    if (result.ok || result.error.field === 'version') await reload();
    return result;
  };
  const done = (version: number): void => {
    discard();
    toast(t('Saved as v{version}', { version }));
  };
  const form = useActionForm(
    {
      action: send,
      input: () => settings,
      onDone: ({ version }) => done(version),
      onFailure: ({ code }) => {
        if (code === WAY.noAnswer) doubt.begin();
      },
    },
    kind.fields,
  );

  // While a save is under way, a newer version may be its own.
  const behind = !form.pending && current.version > base.version;

  const newest = kind.settingsOf(current);
  const isSaved = behind && settings !== null && kind.changesBetween(newest, settings).length === 0;
  const doubt = useSaveDoubt({ isSaved, reload, onSaved: () => done(current.version) });

  // A choice was made between two values: a third one asks again.
  const choices = picked?.to === current.version ? picked.choices : {};
  const rows = conflictRows(kind.changesBetween(before, newest), changes, choices);
  const refused = foreseen(kind, edit);
  const rebased = (): D => {
    if (settings === null) return rebaseDraft(saved, draft, kind.draftOf(newest));
    const theirs = rows.filter(({ choice }) => choice === 'theirs').map(({ field }) => field);
    return kind.draftOf(kind.rebase(before, settings, newest, new Set(theirs)));
  };
  const conflict = {
    ...{ from: base.version, to: current.version, rows, undecided: undecided(rows) },
    isFromSave: form.failure?.field === 'version',
  };

  return {
    ...{ ...edit, refused, reason, setReason, mayNotEdit, discard },
    conflict: dirty && behind ? conflict : null,
    isReadable: settings !== null,
    choose: (field, side) => setPicked({ to: current.version, choices: { ...choices, [field]: side } }),
    form: doubt.isSettled && !behind ? { ...form, failure: notSaved(form.failure) } : form,
    blocker:
      mayNotEdit ??
      missing({ readable: settings !== null, changed: changes.length > 0, behind, refused: refused[0], reason }),
    edit: (next) => setEditing({ base, draft: next }),
    takeOver: () => {
      form.forget();
      setEditing({ base: current, draft: rebased() });
    },
    saveNow: async (more) => {
      if (settings === null) return { ok: false, error: { code: 'bad-request', message: t('A field is not valid') } };
      const result = await send({ ...settings, ...more });
      if (result.ok) done(result.data.version);
      return result;
    },
  };
}

interface Edit<B, D> {
  readonly base: B;
  readonly draft: D;
}

interface ReadEdit<B, S, D, P> extends Edit<B, D> {
  readonly before: S;
  readonly saved: D;
  readonly settings: S | null;
  readonly problems: P;
  readonly changes: readonly Change[];
  readonly dirty: boolean;
}

/** What is typed, against the version that it started from. An edit that changes nothing follows what others save. */
function readEdit<B extends { readonly version: number }, S, D extends object, P>(
  kind: Editable<B, S, D, P>,
  editing: Edit<B, D> | null,
  current: B,
): ReadEdit<B, S, D, P> {
  const base = editing?.base ?? current;
  const before = kind.settingsOf(base);
  const saved = kind.draftOf(before);
  const draft = editing?.draft ?? saved;
  const { settings, problems } = kind.read(draft);
  const changes = settings === null ? [] : kind.changesBetween(before, settings);
  const dirty = editing !== null && (settings === null || changes.length > 0);
  if (!dirty && base.version !== current.version) return readEdit(kind, null, current);
  return { base, before, saved, draft, settings, problems, changes, dirty };
}

function foreseen<B extends { readonly version: number }, S, D extends object, P>(
  { foresee }: Editable<B, S, D, P>,
  { before, settings, dirty }: ReadEdit<B, S, D, P>,
): readonly Problem[] {
  return settings === null || !dirty || foresee === undefined ? [] : foresee(before, settings);
}

function notSaved(failure: ActionFailure | null): ActionFailure | null {
  if (failure?.code !== WAY.noAnswer) return failure;
  return { code: WAY.noAnswer, message: t('The server responds again. Your change was not saved; it is kept here.') };
}

interface Readiness {
  readonly readable: boolean;
  readonly changed: boolean;
  readonly behind: boolean;
  readonly refused: Problem | undefined;
  readonly reason: string;
}

function missing({ readable, changed, behind, refused, reason }: Readiness): string | null {
  if (!readable) return t('A field is not valid');
  if (!changed) return t('Nothing is changed');
  if (behind) return t('Someone else saved this first: review the changes');
  if (refused !== undefined) return refused.message;
  return reason.trim() === '' ? t('Enter a reason') : null;
}
