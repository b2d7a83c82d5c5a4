import { Banner } from '@/components/ui/banner';
import { pieces, t } from '@/lib/model/language/t';
import { Said } from '@/components/ui/said';
import { itemized } from '@/lib/model/language/list';

interface BrokersBannerProps {
  readonly answered: number;
  readonly silent: readonly { readonly broker: string; readonly reason: string }[];
  /** What that means for the page; left out: for sums. */
  readonly meaning?: string;
}

/** Above what lacks the part of a broker. */
export function BrokersBanner({ answered, silent, meaning = sums() }: BrokersBannerProps) {
  if (silent.length === 0) return null;
  return (
    <Banner tone="warning">
      <Said
        of={pieces('<b>{answered, number} of {all, number} brokers responded.</b> {reasons}. {meaning}', {
          ...{ answered, all: answered + silent.length, meaning },
          reasons: itemized(silent.map(({ broker, reason }) => t('{broker}: {reason}', { broker, reason }))),
        })}
      />
    </Banner>
  );
}

function sums(): string {
  return t('Counts that miss a broker are marked “at least”. Settings can be changed when all brokers respond.');
}
