'use client';

import { Eye, EyeOff } from 'lucide-react';
import { useState } from 'react';
import { useWorkspace } from '@/components/live/use-workspace';
import { Button } from '@/components/ui/button';
import { ConfirmDialog } from '@/components/form/confirm-dialog';
import { showHiddenAction } from '@/lib/console/actions/messages';
import type { ActionResult } from '@/lib/model/action-result';
import type { MessageBodyView } from '@/lib/console/operations/messages/views';
import { hiddenWords } from './hidden-values.model';
import styles from './messages.module.css';
import { TextFact } from './text-fact';
import { enumerated } from '@/lib/model/language/list';
import { t } from '@/lib/model/language/t';

type Answer = Awaited<ReturnType<typeof showHiddenAction>>;
/** The message with all that rules hide, as it was shown to one person. */
export type RevealedBody = Answer extends ActionResult<infer T> ? T : never;

interface HiddenValuesProps {
  readonly body: MessageBodyView;
  readonly at: string;
  readonly revealed: RevealedBody | null;
  readonly onReveal: (body: RevealedBody | null) => void;
}

/** What masking rules hide of the message, and the way to see it. Nothing, where they hide nothing. */
export function HiddenValues({ body, at, revealed, onReveal }: HiddenValuesProps) {
  const [asking, setAsking] = useState(false);
  const workspace = useWorkspace();
  const { messageId: id, topic, hiding } = body;
  if (hiding.length === 0) return null;
  if (revealed !== null)
    return (
      <div className={styles.masked}>
        <p className="small">
          {t('Hidden values are shown until you leave this page. Your access and its reason are in the audit log.')}
        </p>
        <Button size="small" icon={EyeOff} onClick={() => onReveal(null)}>
          {t('Hide values again')}
        </Button>
        {revealed.properties.length === 0 ? null : (
          <dl className="facts">
            {revealed.properties.map(([name, value]) => (
              <TextFact key={name} name={name} value={value} />
            ))}
          </dl>
        )}
      </div>
    );
  return (
    <div className={styles.masked}>
      <p className="small">
        {hiddenWords(
          body.hidden,
          body.hiding.map(({ rule }) => rule),
        )}
      </p>
      <Button
        size="small"
        icon={Eye}
        onClick={() => setAsking(true)}
        disabledReason={hiding.find(({ mayNotShow }) => mayNotShow !== null)?.mayNotShow ?? null}
      >
        {t('Show hidden values…')}
      </Button>
      <ConfirmDialog
        open={asking}
        onOpenChange={setAsking}
        title={t('Show hidden values?')}
        confirmLabel={t('Show hidden values')}
        requireReason
        // why one looks at what is hidden is for the one who looks to say
        initialReason=""
        run={({ reason }) => showHiddenAction({ id, at, topic, reason }, workspace)}
        onDone={onReveal}
      >
        {t(
          `Your name, this message, {count, plural, one {the rule} other {the rules}} {names} and your reason are
          written to the audit log. The values are shown on this page only, until you leave it.`,
          { count: hiding.length, names: enumerated(hiding.map(({ rule }) => rule)) },
        )}
      </ConfirmDialog>
    </div>
  );
}
