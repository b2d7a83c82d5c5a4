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
import { formatCount } from '@/components/ui/number.model';
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
import { Said } from '@/components/ui/said';
import { pieces, t } from '@/lib/model/language/t';

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
    { href: here('/dead-letters'), label: t('Dead letters') },
    { href: here(`/dead-letters?group=${encodeURIComponent(group)}`), label: group },
    { href: here(`/dead-letters/causes/${fingerprint}`), label: causeShortName(named) },
  ]);
  const began = firstFailure(cause);
  const reason = cause.letters === 0 ? t('No dead letter of this cause is left') : cause.redriveNotAllowed;
  const plan = (): void => {
    if (reason === null) push(redriveHref(cause));
  };
  useShortcut('r', plan, t('Plan a re-drive of this cause'), offers.redrive);

  return (
    <Beside load={letterPaneProgram(workspace)} pane={letterPane(url, workspace)}>
      <PageHeader
        title={<span className={styles.title}>{causeName(named)}</span>}
        marks={
          cause.state === 'open' ? (
            cause.trend === 'new' ? (
              <Tag icon={Flag}>{t('New cause')}</Tag>
            ) : undefined
          ) : (
            <Tag>{t(stateWords[cause.state])}</Tag>
          )
        }
        actions={
          <CopyButton
            label={t('Copy link')}
            text={() => `${window.location.origin}${here(causeHref(named))}`}
            showLabel
          />
        }
      >
        <CauseSentence cause={cause} />
      </PageHeader>
      <ReadProblem error={page.error} onRetry={page.retry} />
      <section className="panel stats" aria-label={t('Figures')}>
        <Stat name={t('Dead letters')} note={<LettersNote cause={cause} />}>
          <span className={`row row-wide ${styles.deadLettered}`}>
            <span className="fg-dlq">{formatCount(cause.letters)}</span>
            <DeadLetteredBars counts={cause.tide} />
          </span>
        </Stat>
        <Stat
          name={t('First failure')}
          note={cause.firstAt === null ? t('no dead letter is left') : <FirstDeath at={cause.firstAt} />}
        >
          {began === null ? t('unknown') : <Time at={began} />}
        </Stat>
        <Stat
          name={t('Failed deliveries')}
          note={cause.brokerCause === null ? t('reported') : t('nothing was reported')}
        >
          {cause.brokerCause === null ? formatCount(cause.figures.failedDeliveries) : t('unknown')}
        </Stat>
        <Stat name={t('Keys')} note={<KeysNote cause={cause} />}>
          {cause.figures.keysRead < cause.letters
            ? t('at least {count, number}', { count: cause.figures.keys })
            : formatCount(cause.figures.keys)}
        </Stat>
        {isEmbedded ? (
          <Stat name={t('Retries succeeded since')} note={outcomeWords(cause.outcomes)}>
            <span className={cause.outcomes.succeeded > 0 ? 'fg-commit' : undefined}>
              {t('{succeeded, number} of {all, number}', {
                succeeded: cause.outcomes.succeeded,
                all: cause.outcomes.succeeded + cause.outcomes.failed,
              })}
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
    <footer className={`foot-bar ${styles.foot}`} aria-label={t('Actions')}>
      <b>{t('{letters, plural, one {# dead letter} other {# dead letters}}', { letters: cause.letters })}</b>
      <span className={`small text-2 ${styles.why}`}>
        {!offers.redrive
          ? null
          : cause.probably === 0
            ? t('The plan shows what is left out and why, before anything is sent.')
            : t(
                `{probably, plural, one {# dead letter} other {# dead letters}} without a reported error are left out.
                The plan shows what else is.`,
                { probably: cause.probably },
              )}
      </span>
      <span className="grow" />
      <ButtonLink href={here(lettersHref(cause))}>
        {offers.discard ? t('Hold, discard or export') : t('Hold or export')}
      </ButtonLink>
      {offers.redrive ? (
        <Button variant="primary" size="large" icon={RotateCw} keys="r" onClick={onPlan} disabledReason={reason}>
          {t('Plan the re-drive, starting with {count, number}', { count: Math.min(10, Math.max(1, cause.letters)) })}
        </Button>
      ) : null}
    </footer>
  );
}

function LettersNote({ cause }: { readonly cause: CausePage }) {
  const here = useHere();
  if (cause.others.length === 0)
    return (
      <>{cause.probably === 0 ? t('in total') : t('{probably, number} more probably', { probably: cause.probably })}</>
    );
  const [first] = cause.others;
  return (
    <>
      <Said
        of={pieces('also in {link}', {
          link: (
            <Link
              href={here(`/dead-letters?cause=${encodeURIComponent(cause.fingerprint)}`)}
              prefetch={false}
              className="underlined"
            >
              {cause.others.length === 1
                ? first?.group
                : t('{count, plural, one {# other group} other {# other groups}}', { count: cause.others.length })}
            </Link>
          ),
        })}
      />
    </>
  );
}

function FirstDeath({ at }: { readonly at: string }) {
  return (
    <>
      <Said of={pieces('first dead letter {time}', { time: <Time at={at} /> })} />
    </>
  );
}

function KeysNote({ cause: { figures, letters } }: { readonly cause: CausePage }) {
  if (figures.keysRead < letters) return <>{t('of the newest {keysRead, number}', { keysRead: figures.keysRead })}</>;
  if (figures.keysTwice === 0) return <>{t('each once')}</>;
  return <>{t('{keysTwice, number} with two or more dead letters', { keysTwice: figures.keysTwice })}</>;
}
