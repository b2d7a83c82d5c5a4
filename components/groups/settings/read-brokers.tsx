import { Button } from '@/components/ui/button';
import type { GroupEffect } from './use-group-effect';
import { t } from '@/lib/model/language/t';

/** Asks the brokers of a cluster what waits: it costs them many reads, so it is done by hand. */
export function ReadBrokers({ whatIf: { effect, isRunning, look } }: { readonly whatIf: GroupEffect }) {
  return (
    <Button size="small" disabledReason={isRunning ? t('The brokers are being read.') : null} onClick={() => look?.()}>
      {effect === null ? t('Read waiting messages') : t('Read again')}
    </Button>
  );
}
