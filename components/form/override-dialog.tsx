'use client';

import { FormDialog } from './form-dialog';
import { override, type OverrideQuestion, useOverride } from './override-state';
import { ReasonField, useReason } from './reason-field';
import { useTopEscape } from './use-top-escape';
import { Said } from '@/components/ui/said';
import { pieces, t } from '@/lib/model/language/t';

/** Over the form whose change it is about, which keeps what was typed. */
export function OverrideDialog() {
  const question = useOverride();
  return question === null ? null : <OpenDialog question={question} />;
}

function OpenDialog({ question: { source, suggested } }: { readonly question: OverrideQuestion }) {
  const reason = useReason(suggested);
  useTopEscape(() => override.answer(null));
  return (
    <FormDialog
      title={t('Managed by git')}
      description={
        <Said
          of={pieces(
            `This is managed by git: change it in <code>{source}</code>. To change it here now, enter a reason. The next
            run of <code>redrive apply</code> shows your change with its reason, and changes it back.`,
            { source },
          )}
        />
      }
      onClose={() => override.answer(null)}
      form={{ pending: false, failure: null, onSubmit: () => override.answer(reason.text) }}
      submitLabel={t('Change here anyway')}
      blocker={reason.missing}
    >
      <ReasonField reason={reason} required />
    </FormDialog>
  );
}
