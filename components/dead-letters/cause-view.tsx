'use client';

import { causeHref } from '@/components/parts/names';
import { Flag, RotateCw } from 'lucide-react';
import { Link } from '@/components/ui/link';
import { useUrlParams } from '@/components/data-table/use-url-params';
import { useShortcut } from '@/components/keyboard/use-shortcut';
import { ReadProblem } from '@/components/live/read-problem';
import { useHere } from '@/components/live/use-here';
import { useWorkspace } from '@/components/live/use-workspace';
import { letterPane, letterPaneProgram } from './letter-pane';
import { Beside } from '@/components/messages/beside';
import { useLiveQuery } from '@/components/live/use-live-query';
import { useCrumbs } from '@/components/parts/page-crumbs';
import { Button, ButtonLink } from '@/components/ui/button';
import { CopyButton } from '@/components/ui/copy-button';
import { formatCount, plural } from '@/components/ui/number.model';
import { PageHeader } from '@/components/ui/page-header';
import { Stat } from '@/components/ui/stat';
import { Tag } from '@/components/ui/tag';
import { Time } from '@/components/ui/time';
import { usePush } from '@/components/ui/use-push';
import type { CausePage } from '@/lib/console/operations/causes/views';
import type { LetterOffers } from '@/lib/model/dead-letter/letter-offers';
import type { ReadData } from '@/lib/console/reads/registry';
import type { ReadResult } from '@/lib/model/read-result';
import { AroundPanel } from '@/components/causes/around-panel';
import { CauseLetters } from '@/components/causes/cause-letters';
import { CauseSentence } from '@/components/causes/cause-sentence';
import {
  causeName,
  causeShortName,
  firstFailure,
  lettersHref,
  outcomeWords,
  redriveHref,
  stateWords,
} from '@/components/causes/causes.model';
import styles from '@/components/causes/causes.module.css';
import { FieldsPanel } from '@/components/causes/fields-panel';
import { KeysPanel } from '@/components/causes/keys-panel';
import { SamplePanel } from '@/components/causes/sample-panel';
import { DeadLetteredBars } from '@/components/causes/dead-lettered-bars';
import { TriagePanel } from '@/components/causes/triage-panel';
import { VersionsPanel } from '@/components/causes/versions-panel';

