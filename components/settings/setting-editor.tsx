'use client';

import { t } from '@/lib/model/language/t';
import type { ReactNode } from 'react';
import { ConflictPanel } from '@/components/form/conflict-panel';
import { type Editable, useVersionEditor, type VersionEditor } from '@/components/form/use-version-editor';
import formStyles from '@/components/form/version.module.css';
import { VersionForm } from '@/components/form/version-form';
import { ReadProblem } from '@/components/live/read-problem';
import { ManagedNote } from '@/components/parts/managed-note';
import { updateSettingAction } from '@/lib/console/actions/settings';
import type { SettingView } from '@/lib/console/operations/settings/views';
import type { BrokerSettings, SettingName } from '@/lib/model/broker-setting';
import { type SettingPageProps, useSetting } from './use-setting';

export type SettingEditorOf<Name extends SettingName, D extends object, P> = VersionEditor<
  SettingView<Name>,
  BrokerSettings[Name],
  D,
  P
>;

/** How a setting is typed, checked while it is typed, compared and merged. */
type SettingForm<Name extends SettingName, D extends object, P> = Omit<
  Editable<SettingView<Name>, BrokerSettings[Name], D, P>,
  'settingsOf' | 'save'
>;

interface SettingEditorProps<Name extends SettingName, D extends object, P> extends SettingPageProps {
  readonly name: Name;
  readonly title: string;
  /** What is in force while nothing was saved. */
  readonly unset: string;
  readonly summary?: (value: BrokerSettings[Name]) => string;
  readonly form: SettingForm<Name, D, P>;
  readonly className?: string | undefined;
  readonly renderFields: (editor: SettingEditorOf<Name, D, P>) => ReactNode;
  /** Beside the form. */
  readonly renderSide: (editor: SettingEditorOf<Name, D, P>) => ReactNode;
}

/** The page of a setting of the broker: its form, who saved it, and what to do when another admin saved meanwhile. */
export function SettingEditor<Name extends SettingName, D extends object, P>(props: SettingEditorProps<Name, D, P>) {
  const { name, title, unset, summary, form, className = '', renderFields, renderSide, initial, mayNotEdit } = props;
  const { query, current } = useSetting(name, initial);
  const { value, version, versions } = current;
  const editor = useVersionEditor(
    {
      ...form,
      fields: [...form.fields, 'reason'],
      settingsOf: (base) => base.value,
      save: (base, edited, why) => updateSettingAction({ name, value: { ...edited }, version: base.version, ...why }),
    },
    { current, mayNotEdit, reload: query.readAgain, interest: { kinds: ['setting'] } },
  );
  return (
    <>
      <ReadProblem error={query.error} onRetry={query.retry} />
      <ManagedNote kind="setting" name={name} />
      <div className={`${formStyles.form} ${className}`}>
        <VersionForm
          title={title}
          editor={editor}
          standing={{
            version,
            newest: versions[0],
            unset,
            ...(summary === undefined ? {} : { summary: summary(value) }),
          }}
        >
          {renderFields(editor)}
        </VersionForm>
        <div className={formStyles.side}>
          <ConflictPanel editor={editor} versions={versions} />
          {renderSide(editor)}
        </div>
      </div>
    </>
  );
}

/** Beside a form: what the setting does. */
export function WhatItDoes({ children }: { readonly children: ReactNode }) {
  return (
    <section className="panel">
      <header>
        <h2>{t('About this setting')}</h2>
      </header>
      <div className="panel-body col small text-2">{children}</div>
    </section>
  );
}
