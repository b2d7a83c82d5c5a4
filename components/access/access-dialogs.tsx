'use client';

import { useState } from 'react';
import { ConfirmDialog } from '@/components/form/confirm-dialog';
import { Field } from '@/components/form/field';
import { FormDialog } from '@/components/form/form-dialog';
import { Select } from '@/components/form/inputs';
import { ReasonField, useReason } from '@/components/form/reason-field';
import { useActionForm } from '@/components/form/use-action-form';
import { useWorkspace } from '@/components/live/use-workspace';
import { deleteAccessRuleAction, deleteAccessUserAction, makeAccessEqualAction } from '@/lib/console/actions/clusters';
import { t } from '@/lib/model/language/t';
import { type Account, type DialogProps, heldAt, knownBrokers, type RuleView } from './access.model';
import { Preview } from './preview';
import { RuleDialog } from './rule-dialog';
import { UserDialog } from './user-dialog';

/** What an operator wants to change. */
export type Asked =
  | { readonly dialog: 'user'; readonly account: Account | null }
  | { readonly dialog: 'rule'; readonly user: string; readonly rule: RuleView | null }
  | { readonly dialog: 'equal' | 'delete-user'; readonly account: Account }
  | { readonly dialog: 'delete-rule'; readonly rule: RuleView };

export function AccessDialogs({ asked, ...rest }: DialogProps & { readonly asked: Asked }) {
  switch (asked.dialog) {
    case 'user':
      return <UserDialog account={asked.account} {...rest} />;
    case 'rule':
      return <RuleDialog user={asked.user} rule={asked.rule} {...rest} />;
    case 'equal':
      return <EqualDialog account={asked.account} {...rest} />;
    case 'delete-user':
      return <DeleteUser account={asked.account} {...rest} />;
    case 'delete-rule':
      return <DeleteRule rule={asked.rule} {...rest} />;
  }
}

function DeleteUser({
  account: { name, version },
  found,
  onClose,
  onDone,
}: DialogProps & { readonly account: Account }) {
  const workspace = useWorkspace();
  return (
    <ConfirmDialog
      open
      onOpenChange={onClose}
      title={t('Delete user {name}', { name })}
      confirmLabel={t('Delete user {name}', { name })}
      danger
      requireTyped={name}
      requireReason
      initialReason=""
      run={({ reason }) =>
        deleteAccessUserAction({ user: name, seen: version ?? undefined, confirm: name, reason }, workspace)
      }
      onDone={() => onDone(t('User {name} deleted on all brokers', { name }))}
    >
      {t(
        `Brokers refuse clients with this access key immediately, proxies that check users within a minute. The rules of
        the user are deleted too.`,
      )}
      <Preview found={found} name={name} change={{ kind: 'delete-user' }} />
    </ConfirmDialog>
  );
}

function DeleteRule({ rule, found, onClose, onDone }: DialogProps & { readonly rule: RuleView }) {
  const workspace = useWorkspace();
  const { user, policy, resource } = rule;
  return (
    <ConfirmDialog
      open
      onOpenChange={onClose}
      title={t('Delete the rule of {user} for {resource}', { user, resource })}
      confirmLabel={t('Delete rule')}
      danger
      requireReason
      initialReason=""
      run={({ reason }) => deleteAccessRuleAction({ user, policy, resource, reason }, workspace)}
      onDone={() => onDone(t('Rule for {resource} deleted on all brokers', { resource }))}
    >
      {t('Other rules of the user then decide. If no rule matches, clients are refused.')}
      <Preview found={found} name={user} change={{ kind: 'delete-rule', policy, resource }} />
    </ConfirmDialog>
  );
}

function EqualDialog({
  account: { name, version },
  found,
  onClose,
  onDone,
}: DialogProps & { readonly account: Account }) {
  const workspace = useWorkspace();
  const choices = knownBrokers(found).filter((broker) => heldAt(found, broker, name).user !== null);
  const [like, setLike] = useState(choices[0] ?? '');
  const reason = useReason(t('Make access of {name} the same on every broker', { name }));
  const form = useActionForm(
    {
      action: (input: Parameters<typeof makeAccessEqualAction>[0]) => makeAccessEqualAction(input, workspace),
      input: () => ({ user: name, like, seen: version ?? undefined, reason: reason.text }),
      onDone: () => onDone(t('User {name} is the same on all brokers', { name })),
    },
    ['like', 'reason'],
  );
  return (
    <FormDialog
      title={t('Make brokers equal for {name}', { name })}
      description={t('The user, its password and its rules are copied to the other brokers. Each broker is read back.')}
      onClose={onClose}
      form={form}
      submitLabel={t('Make brokers equal')}
      blocker={like === '' ? t('No broker has this user') : reason.missing}
    >
      <Field label={t('Copy from broker')} error={form.errorOf('like')}>
        <Select value={like} onChange={({ target }) => setLike(target.value)}>
          {choices.map((broker) => (
            <option key={broker}>{broker}</option>
          ))}
        </Select>
      </Field>
      <Preview found={found} name={name} change={{ kind: 'make-equal', like }} />
      <ReasonField reason={reason} required error={form.errorOf('reason')} />
    </FormDialog>
  );
}
