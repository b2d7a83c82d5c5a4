'use client';

import { ConflictPanel } from '@/components/form/conflict-panel';
import { Field } from '@/components/form/field';
import { TextInput } from '@/components/form/inputs';
import { useVersionEditor } from '@/components/form/use-version-editor';
import formStyles from '@/components/form/version.module.css';
import { VersionForm } from '@/components/form/version-form';
import { ReadProblem } from '@/components/live/read-problem';
import { Time } from '@/components/ui/time';
import { updateSettingAction } from '@/lib/console/actions/update-setting';
import type { SettingView } from '@/lib/console/reads/setting';
import type { TraceLink } from '@/lib/model/trace-link';
import { changesBetween, draftOf, readDraft, rebase } from './trace-link.model';
import { type SettingPageProps, useSetting } from './use-setting';

type LinkView = SettingView<'trace-link'>;

const setting = {
  settingsOf: ({ value }: LinkView) => value,
  ...{ draftOf, changesBetween, rebase },
  read: readDraft,
  save: ({ name, version }: LinkView, value: TraceLink, reason: string) =>
    updateSettingAction({ name, value: { template: value.template }, version, reason }),
  fields: ['template', 'reason'],
};

/** Where the trace of a message opens. */
export function TraceLinkView({ initial, mayNotEdit }: SettingPageProps) {
  const { query, current } = useSetting('trace-link', initial);
  const editor = useVersionEditor(setting, { current, mayNotEdit, reload: query.readAgain });
  const { base, draft, dirty, behind, problems } = editor;
  const newest = current.versions[0];
  return (
    <>
      <ReadProblem error={query.error} onRetry={query.retry} />
      <div className={formStyles.form}>
        <VersionForm
          title="Traces"
          saves="Save the setting"
          editor={editor}
          nextVersion={current.version + 1}
          standing={
            newest === undefined ? (
              'no link'
            ) : (
              <>
                v{current.version}, <Time at={newest.at} style="day-clock" />, {newest.actor}
              </>
            )
          }
        >
          <Field
            label="Address of a trace"
            error={problems.template ?? editor.form.errorOf('template')}
            hint="With {traceId} where the id of the trace belongs: https://traces.example.com/trace/{traceId}. Empty: no link."
          >
            <TextInput
              name="template"
              inputMode="url"
              autoComplete="off"
              value={draft.template}
              onChange={(event) => editor.edit({ template: event.target.value })}
              changed={draft.template !== editor.saved.template}
            />
          </Field>
        </VersionForm>
        <div className={formStyles.side}>
          {dirty && behind ? (
            <ConflictPanel
              baseVersion={base.version}
              currentVersion={current.version}
              versions={current.versions}
              changes={changesBetween(base.value, current.value)}
              onTakeTheirs={editor.discard}
              onRebase={editor.takeOver}
            />
          ) : null}
          <section className="panel">
            <header>
              <h2>What it does</h2>
            </header>
            <div className="panel-body col small text-2">
              <p>
                The page of a message links to its trace, if its producer gave it a trace context. What was recorded
                there is up to the producer, the consumers and the collector.
              </p>
            </div>
          </section>
        </div>
      </div>
    </>
  );
}
