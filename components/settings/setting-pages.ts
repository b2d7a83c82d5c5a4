import type { ComponentType } from 'react';
import type { SettingName } from '@/lib/model/broker-setting';
import { DeadLetterRetentionView } from './dead-letter-retention-view';
import { MaskingView } from './masking-view';
import { SendingRetryView } from './sending-retry-view';
import { SignInPolicyView } from './sign-in-policy-view';
import { TraceLinkView } from './trace-link-view';
import type { SettingPageProps } from './use-setting';

interface SettingPage {
  /** /settings/<slug> */
  readonly slug: string;
  readonly tab: string;
  readonly title: string;
  readonly View: ComponentType<SettingPageProps>;
}

/** The page of each setting of the broker, in the order of their tabs. */
export const SETTING_PAGES: { readonly [Name in SettingName]: SettingPage } = {
  'producer-retry': { slug: 'sending-retry', tab: 'Sending retry', title: 'Sending retry', View: SendingRetryView },
  'dead-letter-retention': {
    slug: 'dead-letters',
    tab: 'Dead letters',
    title: 'Retention of dead letters',
    View: DeadLetterRetentionView,
  },
  'sign-in': { slug: 'sign-in', tab: 'Sign-in', title: 'Sign-in', View: SignInPolicyView },
  'trace-link': { slug: 'traces', tab: 'Traces', title: 'Traces', View: TraceLinkView },
  masking: { slug: 'masking', tab: 'Body masking', title: 'Body masking', View: MaskingView },
};

/** Null: no setting has a page at this address. */
export function findSettingPage(slug: string): ({ readonly name: SettingName } & SettingPage) | null {
  const found = Object.entries(SETTING_PAGES).find(([, page]) => page.slug === slug);
  return found === undefined ? null : { name: found[0] as SettingName, ...found[1] };
}
