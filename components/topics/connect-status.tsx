import { Check, Circle, Clock } from 'lucide-react';
import { shorten, messageHref } from '@/components/parts/names';
import { Link } from '@/components/ui/link';
import { AsOf, Time } from '@/components/ui/time';
import { UnknownMark } from '@/components/ui/unknown-mark';
import styles from './connect.module.css';
import { type ConnectStep, type StepState, summaryOf } from './connect.model';
import { between, msg, t } from '@/lib/model/language/t';

const words: Readonly<Record<StepState, string>> = {
  done: msg('Done:'),
  waiting: msg('Next:'),
  later: msg('Later:'),
  unknown: msg('Unknown:'),
};

/** Four steps, each with what is known of it and nothing more. */
export function ConnectStatus({ steps, asOf }: { readonly steps: readonly ConnectStep[]; readonly asOf: string }) {
  return (
    <section className="panel" aria-label={t('Status')}>
      <header>
        <h2>{t('Status')}</h2>
        <span className="small text-3">{t('updates automatically')}</span>
        <span className="panel-end">
          <AsOf at={asOf} />
        </span>
      </header>
      <p className="visually-hidden" role="status">
        {summaryOf(steps)}
      </p>
      <ol className={styles.steps}>
        {steps.map((step) => (
          <li key={step.title} className={styles.step} data-state={step.state}>
            <StepMark state={step.state} />
            <div>
              <div className={styles.title}>
                <span className="visually-hidden">{t(words[step.state])} </span>
                {step.title}
              </div>
              <div className="small text-2">
                {step.at === null ? null : (
                  <>
                    <Time at={step.at} /> ·{' '}
                  </>
                )}
                {step.message === null ? null : (
                  <>
                    <Link href={messageHref(step.message.messageId)} prefetch={false} className="underlined">
                      {step.message.keys[0] ?? shorten(step.message.messageId)}
                    </Link>
                    {between(',')}
                  </>
                )}
                {step.text}
              </div>
            </div>
          </li>
        ))}
      </ol>
    </section>
  );
}

function StepMark({ state }: { readonly state: StepState }) {
  switch (state) {
    case 'done':
      return <Check size={14} aria-hidden="true" />;
    case 'waiting':
      return <Clock size={14} aria-hidden="true" />;
    case 'later':
      return <Circle size={14} aria-hidden="true" />;
    case 'unknown':
      return <UnknownMark size={14} />;
  }
}
