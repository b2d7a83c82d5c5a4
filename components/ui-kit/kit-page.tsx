'use client';

import { RotateCw, TriangleAlert } from 'lucide-react';
import { useState } from 'react';
import { DensityToggle } from '@/components/data-table/density-toggle';
import { Banner } from '@/components/ui/banner';
import { Button } from '@/components/ui/button';
import { ConfirmDialog } from '@/components/form/confirm-dialog';
import { EmptyState, type EmptyKind } from '@/components/ui/empty-state';
import { Fold } from '@/components/ui/fold';
import { PageHeader } from '@/components/ui/page-header';
import { ReadingTime, ReadingValue } from '@/components/ui/reading';
import { SentenceBar } from '@/components/ui/sentence-bar';
import { StateBadge, stateLooks, type DisplayState } from '@/components/ui/state-badge';
import { Tag } from '@/components/ui/tag';
import { Countdown, Time } from '@/components/ui/time';
import { estimated, known, stale, unknown, type Reading } from '@/lib/model/reading';
import { KitForm } from './kit-form';
import { KitTable } from './kit-table';

const states = Object.keys(stateLooks).filter((state): state is DisplayState => state in stateLooks);
const empties: readonly EmptyKind[] = ['none-ever', 'none-in-range', 'filtered-out', 'not-allowed', 'could-not-load'];

export function KitPage({ now }: { readonly now: string }) {
  const [confirming, setConfirming] = useState(false);
  const earlier = new Date(Date.parse(now) - 90_000).toISOString();
  const soon = new Date(Date.parse(now) + 200_000).toISOString();
  const readings: readonly Reading<number>[] = [
    known(941, now),
    known(0, now),
    stale(41, earlier, 'the last two reads failed'),
    unknown('timed out after 2 s', earlier),
    estimated(184_000, now),
  ];
  return (
    <>
      <PageHeader title="States and parts" marks={<Tag>dev only</Tag>} actions={<DensityToggle />}>
        Colour is never alone: every state has a shape and a word.
      </PageHeader>
      <section className="panel">
        <div className="stats">
          {readings.map((reading, index) => (
            <div key={states[index]} className="stat">
              <span className="stat-name">
                <StateBadge state={states[index] ?? 'unknown'} plain />
              </span>
              <span className="stat-value">
                <ReadingValue reading={reading} tone="dlq" />
              </span>
              <span className="stat-note">
                <ReadingTime reading={reading} />
              </span>
            </div>
          ))}
        </div>
      </section>
      <div className="split split-main">
        <div className="col col-wide">
          <section className="panel">
            <header>
              <h2>Table</h2>
            </header>
            <KitTable now={now} />
          </section>
          <section className="panel">
            <header>
              <h2>Empty states</h2>
            </header>
            <div className="stats">
              {empties.map((kind) => (
                <div key={kind} className="stat">
                  <EmptyState kind={kind} action={<Button size="small">Next step</Button>}>
                    0 of 812 match cause = CardDeclined.
                  </EmptyState>
                </div>
              ))}
            </div>
          </section>
        </div>
        <div className="col col-wide">
          <section className="panel">
            <header>
              <h2>Marks</h2>
            </header>
            <div className="panel-body row wrap">
              {states.map((state) => (
                <StateBadge key={state} state={state} />
              ))}
            </div>
          </section>
          <SentenceBar
            label="Sentence bar"
            tone="danger"
            icon={TriangleAlert}
            sentence="340 waiting messages would move to the DLQ within 48 s of their next failed attempt."
            detail="The first at 23:18:04."
            action={<Button variant="primary">Plan re-drive of 340…</Button>}
          >
            <Fold line="7 checks passed" show="Show with sources">
              <p className="panel-body small">Retries, back-off, consumption timeout.</p>
            </Fold>
          </SentenceBar>
          <section className="panel">
            <header>
              <h2>Buttons</h2>
            </header>
            <div className="panel-body col">
              <div className="row wrap">
                <Button variant="primary" keys="r" icon={RotateCw}>
                  Re-drive 409…
                </Button>
                <Button>Export</Button>
                <Button variant="ghost">Discard</Button>
                <Button variant="danger" onClick={() => setConfirming(true)}>
                  Send 14 to dead letters
                </Button>
              </div>
              <div className="row wrap">
                <Button icon={RotateCw} disabledReason="billing-worker-4 holds this message until 03:22:53">
                  Retry now
                </Button>
                <Button variant="primary" pending>
                  Saving
                </Button>
              </div>
              <p className="small text-2">
                <Time at={now} withRelative />, lease ends in <Countdown to={soon} />
              </p>
              <Banner tone="info">Applies at once to messages that already wait.</Banner>
              <Banner tone="warning">A hung client holds each message for 15 m.</Banner>
              <Banner tone="danger">maxRetries: at most 1000, and was 5000.</Banner>
            </div>
          </section>
          <KitForm />
        </div>
      </div>
      <ConfirmDialog
        open={confirming}
        onOpenChange={setConfirming}
        title="Send 14 messages to dead letters?"
        confirmLabel="Send 14"
        cancelLabel="Keep retrying"
        danger
        requireReason
        initialReason="Their order was cancelled"
        requireTyped="14"
        run={() => Promise.resolve({ ok: true as const, data: null })}
      >
        They stop being retried at once. You can re-drive them until 24 Nov 03:24.
      </ConfirmDialog>
    </>
  );
}
