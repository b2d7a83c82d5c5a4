'use client';

import { Flag, RotateCw } from 'lucide-react';
import Link from 'next/link';
import { useRouter } from 'next/navigation';
import { useUrlParams } from '@/components/data-table/use-url-params';
import { useShortcut } from '@/components/keyboard/use-shortcut';
import { ReadProblem } from '@/components/live/read-problem';
import { useLiveQuery } from '@/components/live/use-live-query';
import { useCrumbs } from '@/components/shell/page-crumbs';
import { Button, ButtonLink } from '@/components/ui/button';
import { CopyButton } from '@/components/ui/copy-button';
import { Icon } from '@/components/ui/icon';
import { formatCount, plural } from '@/components/ui/number.model';
import { PageHeader } from '@/components/ui/page-header';
import { Stat } from '@/components/ui/stat';
import { Tag } from '@/components/ui/tag';
import { Time } from '@/components/ui/time';
import type { CausePage } from '@/lib/console/reads/causes';
import type { ReadResult } from '@/lib/model/read-result';
import { AroundPanel } from './around-panel';
import { CauseLetters } from './cause-letters';
import { CauseSentence } from './cause-sentence';
import {
  causeHref,
  causeName,
  causeShortName,
  firstFailure,
  lettersHref,
  outcomeWords,
  redriveHref,
  stateWords,
} from './causes.model';
import styles from './causes.module.css';
import { FieldsPanel } from './fields-panel';
import { KeysPanel } from './keys-panel';
import { SamplePanel } from './sample-panel';
import { TideBars } from './tide-bars';
import { TriagePanel } from './triage-panel';
import { VersionsPanel } from './versions-panel';

/** One cause of one group: what broke, since when and why, is it over, and the button that deals with it. */
export function CauseView({ initial }: { readonly initial: ReadResult<CausePage> }) {
  const { fingerprint, group } = initial.data;
  const url = useUrlParams();
  const router = useRouter();
  const live = { kinds: ['dead-letter', 'redrive'] as const, group };
  const page = useLiveQuery('cause', { fingerprint, group }, { initial, live });
  const cause = page.data ?? initial.data;
  const named = { ...cause, key: cause.fingerprint };
  useCrumbs([
    { href: '/dead-letters', label: 'Dead letters' },
    { href: `/dead-letters?group=${encodeURIComponent(group)}`, label: group },
    { href: `/dead-letters/causes/${fingerprint}`, label: causeShortName(named) },
  ]);
  const began = firstFailure(cause);
  const reason = cause.letters === 0 ? 'no dead letter of this cause is left' : cause.redriveNotAllowed;
  const plan = (): void => {
    if (reason === null) router.push(redriveHref(cause));
  };
  useShortcut('r', plan, 'Plan a re-drive of this cause');

  return (
    <div className={styles.page}>
      <PageHeader
        title={<span className={styles.title}>{causeName(named)}</span>}
        marks={
          cause.state === 'open' ? (
            cause.trend === 'new' ? (
              <Tag>
                <Icon of={Flag} size={12} /> New
              </Tag>
            ) : undefined
          ) : (
            <Tag>{stateWords[cause.state]}</Tag>
          )
        }
        actions={<CopyButton label="Copy link" text={() => linkOf(cause)} showLabel />}
      >
        <CauseSentence cause={cause} />
      </PageHeader>
      <ReadProblem error={page.error} onRetry={page.retry} />
      <section className="panel stats" aria-label="Figures">
        <Stat name="Dead letters" note={<LettersNote cause={cause} />}>
          <span className={`row row-wide ${styles.tide}`}>
            <span className="fg-dlq">{formatCount(cause.letters)}</span>
            <TideBars tide={cause.tide} />
          </span>
        </Stat>
        <Stat
          name="First failure"
          note={cause.firstAt === null ? 'no death is left' : <FirstDeath at={cause.firstAt} />}
        >
          {began === null ? 'unknown' : <Time at={began} />}
        </Stat>
        <Stat name="Failed deliveries" note={cause.brokerCause === null ? 'reported' : 'nothing was reported'}>
          {cause.brokerCause === null ? formatCount(cause.figures.failedDeliveries) : 'unknown'}
        </Stat>
        <Stat name="Keys" note={<KeysNote cause={cause} />}>
          {cause.figures.keysRead < cause.letters ? 'at least ' : ''}
          {formatCount(cause.figures.keys)}
        </Stat>
        <Stat name="Retries succeeded since" note={outcomeWords(cause.outcomes)}>
          <span className={cause.outcomes.succeeded > 0 ? 'fg-commit' : undefined}>
            {formatCount(cause.outcomes.succeeded)} of {formatCount(cause.outcomes.succeeded + cause.outcomes.failed)}
          </span>
        </Stat>
      </section>
      <div className={styles.three}>
        <SamplePanel sample={cause.sample} brokerCause={cause.brokerCause} />
        <AroundPanel fingerprint={fingerprint} group={group} />
        <TriagePanel cause={cause} onDone={page.retry} />
      </div>
      <div className={styles.three}>
        <FieldsPanel fingerprint={fingerprint} group={group} notAllowed={cause.sample?.bodyNotAllowed ?? null} />
        <VersionsPanel versions={cause.versions} />
        <KeysPanel cause={cause} />
      </div>
      <CauseLetters cause={cause} url={url} />
      <footer className={styles.foot} aria-label="What to do">
        <b>{formatCount(cause.letters)} match</b>
        <span className={`small text-2 ${styles.why}`}>
          {cause.probably === 0
            ? 'The plan says what stays behind, and why, before anything is sent.'
            : `${plural(cause.probably, 'letter')} without a reason stay behind; the plan says what else does, and why.`}
        </span>
        <span className="grow" />
        <ButtonLink href={lettersHref(cause)}>Hold, discard or export</ButtonLink>
        <Button variant="primary" size="large" icon={RotateCw} keys="r" onClick={plan} disabledReason={reason}>
          Plan the re-drive, starting with {formatCount(Math.min(10, Math.max(1, cause.letters)))}
        </Button>
      </footer>
    </div>
  );
}

function linkOf({ fingerprint, group }: CausePage): string {
  return `${window.location.origin}${causeHref({ key: fingerprint, group })}`;
}

function LettersNote({ cause }: { readonly cause: CausePage }) {
  if (cause.others.length === 0)
    return <>{cause.probably === 0 ? 'all of them' : `${formatCount(cause.probably)} more probably`}</>;
  const [first] = cause.others;
  return (
    <>
      also in{' '}
      <Link
        href={`/dead-letters?cause=${encodeURIComponent(cause.fingerprint)}`}
        prefetch={false}
        className="underlined"
      >
        {cause.others.length === 1 ? first?.group : plural(cause.others.length, 'other group')}
      </Link>
    </>
  );
}

function FirstDeath({ at }: { readonly at: string }) {
  return (
    <>
      first death <Time at={at} />
    </>
  );
}

function KeysNote({ cause: { figures, letters } }: { readonly cause: CausePage }) {
  if (figures.keysRead < letters) return <>of the newest {formatCount(figures.keysRead)}</>;
  if (figures.keysTwice === 0) return <>each once</>;
  return <>{formatCount(figures.keysTwice)} with two letters or more</>;
}
