'use client';

import { useEffect, useEffectEvent, useState } from 'react';
import { useLiveSnapshot } from '@/components/live/live-provider';

/** How often the result of a save without an answer is read, once the server answers again. */
const LOOK_MS = 500;

interface SaveDoubtOptions {
  /** What is typed here is in force. */
  readonly isSaved: boolean;
  readonly reload: () => Promise<boolean>;
  readonly onSaved: () => void;
}

interface SaveDoubt {
  /** It was read since, and is not in force. */
  readonly isSettled: boolean;
  readonly begin: () => void;
  readonly end: () => void;
}

/** A save that got no answer may be in force: the page says which as soon as it can be read. */
export function useSaveDoubt({ isSaved, reload, onSaved }: SaveDoubtOptions): SaveDoubt {
  const [doubt, setDoubt] = useState<'unknown' | 'looked' | null>(null);
  const { connection } = useLiveSnapshot();
  const lookAgain = useEffectEvent(async () => {
    if (await reload()) setDoubt('looked');
  });
  useEffect(() => {
    if (doubt !== 'unknown' || connection !== 'open') return undefined;
    const timer = setInterval(() => void lookAgain(), LOOK_MS);
    return () => clearInterval(timer);
  }, [doubt, connection]);
  const finish = useEffectEvent(onSaved);
  const isFound = doubt !== null && isSaved;
  useEffect(() => {
    if (!isFound) return undefined;
    const timer = setTimeout(() => finish());
    return () => clearTimeout(timer);
  }, [isFound]);
  return { isSettled: doubt === 'looked', begin: () => setDoubt('unknown'), end: () => setDoubt(null) };
}
