'use client';

import { useState } from 'react';
import { FormDialog } from '@/components/form/form-dialog';
import { nameBlocker, NameField } from '@/components/form/name-field';
import { useActionForm } from '@/components/form/use-action-form';
import { useWorkspace } from '@/components/live/use-workspace';
import { createGroupAction } from '@/lib/console/actions/groups';
import { defaultGroupSettings } from '@/lib/model/group/group-settings';
import type { MessageType } from '@/lib/model/topic/topic';
import { t } from '@/lib/model/language/t';

interface ConnectGroupDialogProps {
  readonly type: MessageType;
  readonly onClose: () => void;
  readonly onDone: (group: string) => void;
}

/** A group with the default settings: the first consumer of a topic needs no more. */
export function ConnectGroupDialog({ type, onClose, onDone }: ConnectGroupDialogProps) {
  const [name, setName] = useState('');
  const workspace = useWorkspace();
  const isOrdered = type === 'FIFO' || type === 'LITE';
  const settings = defaultGroupSettings(isOrdered ? 'ordered' : 'concurrent');
  const form = useActionForm(
    {
      action: (input: Parameters<typeof createGroupAction>[0]) => createGroupAction(input, workspace),
      input: () => ({ group: name.trim(), ...settings }),
      onDone: (group) => onDone(group.name),
    },
    ['name', 'group'],
  );
  return (
    <FormDialog
      title={t('New group')}
      onClose={onClose}
      form={form}
      submitLabel={t('Create group')}
      blocker={nameBlocker('group', name)}
    >
      <NameField
        kind="group"
        value={name}
        onChange={setName}
        error={form.errorOf('name') ?? form.errorOf('group')}
        placeholder={'invoice-mailer'}
      />
      <p className="small text-3">
        {isOrdered
          ? t(
              `An ordered group with default settings: a failed message is retried up to {max, plural, one {once} other
              {# times}}, then it moves to the DLQ. You can change them later under Configuration.`,
              { max: settings.maxRetries },
            )
          : t(
              `Default settings: a failed message is retried up to {max, plural, one {once} other {# times}}, then it
              moves to the DLQ. You can change them later under Configuration.`,
              { max: settings.maxRetries },
            )}
      </p>
    </FormDialog>
  );
}
