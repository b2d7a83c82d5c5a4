'use client';

import { useState } from 'react';
import { Form } from '@/components/form/form';
import { MomentFilter } from '@/components/filters/moment-filter';
import type { UrlParams } from '@/components/data-table/use-url-params';
import { Button } from '@/components/ui/button';
import { FindBox } from './find-box';
import { FilterSelect } from '@/components/filters/filter-select';
import { FIND_RANGES, findRanges, looksLikeProperty, type Searched } from './found.model';
import { t } from '@/lib/model/language/t';

interface FindBarProps {
  readonly url: UrlParams;
  readonly searched: Searched;
  readonly topics: readonly string[];
}

const states = () => [
  { value: '', label: t('any') },
  { value: 'ready', label: t('ready') },
  { value: 'in-flight', label: t('in flight') },
  { value: 'waiting-retry', label: t('waiting retry') },
  { value: 'consumed', label: t('consumed') },
  { value: 'dead', label: t('dead') },
];

/** One text that is an id, a key or name=value, and what narrows it. All of it is in the address. */
export function FindBar({ url, searched, topics }: FindBarProps) {
  const { q, property, topic, from, to, state } = searched;
  const shown = q === '' ? property : q;
  const [text, setText] = useState(shown);
  const [known, setKnown] = useState(shown);
  const [picking, setPicking] = useState(false);
  if (shown !== known) {
    setKnown(shown);
    setText(shown);
  }
  const submit = () => {
    const given = text.trim();
    const isProperty = looksLikeProperty(given);
    url.set({
      q: isProperty ? undefined : given,
      property: isProperty ? given : undefined,
      id: undefined,
      key: undefined,
      peek: undefined,
      ...(isProperty && from === '' ? { from: '-24h' } : {}),
    });
  };
  const isRange = picking || to !== '' || !FIND_RANGES.some((value) => value === from);
  const topicOptions = [
    { value: '', label: t('any') },
    ...[...new Set([...topics, ...(topic === '' ? [] : [topic])])].map((name) => ({ value: name, label: name })),
  ];
  return (
    <Form role="search" aria-label={t('Messages')} onSubmit={submit} className="toolbar">
      <FindBox label={t('Message ID, key, or property=value')} maxLength={5000} value={text} onChange={setText} />
      <FilterSelect
        name={t('topic')}
        value={topic}
        options={topicOptions}
        onChange={(value) => url.set({ topic: value })}
      />
      <FilterSelect
        name={t('stored')}
        value={isRange ? 'custom' : from}
        options={[...findRanges(), { value: 'custom', label: isRange ? t('in a range') : t('in a range…') }]}
        onChange={(value) => {
          setPicking(value === 'custom');
          if (value !== 'custom') url.set({ from: value, to: undefined });
        }}
      />
      {isRange ? (
        <>
          <MomentFilter
            name={t('from')}
            label={t('Stored from')}
            value={from === '' ? undefined : from}
            onChange={(value) => url.set({ from: value })}
          />
          <MomentFilter
            name={t('to')}
            label={t('Stored before')}
            value={to === '' ? undefined : to}
            onChange={(value) => url.set({ to: value })}
          />
        </>
      ) : null}
      <FilterSelect
        name={t('state')}
        value={state}
        options={states()}
        onChange={(value) => url.set({ state: value })}
      />
      <Button type="submit" variant="primary">
        {t('Find')}
      </Button>
    </Form>
  );
}
