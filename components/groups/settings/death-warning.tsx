import { Banner } from '@/components/ui/banner';
import { plural } from '@/components/ui/number.model';
import { Time } from '@/components/ui/time';
import { outlookOf } from '@/components/groups/what-if.model';
import type { AttemptBucket } from '@/lib/model/attempt-bucket';
import type { GroupSettings } from '@/lib/model/group-settings';
import { type Reading, stateOf, valueOrNull } from '@/lib/model/reading';
import type { EngineKind } from '@/lib/model/workspace';

/** Brokers of a cluster do not say which of the two it is. */
const HELD: Record<EngineKind, string> = {
  embedded: ' and dead if it fails',
  cluster: ' or backing off, and dead unless acknowledged',
};

interface DeathWarningProps {
  readonly base: GroupSettings;
  readonly settings: GroupSettings;
  readonly engine: EngineKind;
  readonly buckets: Reading<readonly AttemptBucket[]>;
  readonly asOf: string;
}

/** Lowering the limit below what messages have had already kills them: said before saving, with the count. */
export function DeathWarning({ base, settings, engine, buckets, asOf }: DeathWarningProps) {
  const attempts = valueOrNull(buckets) ?? [];
  const { dieWaiting, dieIfFailing, firstDeathAt } = outlookOf(settings, attempts, asOf, engine);
  const already = outlookOf(base, attempts, asOf, engine);
  const atLeast = stateOf(buckets) === 'bound' ? 'at least ' : '';
  if (dieWaiting <= already.dieWaiting && dieIfFailing <= already.dieIfFailing) return null;
  return (
    <Banner tone="danger">
      <b>
        {dieWaiting === 0 ? (
          <>
            Saving leaves {atLeast}
            {plural(dieIfFailing, 'message')} without another delivery, with a client{HELD[engine]}
          </>
        ) : (
          <>
            Saving sends {atLeast}
            {plural(dieWaiting, 'failed message')} to dead letters when their wait ends
          </>
        )}
        {firstDeathAt === null ? (
          ''
        ) : firstDeathAt <= asOf ? (
          ', those due already at once'
        ) : (
          <>
            , the first at <Time at={firstDeathAt} />
            {atLeast === '' ? '' : ' or earlier'}
          </>
        )}
        .
      </b>{' '}
      They have had {plural(settings.maxRetries + 1, 'delivery', 'deliveries')} or more and are not delivered again.
      {dieWaiting === 0 || dieIfFailing === 0
        ? ''
        : ` ${plural(dieIfFailing, 'more is', 'more are')} with a client${HELD[engine]}.`}{' '}
      Dead letters can be re-driven.
    </Banner>
  );
}
