'use client';

import { useState } from 'react';
import { deletedWords } from '@/components/parts/remains.model';
import { Field } from '@/components/form/field';
import { FormDialog } from '@/components/form/form-dialog';
import { TextInput } from '@/components/form/inputs';
import { ReasonField, useReason } from '@/components/form/reason-field';
import { useActionForm } from '@/components/form/use-action-form';
import { ReadProblem } from '@/components/live/read-problem';
import { useWorkspace } from '@/components/live/use-workspace';
import { useLiveQuery } from '@/components/live/use-live-query';
import { Banner } from '@/components/ui/banner';
import { useToast } from '@/components/ui/toast';
import { usePush } from '@/components/ui/use-push';
import { deleteGroupAction } from '@/lib/console/actions/groups';
import styles from './control.module.css';
import { goesWith } from './delete.model';
import { pieces, t } from '@/lib/model/language/t';
import { Said } from '@/components/ui/said';
import { enumerated, sentences } from '@/lib/model/language/list';

const CLIENTS_NAMED = 5;

function clientNames(clients: readonly string[]): string {
  const names = enumerated(clients.slice(0, CLIENTS_NAMED));
  const more = clients.length - CLIENTS_NAMED;
  return more > 0 ? t('{names}, and {more, number} more', { names, more }) : names;
}

/** What goes with the group, then its name and a reason. */
export function DeleteDialog({ group, onClose }: { readonly group: string; readonly onClose: () => void }) {
  const push = usePush();
  const workspace = useWorkspace();
  const toast = useToast();
  const [typed, setTyped] = useState('');
  const reason = useReason(t('Delete {name}', { name: group }));
  const preview = useLiveQuery('groupDeletion', { group }, { live: { kinds: ['message', 'group', 'client'], group } });
  const plan = preview.data;
  const isNamed = plan === undefined || !plan.empty || plan.inBrokers !== null;
  const form = useActionForm(
    {
      action: (input: Parameters<typeof deleteGroupAction>[0]) => deleteGroupAction(input, workspace),
      input: () => ({ group, reason: reason.text, ...(isNamed ? { confirm: typed.trim() } : {}) }),
      onDone: ({ inBrokers }) => {
        toast(deletedWords('group', group, inBrokers?.nameServers ?? []));
        push('/groups');
      },
    },
    ['confirm', 'reason'],
  );
  const blocker =
    plan?.blocker ??
    (plan === undefined
      ? t('Counting')
      : reason.missing !== null
        ? reason.missing
        : isNamed && typed.trim() !== group
          ? t('Enter a name')
          : null);
  return (
    <FormDialog
      title={t('Delete {name}?', { name: group })}
      description={sentences(
        t('This cannot be undone. Messages stay in their topics for other groups; the audit log keeps the counts.'),
        plan?.inBrokers == null ? '' : t('Dead letters that this console has read stay in its list.'),
      )}
      onClose={onClose}
      form={form}
      danger
      submitLabel={t('Delete group')}
      blocker={blocker}
    >
      <ReadProblem error={preview.error} onRetry={preview.retry} />
      {plan === undefined ? null : (
        <>
          {plan.blocker === null ? null : <Banner tone="warning">{plan.blocker}</Banner>}
          <p>{plan.empty ? t('The group has no messages in progress.') : <b>{t('This also deletes:')}</b>}</p>
          <ul className={styles.rules}>
            {goesWith(plan).map((line) => (
              <li key={line}>{line}</li>
            ))}
          </ul>
          {plan.blocker !== null && plan.inBrokers !== null ? null : plan.clients.length === 0 ? (
            <p className="text-2">{t('No client is connected.')}</p>
          ) : (
            <Banner tone="warning">
              <Said
                of={pieces(
                  `<b>{count, plural, one {# client is connected} other {# clients are connected}}</b> and will be notified
                  that the group does not exist: {names}.`,
                  { count: plan.clients.length, names: clientNames(plan.clients) },
                )}
              />
            </Banner>
          )}
        </>
      )}
      <ReasonField reason={reason} required error={form.errorOf('reason')} />
      {plan === undefined || !isNamed ? null : (
        <Field label={t('Type {name} to confirm', { name: group })} required error={form.errorOf('confirm')}>
          <TextInput
            value={typed}
            onChange={(event) => setTyped(event.target.value)}
            autoComplete="off"
            spellCheck={false}
          />
        </Field>
      )}
    </FormDialog>
  );
}
