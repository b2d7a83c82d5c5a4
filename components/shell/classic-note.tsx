'use client';

import { useSearchParams } from 'next/navigation';
import { Banner } from '@/components/ui/banner';
import { explainClassicName, parseClassicName } from '@/lib/model/classic-names';
import { between } from '../../lib/model/language/t';

/** Says why a name of Apache RocketMQ's own led to this page. The address carries the name. */
export function ClassicNote() {
  const name = useSearchParams().get('name');
  const classic = name === null ? null : parseClassicName(name);
  if (name === null || classic === null) return null;
  return (
    <Banner tone="info">
      <b>{name}</b>
      {between(':')}
      {explainClassicName(classic)}
    </Banner>
  );
}
