'use client';

import { Plus } from 'lucide-react';
import { ConflictPanel } from '@/components/form/conflict-panel';
import { useVersionEditor } from '@/components/form/use-version-editor';
import formStyles from '@/components/form/version.module.css';
import { VersionForm } from '@/components/form/version-form';
import { ReadProblem } from '@/components/live/read-problem';
import { Button } from '@/components/ui/button';
import { plural } from '@/components/ui/number.model';
import { Time } from '@/components/ui/time';
import { updateSettingAction } from '@/lib/console/actions/update-setting';
import type { SettingView } from '@/lib/console/reads/setting';
import type { Masking } from '@/lib/model/masking/rule';
import styles from './masking.module.css';
import { changesBetween, draftOf, NEW_RULE, readDraft, rebase, type RuleDraft } from './masking.model';
import { MaskingRuleFields } from './masking-rule-fields';
import { MaskingTry } from './masking-try';
import { type SettingPageProps, useSetting } from './use-setting';

type MaskingSetting = SettingView<'masking'>;

const setting = {
  settingsOf: ({ value }: MaskingSetting) => value,
  ...{ draftOf, changesBetween, rebase },
  read: readDraft,
  save: ({ name, version }: MaskingSetting, { rules }: Masking, reason: string) =>
    updateSettingAction({ name, value: { rules: [...rules] }, version, reason }),
  fields: ['reason'],
};

/** Which parts of messages are hidden, and from whom. */
export function MaskingView({ initial, mayNotEdit }: SettingPageProps) {
  const { query, current } = useSetting('masking', initial);
  const editor = useVersionEditor(setting, { current, mayNotEdit, reload: query.readAgain });
  const { base, draft, dirty, behind, problems } = editor;
  const newest = current.versions[0];
  const change = (at: number, rule: RuleDraft | null) =>
    editor.edit({ rules: draft.rules.flatMap((each, index) => (index !== at ? [each] : rule === null ? [] : [rule])) });
  return (
    <>
      <ReadProblem error={query.error} onRetry={query.retry} />
      <div className={`${formStyles.form} ${styles.wide}`}>
        <VersionForm
          title="Body masking"
          saves="Save the rules"
          editor={editor}
          nextVersion={current.version + 1}
          standing={
            newest === undefined ? (
              'nothing is hidden'
            ) : (
              <>
                {plural(current.value.rules.length, 'rule')}, v{current.version},{' '}
                <Time at={newest.at} style="day-clock" />, {newest.actor}
              </>
            )
          }
        >
          {draft.rules.length === 0 ? (
            <p className="small text-2">No rule: people who may read bodies see all of them.</p>
          ) : null}
          {draft.rules.map((rule, at) => (
            <MaskingRuleFields
              // oxlint-disable-next-line react/no-array-index-key -- rules have no id of their own, and are not moved
              key={at}
              number={at + 1}
              rule={rule}
              problem={problems.first?.rule === at ? problems.first : null}
              mayNotEdit={mayNotEdit}
              onChange={(changed) => change(at, changed)}
              onRemove={() => change(at, null)}
            />
          ))}
          <Button
            icon={Plus}
            disabledReason={mayNotEdit}
            onClick={() => editor.edit({ rules: [...draft.rules, NEW_RULE] })}
          >
            Add a rule
          </Button>
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
          <MaskingTry masking={editor.settings} mayNot={mayNotEdit} />
          <section className="panel">
            <header>
              <h2>What it does</h2>
            </header>
            <div className="panel-body col small text-2">
              <p>
                Values are hidden on pages, in the HTTP API, in exports and downloads, and when a message is edited for
                a re-drive. Consumers get every message as it was sent.
              </p>
              <p>A body that is not JSON is hidden as a whole where a rule names paths.</p>
              <p>
                Who may have values shown gives a reason each time; it is in the audit log with the message and the
                rules.
              </p>
              <p>
                Keys, tags, message groups and the error texts of applications are not hidden: nothing secret belongs
                there.
              </p>
            </div>
          </section>
        </div>
      </div>
    </>
  );
}
