'use client';

import { useState } from 'react';
import { Form } from '@/components/form/form';
import { FindBox } from '@/components/find/find-box';
import { FilterSelect } from '@/components/filters/filter-select';
import { Button } from '@/components/ui/button';
import type { Wanted } from './found.model';

interface FindFormProps {
  readonly wanted: Wanted;
  readonly topics: readonly string[];
  readonly isRunning: boolean;
  readonly onFind: (wanted: Wanted) => void;
}

/** An id or a key, and the topic. Nothing is searched before it is submitted: each search reads the brokers' disks. */
export function FindForm({ wanted, topics, isRunning, onFind }: FindFormProps) {
  const [text, setText] = useState(wanted.q);
  const [topic, setTopic] = useState(wanted.topic);
  const submit = () => {
    if (text.trim() !== '') onFind({ q: text.trim(), topic });
  };
  return (
    <Form role="search" aria-label="Messages" onSubmit={submit} className="toolbar">
      <FindBox label="Message id or key" maxLength={255} value={text} onChange={setText} />
      <FilterSelect
        name="topic"
        value={topic}
        options={[{ value: '', label: 'of its dead letter' }, ...topics.map((name) => ({ value: name, label: name }))]}
        onChange={setTopic}
      />
      <Button type="submit" variant="primary" disabledReason={isRunning ? 'The brokers are being searched.' : null}>
        Find
      </Button>
    </Form>
  );
}
