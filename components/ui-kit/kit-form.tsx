'use client';

import { useState } from 'react';
import { Field } from '@/components/form/field';
import { DurationInput, NumberInput, Select, TextArea } from '@/components/form/inputs';
import { Segmented } from '@/components/ui/segmented';

export function KitForm() {
  const [retries, setRetries] = useState('5000');
  const [timeoutMs, setTimeoutMs] = useState<number | null>(900_000);
  const [order, setOrder] = useState('concurrent');
  return (
    <section className="panel">
      <header>
        <h2>Form</h2>
      </header>
      <div className="panel-body col col-wide">
        <Field
          label="Max retries"
          hint="16 retries are 17 deliveries. Default 16."
          error={Number(retries) > 1000 ? `Max retries is at most 1000, and was ${retries}.` : null}
        >
          <NumberInput value={retries} onChange={setRetries} note="was 14 · 0 to 1000" />
        </Field>
        <Segmented
          label="Order"
          value={order}
          onChange={setOrder}
          options={[
            { value: 'concurrent', label: 'Unordered' },
            { value: 'ordered', label: 'Ordered' },
            { value: 'x', label: 'Fixed interval', disabledReason: 'only for ordered groups' },
          ]}
        />
        <Field label="Consumption timeout" hint="1 s to 12 h">
          <DurationInput valueMs={timeoutMs} onChange={setTimeoutMs} changed={timeoutMs !== 900_000} />
        </Field>
        <Field label="Type">
          <Select defaultValue="NORMAL">
            <option>NORMAL</option>
            <option>FIFO</option>
          </Select>
        </Field>
        <Field label="Reason">
          <TextArea rows={2} placeholder="Why now?" />
        </Field>
      </div>
    </section>
  );
}
