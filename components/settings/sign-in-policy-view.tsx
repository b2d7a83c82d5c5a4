'use client';

import { ConflictPanel } from '@/components/form/conflict-panel';
import { useVersionEditor } from '@/components/form/use-version-editor';
import formStyles from '@/components/form/version.module.css';
import { VersionForm } from '@/components/form/version-form';
import { ReadProblem } from '@/components/live/read-problem';
import { Time } from '@/components/ui/time';
import { updateSettingAction } from '@/lib/console/actions/update-setting';
import type { SettingView } from '@/lib/console/reads/setting';
import { ROLES_WITH_POLICY, type SignInPolicy } from '@/lib/model/sign-in-policy';
import { changesBetween, draftOf, readDraft, rebase, withRole } from './sign-in-policy.model';
import { type SettingPageProps, useSetting } from './use-setting';

type PolicyView = SettingView<'sign-in'>;

const setting = {
  settingsOf: ({ value }: PolicyView) => value,
  ...{ draftOf, changesBetween, rebase },
  read: readDraft,
  save: ({ name, version }: PolicyView, policy: SignInPolicy, reason: string) =>
    updateSettingAction({ name, value: { secondFactorFor: [...policy.secondFactorFor] }, version, reason }),
  fields: ['reason'],
};

/** Who must sign in with more than a password. */
export function SignInPolicyView({ initial, mayNotEdit }: SettingPageProps) {
  const { query, current } = useSetting('sign-in', initial);
  const editor = useVersionEditor(setting, { current, mayNotEdit, reload: query.readAgain });
  const { base, draft, dirty, behind } = editor;
  const newest = current.versions[0];
  return (
    <>
      <ReadProblem error={query.error} onRetry={query.retry} />
      <div className={formStyles.form}>
        <VersionForm
          title="Second factor"
          saves="Save the setting"
          editor={editor}
          nextVersion={current.version + 1}
          standing={
            newest === undefined ? (
              'optional for all roles'
            ) : (
              <>
                v{current.version}, <Time at={newest.at} style="day-clock" />, {newest.actor}
              </>
            )
          }
        >
          <fieldset className="col">
            <legend className="small">Required for</legend>
            {ROLES_WITH_POLICY.map((role) => (
              <label key={role} className="row">
                <input
                  type="checkbox"
                  checked={draft.secondFactorFor.includes(role)}
                  disabled={mayNotEdit !== null}
                  onChange={(event) => editor.edit(withRole(draft, role, event.target.checked))}
                />
                {role}
              </label>
            ))}
          </fieldset>
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
                Who signs in with a password then also needs a code of an authenticator app, or uses a passkey. Who has
                neither sets one up at the next sign-in. Sessions that are open stay open.
              </p>
              <p>Single sign-on is not asked for more: the OpenID provider decides what it takes.</p>
              <p>API tokens and access keys are not affected.</p>
            </div>
          </section>
        </div>
      </div>
    </>
  );
}
