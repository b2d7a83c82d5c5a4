'use client';

import { useRef, type ReactNode } from 'react';
import { type ActionForm, submitUnless } from '@/components/form/use-action-form';
import { useShortcut } from '@/components/keyboard/use-shortcut';
import { Button } from '@/components/ui/button';
import { plural } from '@/components/ui/number.model';
import { Time } from '@/components/ui/time';
import type { GroupVersionView } from '@/lib/console/operations/groups/views';
import { ConflictNotice, VERSION_FORM } from './conflict-panel';
import styles from './version.module.css';
import { VersionFoot } from './version-foot';

interface VersionFormProps {
  readonly title: string;
  /** Which version stands, since when, by whom. */
  readonly standing: StandingProps;
  /** What ⌘↵ does, for the sheet of keys. */
  readonly saves?: string;
  readonly editor: {
    readonly form: ActionForm;
    readonly blocker: string | null;
    readonly mayNotEdit: string | null;
    readonly dirty: boolean;
    readonly changes: readonly unknown[];
    readonly reason: string;
    readonly setReason: (reason: string) => void;
    readonly discard: () => void;
    readonly conflict: { readonly to: number } | null;
  };
  /** Saving loses messages: the button says so by its look. */
  readonly danger?: boolean;
  readonly children: ReactNode;
}

/** The panel in which settings with versions are edited: fields, reason, save or discard. */
export function VersionForm(props: VersionFormProps) {
  const { title, standing, saves = 'Save the setting', editor, danger = false, children } = props;
  const { form, blocker, dirty, changes, conflict } = editor;
  const element = useRef<HTMLFormElement>(null);
  useShortcut('mod+enter', () => element.current?.requestSubmit(), saves, blocker === null);
  // A version conflict has a panel of its own.
  const failure = form.failure?.field === 'version' || !dirty ? null : form.failure;
  return (
    <form
      ref={element}
      id={VERSION_FORM}
      className="panel"
      tabIndex={-1}
      noValidate
      onSubmit={submitUnless(blocker, form)}
    >
      <header>
        <h2>{title}</h2>
        <Standing {...standing} />
      </header>
      <div className={`panel-body ${styles.fields}`}>{children}</div>
      <VersionFoot
        reason={editor.reason}
        onReason={editor.setReason}
        reasonError={form.errorOf('reason')}
        failure={failure}
        slow={form.slow}
        dirty={dirty}
        onDiscard={editor.discard}
        conflict={conflict === null ? null : <ConflictNotice to={conflict.to} newest={standing.newest} />}
        note={dirty ? (blocker ?? plural(changes.length, 'change')) : editor.mayNotEdit}
      >
        <Button
          type="submit"
          variant={danger ? 'danger' : 'primary'}
          keys="⌘↵"
          pending={form.pending}
          disabledReason={blocker}
        >
          Save as v{standing.version + 1}
        </Button>
      </VersionFoot>
    </form>
  );
}

interface StandingProps {
  readonly version: number;
  /** Undefined: nothing was ever saved. */
  readonly newest: GroupVersionView | undefined;
  /** What is in force while nothing was saved. */
  readonly unset: string;
  /** What is in force, before the version. */
  readonly summary?: string;
}

export function Standing({ version, newest, unset, summary }: StandingProps) {
  return (
    <span className="panel-end tiny text-3">
      {newest === undefined ? (
        unset
      ) : (
        <>
          {summary === undefined ? '' : `${summary}, `}v{version}, <Time at={newest.at} style="day-clock" />,{' '}
          {newest.actor}
        </>
      )}
    </span>
  );
}
