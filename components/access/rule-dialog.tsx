'use client';

import { useState } from 'react';
import { Field } from '@/components/form/field';
import { FormDialog } from '@/components/form/form-dialog';
import { Select, TextInput } from '@/components/form/inputs';
import { ReasonField, useReason } from '@/components/form/reason-field';
import { useActionForm } from '@/components/form/use-action-form';
import { useWorkspace } from '@/components/live/use-workspace';
import { putAccessRuleAction } from '@/lib/console/actions/clusters';
import { ACCESS_ACTIONS, isResource, NEW_RULE } from '@/lib/model/cluster/access-change';
import { t } from '@/lib/model/language/t';
import { addressesIn, type DialogProps, type RuleView } from './access.model';
import { Preview } from './preview';

interface RuleDialogProps extends DialogProps {
  readonly user: string;
  /** Null: a new one. */
  readonly rule: RuleView | null;
}

type Action = (typeof ACCESS_ACTIONS)[number];

/** One rule for one resource: brokers keep one for each resource of a user. */
export function RuleDialog({ user, rule, found, onClose, onDone }: RuleDialogProps) {
  const workspace = useWorkspace();
  const [resource, setResource] = useState(rule?.resource ?? NEW_RULE.resource);
  const [actions, setActions] = useState<readonly Action[]>(
    ACCESS_ACTIONS.filter((action) => (rule?.actions ?? NEW_RULE.actions).includes(action)),
  );
  const [addresses, setAddresses] = useState(rule?.sourceIps.join(' ') ?? '');
  const [isDeny, setIsDeny] = useState(rule?.isDeny ?? false);
  const [policy, setPolicy] = useState(rule?.policy ?? 'custom');
  const reason = useReason('');
  const version = found.users.find(({ name }) => name === user)?.version;
  const written = { policy, resource: resource.trim(), actions, sourceIps: addressesIn(addresses), isDeny };
  const form = useActionForm(
    {
      action: (input: Parameters<typeof putAccessRuleAction>[0]) => putAccessRuleAction(input, workspace),
      input: () => ({
        ...{ ...written, user, actions: [...actions], sourceIps: [...written.sourceIps], reason: reason.text },
        ...(version === undefined ? {} : { seen: version }),
      }),
      onDone: () => onDone(t('Rule for {resource} saved on all brokers', { resource })),
    },
    ['resource', 'actions', 'sourceIps', 'policy', 'reason'],
  );
  const isValid = isResource(written.resource);
  const blocker = !isValid
    ? t('Enter a resource')
    : actions.length === 0
      ? t('Choose at least one action')
      : reason.missing;
  return (
    <FormDialog
      title={rule === null ? t('Add a rule for {user}', { user }) : t('Edit the rule of {user}', { user })}
      description={t('Every broker gets the same rule. Each broker is read back.')}
      onClose={onClose}
      form={form}
      submitLabel={t('Save rule')}
      blocker={blocker}
    >
      <Field
        label={t('Resource')}
        hint={t('Topic, Group, Cluster or Namespace with a name, such as Topic:orders or Group:pay*, or * for all.')}
        error={form.errorOf('resource')}
      >
        <TextInput
          mono
          value={resource}
          readOnly={rule !== null}
          maxLength={300}
          autoComplete="off"
          spellCheck={false}
          onChange={({ target }) => setResource(target.value)}
        />
      </Field>
      <fieldset className="row wrap">
        <legend>{t('Actions')}</legend>
        {ACCESS_ACTIONS.map((action) => (
          <label key={action} className="row">
            <input
              type="checkbox"
              checked={actions.includes(action)}
              onChange={({ target }) =>
                setActions(ACCESS_ACTIONS.filter((each) => (each === action ? target.checked : actions.includes(each))))
              }
            />
            {action}
          </label>
        ))}
      </fieldset>
      <p className="small text-3">
        {t('Producers need Pub on their topics. Consumers need Sub on their topics and on their group.')}
      </p>
      <Field label={t('Decision')}>
        <Select value={String(isDeny)} onChange={({ target }) => setIsDeny(target.value === 'true')}>
          <option value="false">{t('Allow')}</option>
          <option value="true">{t('Deny')}</option>
        </Select>
      </Field>
      <Field
        label={t('Client addresses')}
        hint={t('IP addresses or ranges such as 10.0.0.0/8. Leave empty for every address.')}
        error={form.errorOf('sourceIps')}
      >
        <TextInput mono value={addresses} spellCheck={false} onChange={({ target }) => setAddresses(target.value)} />
      </Field>
      <Field label={t('Policy')} hint={t('Default rules apply only where no custom rule matches.')}>
        <Select
          value={policy}
          disabled={rule !== null}
          onChange={({ target }) => setPolicy(target.value === 'default' ? 'default' : 'custom')}
        >
          <option value="custom">{t('custom')}</option>
          <option value="default">{t('default')}</option>
        </Select>
      </Field>
      {isValid ? <Preview found={found} name={user} change={{ kind: 'put-rule', ...written }} /> : null}
      <ReasonField reason={reason} required error={form.errorOf('reason')} />
    </FormDialog>
  );
}
