'use client';

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

const form = {
  draftOf: requiredFor,
  read: (draft: RequiredFor) => ({ settings: policyOf(draft), problems: {} }),
  fields: [],
  ...changesByPart<SignInPolicy, RequiredFor>(
    requiredFor,
    policyOf,
    byRole((role) => ({
      label: `second factor for ${role}`,
      words: (required) => (required ? 'required' : 'optional'),
    })),
  ),
};

/** Who must sign in with more than a password. */
export function SignInPolicyView(props: SettingPageProps) {
  return (
    <SettingEditor
      {...props}
      name="sign-in"
      title="Second factor"
      unset="optional for all roles"
      form={form}
      renderFields={({ draft, mayNotEdit, edit }) => (
        <fieldset className="col">
          <legend className="small">Required for</legend>
          {ROLES_WITH_POLICY.map((role) => (
            <label key={role} className="row">
              <input
                type="checkbox"
                checked={draft[role]}
                disabled={mayNotEdit !== null}
                onChange={(event) => edit({ ...draft, [role]: event.target.checked })}
              />
              {role}
            </label>
          ))}
        </fieldset>
      )}
      renderSide={() => (
        <WhatItDoes>
          <p>
            Who signs in with a password then also needs a code of an authenticator app, or uses a passkey. Who has
            neither sets one up at the next sign-in. Sessions that are open stay open.
          </p>
          <p>Single sign-on is not asked for more: the OpenID provider decides what it takes.</p>
          <p>API tokens and access keys are not affected.</p>
        </WhatItDoes>
      )}
    />
  );
}
