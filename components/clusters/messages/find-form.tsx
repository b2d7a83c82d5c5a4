'use client';

import { useState } from 'react';
import { Form } from '@/components/form/form';
import { FindBox } from '@/components/find/find-box';
import { FilterSelect } from '@/components/filters/filter-select';
import { Button } from '@/components/ui/button';
import type { Wanted } from './found.model';
import { t } from '@/lib/model/language/t';

interface FindFormProps {
  readonly wanted: Wanted;
  readonly topics: readonly string[];
  readonly isRunning: boolean;
  readonly onFind: (wanted: Wanted) => void;
}

/** A message ID or key, and the topic. Nothing is searched before it is submitted: each search reads the brokers' disks. */
export function FindForm({ wanted, topics, isRunning, onFind }: FindFormProps) {
  const [text, setText] = useState(wanted.q);
  const [topic, setTopic] = useState(wanted.topic);
  const submit = () => {
    if (text.trim() !== '') onFind({ q: text.trim(), topic });
  };
  return (
    <Form role="search" aria-label={t('Messages')} onSubmit={submit} className="toolbar">
      <FindBox label={t('Message ID, key, or trace ID')} maxLength={255} value={text} onChange={setText} />
      <FilterSelect
        name={t('topic')}
        value={topic}
        options={[
          { value: '', label: t('topic of its dead letter') },
          ...topics.map((name) => ({ value: name, label: name })),
        ]}
        onChange={setTopic}
      />
      <Button type="submit" variant="primary" disabledReason={isRunning ? t('The brokers are being searched') : null}>
        {t('Find')}
      </Button>
    </Form>
  );
}
