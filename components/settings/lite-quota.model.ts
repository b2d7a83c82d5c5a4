import { t } from '@/lib/model/language/t';
import { type LiteQuota, MOST_LITE_TOPICS } from '@/lib/model/topic/lite-quota';

export interface LiteQuotaDraft {
  readonly perTopic: string;
}

/** What is typed, as it may be saved; the problem says why it may not. */
export function readLiteQuota({ perTopic: typed }: LiteQuotaDraft): {
  readonly settings: LiteQuota | null;
  readonly problems: { readonly perTopic?: string };
} {
  const perTopic = Number(typed.trim());
  if (typed.trim() !== '' && Number.isInteger(perTopic) && perTopic >= 1 && perTopic <= MOST_LITE_TOPICS)
    return { settings: { perTopic }, problems: {} };
  return {
    settings: null,
    problems: { perTopic: t('Enter a whole number from 1 to {most, number}.', { most: MOST_LITE_TOPICS }) },
  };
}