/** One cause of one group: what broke, since when and why, is it over, and the button that deals with it. */
export function CauseView({
  initial,
  around,
  offers,
}: {
  readonly initial: ReadResult<CausePage>;
  /** Absent: read when the page is open. */
  readonly around?: ReadResult<ReadData<'causeAround'>> | undefined;
  readonly offers: LetterOffers;
}) {
  const { fingerprint, group } = initial.data;
  const url = useUrlParams();
  const push = usePush();
  const here = useHere();
  const workspace = useWorkspace();
  const isEmbedded = workspace === null;
  const live = { kinds: ['dead-letter', 'redrive'] as const, group };
  const page = useLiveQuery('cause', { fingerprint, group }, { initial, live });
  const cause = page.data ?? initial.data;
  const named = { ...cause, key: cause.fingerprint };
  useCrumbs([
    { href: here('/dead-letters'), label: 'Dead letters' },
    { href: here(`/dead-letters?group=${encodeURIComponent(group)}`), label: group },
    { href: here(`/dead-letters/causes/${fingerprint}`), label: causeShortName(named) },
  ]);
  const began = firstFailure(cause);
  const reason = cause.letters === 0 ? 'no dead letter of this cause is left' : cause.redriveNotAllowed;
  const plan = (): void => {
    if (reason === null) push(redriveHref(cause));
  };
  useShortcut('r', plan, 'Plan a re-drive of this cause', offers.redrive);

  return (
    <Beside load={letterPaneProgram(workspace)} pane={letterPane(url, workspace)}>
      <PageHeader
        title={<span className={styles.title}>{causeName(named)}</span>}
        marks={
          cause.state === 'open' ? (
            cause.trend === 'new' ? (
              <Tag icon={Flag}>New</Tag>
            ) : undefined
          ) : (
            <Tag>{stateWords[cause.state]}</Tag>
          )
        }
        actions={
          <CopyButton label="Copy link" text={() => `${window.location.origin}${here(causeHref(named))}`} showLabel />
        }
      >
        <CauseSentence cause={cause} />
      </PageHeader>
      <ReadProblem error={page.error} onRetry={page.retry} />
      <section className="panel stats" aria-label="Figures">
        <Stat name="Dead letters" note={<LettersNote cause={cause} />}>
          <span className={`row row-wide ${styles.deadLettered}`}>
            <span className="fg-dlq">{formatCount(cause.letters)}</span>
            <DeadLetteredBars counts={cause.tide} />
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
        {isEmbedded ? (
          <Stat name="Retries succeeded since" note={outcomeWords(cause.outcomes)}>
            <span className={cause.outcomes.succeeded > 0 ? 'fg-commit' : undefined}>
              {formatCount(cause.outcomes.succeeded)} of {formatCount(cause.outcomes.succeeded + cause.outcomes.failed)}
            </span>
          </Stat>
        ) : null}
      </section>
      <SamplePanel sample={cause.sample} brokerCause={cause.brokerCause} />
      <div className={isEmbedded ? styles.two : undefined}>
        {isEmbedded ? (
          <AroundPanel fingerprint={fingerprint} group={group} {...(around === undefined ? {} : { initial: around })} />
        ) : null}
        <TriagePanel cause={cause} onDone={page.retry} />
      </div>
      <div className={isEmbedded ? styles.three : styles.two}>
        {isEmbedded ? (
          <FieldsPanel fingerprint={fingerprint} group={group} notAllowed={cause.sample?.bodyNotAllowed ?? null} />
        ) : null}
        <VersionsPanel versions={cause.versions} />
        <KeysPanel cause={cause} />
      </div>
      <CauseLetters cause={cause} url={url} />
      <CauseFoot cause={cause} offers={offers} reason={reason} onPlan={plan} />
    </Beside>
  );
}

interface CauseFootProps {
  readonly cause: CausePage;
  readonly offers: LetterOffers;
  /** Null: a plan can be made. */
  readonly reason: string | null;
  readonly onPlan: () => void;
}

/** What can be done about it. */
function CauseFoot({ cause, offers, reason, onPlan }: CauseFootProps) {
  const here = useHere();
  return (
    <footer className={`foot-bar ${styles.foot}`} aria-label="What to do">
      <b>{formatCount(cause.letters)} match</b>
      <span className={`small text-2 ${styles.why}`}>
        {!offers.redrive
          ? null
          : cause.probably === 0
            ? 'The plan says what stays behind, and why, before anything is sent.'
            : `${plural(cause.probably, 'letter')} without a reason stay behind; the plan says what else does.`}
      </span>
      <span className="grow" />
      <ButtonLink href={here(lettersHref(cause))}>
        {offers.discard ? 'Hold, discard or export' : 'Hold or export'}
      </ButtonLink>
      {offers.redrive ? (
        <Button variant="primary" size="large" icon={RotateCw} keys="r" onClick={onPlan} disabledReason={reason}>
          Plan the re-drive, starting with {formatCount(Math.min(10, Math.max(1, cause.letters)))}
        </Button>
      ) : null}
    </footer>
  );
}

function LettersNote({ cause }: { readonly cause: CausePage }) {
  const here = useHere();
  if (cause.others.length === 0)
    return <>{cause.probably === 0 ? 'all of them' : `${formatCount(cause.probably)} more probably`}</>;
  const [first] = cause.others;
  return (
    <>
      also in{' '}
      <Link
        href={here(`/dead-letters?cause=${encodeURIComponent(cause.fingerprint)}`)}
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
