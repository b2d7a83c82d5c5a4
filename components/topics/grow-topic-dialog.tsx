'use client';

import { useState } from 'react';
import { Field } from '@/components/form/field';
import { FormDialog } from '@/components/form/form-dialog';
import { NumberInput } from '@/components/form/inputs';
import { useActionForm } from '@/components/form/use-action-form';
import { useToast } from '@/components/ui/toast';
import { updateTopicAction } from '@/lib/console/actions/topics';
import { LIMITS } from '@/lib/model/limits';
import { t } from '@/lib/model/language/t';

interface GrowTopicDialogProps {
  readonly topic: string;
  readonly queues: number;
  readonly onClose: () => void;
  readonly onDone: () => void;
}

/** More queues; never fewer. */
export function GrowTopicDialog({ topic, queues, onClose, onDone }: GrowTopicDialogProps) {
  const toast = useToast();
  const [text, setText] = useState(String(Math.min(LIMITS.queuesPerTopic, queues + 1)));
  const readable = /^\d{1,4}$/.test(text.trim());
  const next = Number(text);
  const form = useActionForm(
    {
      action: updateTopicAction,
      input: () => (readable ? { topic, queues: next } : null),
      onDone: (grown) => {
        toast(t('{topic} has {count, number} queues', { topic, count: grown.queues }));
        onDone();
        onClose();
      },
    },
    ['queues'],
  );
  return (
    <FormDialog
      title={t('More queues for {topic}', { topic })}
      description={t(
        `Adds write throughput. Existing groups start reading the new queues at their beginning. The number of queues
        cannot be reduced later.`,
      )}
      onClose={onClose}
      form={form}
      submitLabel={readable && next > queues ? t('Add {count, number}', { count: next - queues }) : t('Add queues')}
      blocker={readable && next <= queues ? t('The topic already has {count, number} queues', { count: queues }) : null}
    >
      <Field label={t('Queues')} error={readable ? form.errorOf('queues') : t('Enter a whole number.')}>
        <NumberInput
          name="queues"
          value={text}
          onChange={setText}
          note={t('now {count, number}, up to {most, number}', { count: queues, most: LIMITS.queuesPerTopic })}
        />
      </Field>
    </FormDialog>
  );
}
