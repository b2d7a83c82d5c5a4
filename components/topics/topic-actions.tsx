'use client';

import { Plus, Send, Trash2 } from 'lucide-react';
import { useRouter } from 'next/navigation';
import { useState } from 'react';
import { useUrlParams } from '@/components/data-table/use-url-params';
import { Button } from '@/components/ui/button';
import { OverflowMenu } from '@/components/ui/overflow-menu';
import { usePush } from '@/components/ui/use-push';
import type { MessageType } from '@/lib/model/topic/topic';
import { DeleteTopicDialog } from './delete-topic-dialog';
import { GrowTopicDialog } from './grow-topic-dialog';
import { TestMessageDialog } from './test-message-dialog';
import { t } from '@/lib/model/language/t';

interface TopicActionsProps {
  readonly topic: string;
  readonly messageType: MessageType;
  readonly queues: number;
  readonly mayNotSend: string | null;
  readonly mayNotChange: string | null;
}

/** What an operator does with a topic. What destroys is in the menu. */
export function TopicActions({ topic, messageType, queues, mayNotSend, mayNotChange }: TopicActionsProps) {
  const router = useRouter();
  const push = usePush();
  const url = useUrlParams();
  const [open, setOpen] = useState<'send' | 'grow' | 'delete' | null>(url.get('send') === '1' ? 'send' : null);
  const close = (): void => setOpen(null);
  const whyNotGrow =
    mayNotChange ??
    (messageType === 'FIFO'
      ? t('a FIFO topic keeps its number of queues: message groups would move')
      : messageType === 'LITE'
        ? t('a LITE topic keeps its number of queues: lite topics would move')
        : null);
  return (
    <>
      <Button icon={Send} disabledReason={mayNotSend} onClick={() => setOpen('send')}>
        {t('Send a test message…')}
      </Button>
      <OverflowMenu
        label={t('More actions of {topic}', { topic })}
        entries={[
          { label: t('More queues…'), icon: Plus, disabledReason: whyNotGrow, onSelect: () => setOpen('grow') },
          {
            label: t('Delete topic…'),
            icon: Trash2,
            danger: true,
            disabledReason: mayNotChange,
            onSelect: () => setOpen('delete'),
          },
        ]}
      />
      {open === 'send' ? <TestMessageDialog topics={[{ name: topic, messageType }]} onClose={close} /> : null}
      {open === 'grow' ? (
        <GrowTopicDialog topic={topic} queues={queues} onClose={close} onDone={() => router.refresh()} />
      ) : null}
      {open === 'delete' ? <DeleteTopicDialog topic={topic} onClose={close} onDone={() => push('/topics')} /> : null}
    </>
  );
}
