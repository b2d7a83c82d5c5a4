'use client';

import { useEffect, useEffectEvent, useState } from 'react';
import { PageHeader } from '@/components/ui/page-header';
import { Said } from '@/components/ui/said';
import { Time } from '@/components/ui/time';
import { pieces, t } from '@/lib/model/language/t';
import type { Unanswered } from '@/lib/model/read-result';
import { useLiveSnapshot, useLiveState } from './live-provider';
import { PartProblem } from './part-problem';
import { useRefresh } from './use-refresh';

/** As often as everything else is read while the live stream is down. */
const AGAIN_MS = 5_000;
/** No text: it names all parts at once. */
const WHOLE_PAGE = '*';

interface UnansweredProps extends Unanswered {
  /** Headings of the parts that the page has when it can be read. */
  readonly parts: readonly string[];
}

/**
 * A page of which nothing could be read at first: what it has is said to be unknown, part by part, until the server
 * answers.
 */
export function UnansweredPage({ title, ...rest }: UnansweredProps & { readonly title: string }) {
  return (
    <>
      <PageHeader title={title} />
      <UnansweredParts {...rest} />
    </>
  );
}

/** The same below a frame that stays in place. */
export function UnansweredParts({ parts, reason, askedAt }: UnansweredProps) {
  const askAgain = useAskAgain();
  return (
    <>
      <p className="text-2">
        <Said
          of={pieces('<b>This page could not be loaded.</b> {reason} Last tried {time}, retrying every {seconds} s.', {
            ...{ reason, time: <Time at={askedAt} style="clock" />, seconds: AGAIN_MS / 1000 },
          })}
        />
      </p>
      {parts.map((part) => (
        <section className="panel" key={part} aria-label={part}>
          <header>
            <h2>{part}</h2>
          </header>
          <PartProblem
            what={part}
            reason={t('retried every {seconds} s', { seconds: AGAIN_MS / 1000 })}
            onRetry={askAgain}
          />
        </section>
      ))}
    </>
  );
}

/** Renders the page again on the server: with an answer, rights and everything else are current. */
function useAskAgain(): () => void {
  const refresh = useRefresh();
  const { held } = useLiveSnapshot();
  const live = useLiveState();
  // A page of which nothing is shown is not live, although the stream is open.
  useEffect(() => {
    live.noteRead(WHOLE_PAGE, true);
    return () => live.noteRead(WHOLE_PAGE, false);
  }, [live]);
  const [pending, setPending] = useState(false);
  const askNow = () => {
    if (pending) return;
    setPending(true);
    void refresh().then(() => setPending(false));
  };
  const ask = useEffectEvent(askNow);
  useEffect(() => {
    if (held !== null) return undefined;
    const timer = setInterval(() => ask(), AGAIN_MS);
    return () => clearInterval(timer);
  }, [held]);
  return askNow;
}
