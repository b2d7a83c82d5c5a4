'use client';

import { useState } from 'react';
import { Field } from '@/components/form/field';
import { FormDialog } from '@/components/form/form-dialog';
import { NumberInput } from '@/components/form/inputs';
import { useActionForm } from '@/components/form/use-action-form';
import { useToast } from '@/components/ui/toast';
import { updateTopicAction } from '@/lib/console/actions/topics';
import { LIMITS } from '@/lib/model/limits';

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
        toast(`${topic} has ${grown.queues} queues`);
        onDone();
        onClose();
      },
    },
    ['queues'],
  );
  return (
    <FormDialog
      title={`More queues for ${topic}`}
      description="More queues take more sends at a time. Groups that read the topic read the new queues from their first message. A topic cannot have fewer queues afterwards: what is in a queue would be lost to its groups."
      onClose={onClose}
      form={form}
      submitLabel={readable && next > queues ? `Add ${next - queues}` : 'Add queues'}
      blocker={readable && next <= queues ? `It has ${queues} queues already` : null}
    >
      <Field label="Queues" error={readable ? form.errorOf('queues') : 'Enter a whole number.'}>
        <NumberInput
          name="queues"
          value={text}
          onChange={setText}
          note={`now ${queues}, up to ${LIMITS.queuesPerTopic}`}
        />
      </Field>
    </FormDialog>
  );
}
