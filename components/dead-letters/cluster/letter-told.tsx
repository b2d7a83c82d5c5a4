'use client';

import { BodyPanel } from '@/components/messages/body-panel';
import styles from '@/components/messages/peek.module.css';
import type { LetterView } from '@/lib/console/operations/dead-letters/views';
import { LetterError, LetterFacts } from './letter-facts';
import { t } from '@/lib/model/language/t';

interface LetterToldProps {
  readonly letter: LetterView;
  readonly messageId: string;
  /** Null: allowed. */
  readonly bodyNotAllowed: string | null;
}

/** One dead letter of a cluster beside the list: facts, error, body. */
export function LetterTold({ letter, messageId, bodyNotAllowed }: LetterToldProps) {
  return (
    <>
      <LetterFacts letter={letter} />
      <section className={styles.part} aria-label={t('Error')}>
        <h3>{t('Error')}</h3>
        <LetterError letter={letter} />
      </section>
      <BodyPanel messageId={messageId} place={letter.place} notAllowed={bodyNotAllowed} />
    </>
  );
}
