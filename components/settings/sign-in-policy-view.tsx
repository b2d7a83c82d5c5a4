'use client';

import { ROLE_NAMES } from '@/components/parts/role-names';
import { msg, t } from '@/lib/model/language/t';
import { changesByPart } from '@/components/form/change.model';
import {
  byRole,
  policyOf,
  requiredFor,
  ROLES_WITH_POLICY,
  type RequiredFor,
  type SignInPolicy,
} from '@/lib/model/access/sign-in-policy';
import { SettingEditor, WhatItDoes } from './setting-editor';
import type { SettingPageProps } from './use-setting';

const FACTOR_FOR: Readonly<Record<string, string>> = {
  member: msg('Second factor for members'),
  viewer: msg('Second factor for viewers'),
  operator: msg('Second factor for operators'),
  admin: msg('Second factor for admins'),
};

const form = {
  draftOf: requiredFor,
  read: (draft: RequiredFor) => ({ settings: policyOf(draft), problems: {} }),
  fields: [],
  ...changesByPart<SignInPolicy, RequiredFor>(
    requiredFor,
    policyOf,
    byRole((role) => ({
      label: FACTOR_FOR[role] ?? role,
      words: (required) => (required ? t('required') : t('optional')),
    })),
  ),
};

/** Who must sign in with more than a password. */
export function SignInPolicyView(props: SettingPageProps) {
  return (
    <SettingEditor
      {...props}
      name="sign-in"
      title={t('Second factor')}
      unset={t('optional for all roles')}
      form={form}
      renderFields={({ draft, mayNotEdit, edit }) => (
        <fieldset className="col">
          <legend className="small">{t('Required for')}</legend>
          {ROLES_WITH_POLICY.map((role) => (
            <label key={role} className="row">
              <input
                type="checkbox"
                checked={draft[role]}
                disabled={mayNotEdit !== null}
                onChange={(event) => edit({ ...draft, [role]: event.target.checked })}
              />
              {t(ROLE_NAMES[role] ?? role)}
            </label>
          ))}
        </fieldset>
      )}
      renderSide={() => (
        <WhatItDoes>
          <p>
            {t(
              `Users with these roles need a code from an authenticator app after their password, or a passkey. Users
              who have neither set one up at their next sign-in. Open sessions are not ended.`,
            )}
          </p>
          <p>{t('Single sign-on is not affected: the OpenID provider decides about second factors.')}</p>
          <p>{t('API tokens and access keys are not affected.')}</p>
        </WhatItDoes>
      )}
    />
  );
}
