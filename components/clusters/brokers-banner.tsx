import { Banner } from '@/components/ui/banner';

interface BrokersBannerProps {
  readonly answered: number;
  readonly silent: readonly { readonly broker: string; readonly reason: string }[];
  /** What that means for the page; left out: for sums. */
  readonly meaning?: string;
}

const SUMS = 'Numbers that lack a part say “at least”; settings are changed when all brokers answer.';

/** Above what lacks the part of a broker. */
export function BrokersBanner({ answered, silent, meaning = SUMS }: BrokersBannerProps) {
  if (silent.length === 0) return null;
  return (
    <Banner tone="warning">
      <b>
        {answered} of {answered + silent.length} brokers answered.
      </b>{' '}
      {silent.map(({ broker, reason }) => `${broker}: ${reason}`).join('; ')}. {meaning}
    </Banner>
  );
}
