'use client';

import { Fragment } from 'react';
import { Time } from '@/components/ui/time';
import type { Phrase } from '@/lib/model/problem/phrase';

/** A sentence with its times in the zone of its reader. */
export function Phrases({ of }: { readonly of: readonly Phrase[] }) {
  // The parts have no names and no state: their places are what they are.
  const named = of.map((phrase, place) => ({ phrase, name: String(place) }));
  return named.map(({ phrase, name }) => <Fragment key={name}>{part(phrase)}</Fragment>);
}

function part(phrase: Phrase) {
  if (typeof phrase === 'string') return phrase;
  if ('strong' in phrase) return <b>{phrase.strong}</b>;
  return 'at' in phrase ? <Time at={phrase.at} /> : <code>{phrase.code}</code>;
}
