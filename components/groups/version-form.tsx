'use client';

import { useRef, type ReactNode } from 'react';
import { Field } from '@/components/form/field';
import { TextInput } from '@/components/form/inputs';
import { type ActionForm, submitUnless } from '@/components/form/use-action-form';
import { useShortcut } from '@/components/keyboard/use-shortcut';
import { Banner } from '@/components/ui/banner';
import { Button } from '@/components/ui/button';
import { plural } from '@/components/ui/number.model';
import styles from './groups.module.css';

interface VersionFormProps {
  readonly title: string;
  /** Which version stands, since when, by whom. */
  readonly standing: ReactNode;
  /** What ⌘↵ does, for the sheet of keys. */
  readonly saves: string;
  readonly nextVersion: number;
  readonly editor: {
    readonly form: ActionForm;
    readonly blocker: string | null;
    readonly mayNotEdit: string | null;
    readonly dirty: boolean;
    readonly changes: readonly unknown[];
    readonly reason: string;
    readonly setReason: (reason: string) => void;
    readonly discard: () => void;
  };
  readonly children: ReactNode;
}

/** The panel in which settings with versions are edited: fields, reason, save or discard. */
export function VersionForm({ title, standing, saves, nextVersion, editor, children }: VersionFormProps) {
  const { form, blocker, dirty, changes } = editor;
  const element = useRef<HTMLFormElement>(null);
  useShortcut('mod+enter', () => element.current?.requestSubmit(), saves, blocker === null);
  // A version conflict has a panel of its own.
  const failure = form.failure?.field === 'version' || !dirty ? null : form.failure;
  return (
    <form ref={element} className="panel" noValidate onSubmit={submitUnless(blocker, form)}>
      <header>
        <h2>{title}</h2>
        <span className="panel-end tiny text-3">{standing}</span>
      </header>
      <div className={`panel-body ${styles.fields}`}>{children}</div>
      <div className={styles.foot}>
        <Field label="Reason, kept in the history" error={form.errorOf('reason')}>
          <TextInput
            name="reason"
            value={editor.reason}
            onChange={(event) => editor.setReason(event.target.value)}
            placeholder="Why now?"
            maxLength={500}
            autoComplete="off"
          />
        </Field>
        {failure === null ? null : <Banner tone="danger">{failure.message}</Banner>}
        <div className="row wrap">
          <Button type="submit" variant="primary" keys="⌘↵" pending={form.pending} disabledReason={blocker}>
            Save as v{nextVersion}
          </Button>
          {dirty ? (
            <Button variant="ghost" onClick={editor.discard}>
              Discard
            </Button>
          ) : null}
          <span className="small text-3">
            {dirty ? (blocker ?? plural(changes.length, 'change')) : editor.mayNotEdit}
          </span>
        </div>
      </div>
    </form>
  );
}
