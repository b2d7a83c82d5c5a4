'use client';

import { useEffect, useEffectEvent, useState } from 'react';
import { useBrake, useLiveSnapshot } from '@/components/live/live-provider';
import { useToast } from '@/components/ui/toast';
import type { ActionFailure, ActionResult } from '@/lib/model/action-result';
import type { Change } from './change.model';
import { WAY } from './send-action';
import { type ActionForm, useActionForm } from './use-action-form';

/** A kind of settings that people edit: B is a version as it was read, S the settings in it, D what is typed. */
export interface Editable<B extends { readonly version: number }, S, D, P> {
  readonly settingsOf: (base: B) => S;
  readonly draftOf: (settings: S) => D;
  /** Settings null while a field cannot be read; the problems say why. */
  readonly read: (draft: D) => { readonly settings: S | null; readonly problems: P };
  readonly changesBetween: (before: S, after: S) => readonly Change[];
  /** What `edited` changed since `base`, on top of `current`. */
  readonly rebase: (base: S, edited: S, current: S) => S;
  readonly save: (base: B, edited: S, reason: string) => Promise<ActionResult<{ readonly version: number }>>;
  /** Fields that show their own error. */
  readonly fields: readonly string[];
}

export interface VersionEditorOptions<B> {
  readonly current: B;
  readonly mayNotEdit: string | null;
  /** Reads it again; true once it was read. */
  readonly reload: () => Promise<boolean>;
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
  /** Another operator saved since the edit started: from which version to which, and what. Null: none did. */
  readonly conflict: { readonly from: number; readonly to: number; readonly changes: readonly Change[] } | null;
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
}

/** How often the result of a save without an answer is read, once the server answers again. */
const LOOK_MS = 500;

/** An edit that starts from a version, holds the page still, and survives a conflict. */
export function useVersionEditor<B extends { readonly version: number }, S, D, P>(
  kind: Editable<B, S, D, P>,
  { current, mayNotEdit, reload }: VersionEditorOptions<B>,
): VersionEditor<B, S, D, P> {
  const [editing, setEditing] = useState<{ readonly base: B; readonly draft: D } | null>(null);
  const [reason, setReason] = useState('');
  const toast = useToast();
  const base = editing?.base ?? current;
  const before = kind.settingsOf(base);
  const saved = kind.draftOf(before);
  const draft = editing?.draft ?? saved;
  const { settings, problems } = kind.read(draft);
  const changes = settings === null ? [] : kind.changesBetween(before, settings);
  const dirty = editing !== null && (settings === null || changes.length > 0);
  useBrake(dirty, 'Paused while editing');

  /** Whether the last try was saved: not known, or looked up since; null: it got an answer. */
  const [doubt, setDoubt] = useState<'unknown' | 'looked' | null>(null);

  const discard = (): void => {
    setEditing(null);
    setReason('');
    setDoubt(null);
    form.forget();
  };
  const form = useActionForm(
    {
      action: async (edited: S) => {
        const result = await kind.save(base, edited, reason.trim());
        // The brake holds live reads while editing. What is typed next starts from the version that was saved, or that
        // was in the way: it is read before the form is free again.
        if (result.ok || result.error.field === 'version') await reload();
        return result;
      },
      input: () => settings,
      onDone: ({ version }) => {
        discard();
        toast(`Saved as v${version}`);
      },
      onFailure: ({ code }) => {
        if (code === WAY.noAnswer) setDoubt('unknown');
      },
    },
    kind.fields,
  );

  // While a save is under way, a newer version may be its own.
  const behind = !form.pending && current.version > base.version;

  // A save that got no answer may be in force: the page says which as soon as it can be read.
  const { connection } = useLiveSnapshot();
  const lookAgain = useEffectEvent(async () => {
    if (await reload()) setDoubt('looked');
  });
  useEffect(() => {
    if (doubt !== 'unknown' || connection !== 'open') return undefined;
    const timer = setInterval(() => void lookAgain(), LOOK_MS);
    return () => clearInterval(timer);
  }, [doubt, connection]);
  const isSaved =
    doubt !== null &&
    behind &&
    settings !== null &&
    kind.changesBetween(kind.settingsOf(current), settings).length === 0;
  const finish = useEffectEvent(() => {
    discard();
    toast(`Saved as v${current.version}`);
  });
  useEffect(() => {
    if (!isSaved) return undefined;
    const timer = setTimeout(() => finish());
    return () => clearTimeout(timer);
  }, [isSaved]);

  return {
    base,
    saved,
    draft,
    settings,
    problems,
    changes,
    dirty,
    conflict:
      dirty && behind
        ? { from: base.version, to: current.version, changes: kind.changesBetween(before, kind.settingsOf(current)) }
        : null,
    reason,
    setReason,
    form: doubt === 'looked' && !behind ? { ...form, failure: notSaved(form.failure) } : form,
    blocker: mayNotEdit ?? missing({ readable: settings !== null, changed: changes.length > 0, behind, reason }),
    mayNotEdit,
    edit: (next) => setEditing({ base, draft: next }),
    discard,
    takeOver: () =>
      setEditing({
        base: current,
        draft: settings === null ? draft : kind.draftOf(kind.rebase(before, settings, kind.settingsOf(current))),
      }),
  };
}

function notSaved(failure: ActionFailure | null): ActionFailure | null {
  if (failure?.code !== WAY.noAnswer) return failure;
  return { code: WAY.noAnswer, message: 'The server responds again. Your change was not saved; it is kept here.' };
}

interface Readiness {
  readonly readable: boolean;
  readonly changed: boolean;
  readonly behind: boolean;
  readonly reason: string;
}

function missing({ readable, changed, behind, reason }: Readiness): string | null {
  if (!readable) return 'A field is not valid';
  if (!changed) return 'Nothing is changed';
  if (behind) return 'Another operator saved meanwhile';
  return reason.trim() === '' ? 'Enter a reason' : null;
}
