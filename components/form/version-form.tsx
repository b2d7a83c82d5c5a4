'use client';

import { useRef, type ReactNode } from 'react';
import type { ActionForm } from '@/components/form/use-action-form';
import { useShortcut } from '@/components/keyboard/use-shortcut';
import { Button } from '@/components/ui/button';
import { Time } from '@/components/ui/time';
import type { GroupVersionView } from '@/lib/console/operations/groups/views';
import { ConflictNotice, VERSION_FORM } from './conflict-words';
import { Form } from './form';
import styles from './version.module.css';
import { VersionFoot } from './version-foot';
import { Said } from '@/components/ui/said';
import { enumerated } from '@/lib/model/language/list';
import { pieces, t } from '@/lib/model/language/t';

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
    readonly changes: readonly { readonly label: string }[];
    readonly reason: string;
    readonly setReason: (reason: string) => void;
    readonly discard: () => void;
    readonly conflict: { readonly to: number } | null;
  };
  /** Saving loses messages: the button says so by its look. */
  readonly danger?: boolean;
  /** The page has a VersionBar at its foot. */
  readonly isFootApart?: boolean;
  readonly children: ReactNode;
}

/** The panel in which settings with versions are edited: fields, reason, save or discard. */
export function VersionForm(props: VersionFormProps) {
  const {
    title,
    standing,
    saves = t('Save the setting'),
    editor,
    danger = false,
    isFootApart = false,
    children,
  } = props;
  const { form, blocker } = editor;
  const element = useRef<HTMLFormElement>(null);
  useShortcut('mod+enter', () => element.current?.requestSubmit(), saves, blocker === null);
  return (
    <Form
      ref={element}
      id={VERSION_FORM}
      className="panel"
      tabIndex={-1}
      noValidate
      blocker={blocker}
      onSubmit={form.onSubmit}
    >
      <header>
        <h2>{title}</h2>
        <Standing {...standing} />
      </header>
      <div className={`panel-body ${styles.fields}`}>{children}</div>
      {isFootApart ? null : (
        <Foot
          {...{ editor, standing, danger }}
          note={
            editor.dirty
              ? (blocker ?? t('{count, plural, one {# change} other {# changes}}', { count: editor.changes.length }))
              : editor.mayNotEdit
          }
        />
      )}
    </Form>
  );
}

interface VersionBarProps extends Pick<VersionFormProps, 'editor' | 'standing' | 'danger'> {
  /** How many fields keep it from being saved. */
  readonly blockers: number;
}

/** The foot of a VersionForm over the whole width, in view wherever the page is scrolled. */
export function VersionBar({ editor, standing, danger = false, blockers }: VersionBarProps) {
  const { dirty, changes, blocker, mayNotEdit } = editor;
  return (
    <Foot
      {...{ editor, standing, danger }}
      isBar
      lead={
        dirty ? (
          <>
            <b>{t('{count, plural, one {# change} other {# changes}}', { count: changes.length })}</b>{' '}
            <span className="text-2">{enumerated(changes.map(({ label }) => label))}</span>
          </>
        ) : (
          (mayNotEdit ?? t('No change'))
        )
      }
      note={
        !dirty || blocker === null ? null : (
          <span className={styles.blocked}>
            {blockers === 0 ? blocker : t('{count, plural, one {# blocker} other {# blockers}}', { count: blockers })}
          </span>
        )
      }
    />
  );
}

interface FootProps extends Pick<VersionFormProps, 'editor' | 'standing'> {
  readonly danger: boolean;
  readonly isBar?: boolean;
  readonly lead?: ReactNode;
  readonly note: ReactNode;
}

function Foot({ editor, standing, danger, isBar = false, lead, note }: FootProps) {
  const { form, blocker, dirty, conflict } = editor;
  return (
    <VersionFoot
      reason={editor.reason}
      onReason={editor.setReason}
      reasonError={form.errorOf('reason')}
      // A version conflict has a panel of its own.
      failure={form.failure?.field === 'version' || !dirty ? null : form.failure}
      slow={form.slow}
      dirty={dirty}
      onDiscard={editor.discard}
      conflict={conflict === null ? null : <ConflictNotice to={conflict.to} newest={standing.newest} />}
      {...{ isBar, lead, note }}
    >
      <Button
        type="submit"
        form={VERSION_FORM}
        variant={danger ? 'danger' : 'primary'}
        keys="⌘↵"
        pending={form.pending}
        disabledReason={blocker}
      >
        {t('Save as v{version}', { version: standing.version + 1 })}
      </Button>
    </VersionFoot>
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
        <Said
          of={pieces('{version}, {time}, {person}', {
            version: summary === undefined ? `v${version}` : t('{summary}, v{version}', { summary, version }),
            time: <Time at={newest.at} style="day-clock" />,
            person: newest.actor,
          })}
        />
      )}
    </span>
  );
}
