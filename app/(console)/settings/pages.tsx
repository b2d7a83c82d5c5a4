import type { ComponentType, ReactNode } from 'react';
import { SecurityFacts } from '@/components/settings/security-facts';
import {
  AccessKeysView,
  ApiTokenList,
  ApprovalsSettingView,
  ClustersView,
  DeadLetterRetentionView,
  LiteQuotaView,
  MaskingView,
  PracticePanel,
  SendingRetryView,
  SignInPolicyView,
  TeamList,
  TraceLinkView,
  UserList,
} from '@/components/settings/views';
import type { SettingPageProps } from '@/components/settings/use-setting';
import { can, type Principal, reasonAgainst } from '@/lib/auth/permission';
import type { Area } from '@/lib/console/pages/language';
import { reads } from '@/lib/console/reads/registry';
import { apiTokensNow, readSecurity, teamsNow, usersNow } from '@/lib/console/reads/settings';
import { SETTING_NAMES, type SettingName } from '@/lib/model/broker-setting';
import { consolePage } from '../console-page';
import { SETTING_ENTRIES, SETTINGS_LIST } from './list';

interface Content<T> {
  readonly load: (principal: Principal) => Promise<T>;
  readonly show: (data: T, principal: Principal) => ReactNode;
}

interface Of {
  /** Whose messages it shows beside those of the frame. */
  readonly areas: readonly Area[];
}

type Render = (entry: (typeof SETTINGS_LIST)[number], of: Of) => Promise<ReactNode>;

const SETTINGS: Readonly<Record<SettingName, ComponentType<SettingPageProps>>> = {
  'producer-retry': SendingRetryView,
  'dead-letter-retention': DeadLetterRetentionView,
  'sign-in': SignInPolicyView,
  'trace-link': TraceLinkView,
  masking: MaskingView,
  approvals: ApprovalsSettingView,
  'lite-topics': LiteQuotaView,
};

/** By slug: what a page reads, and what shows it. */
const PAGES: Readonly<Record<string, Render>> = {
  users: page({ load: usersNow, show: (users, { name }) => <UserList users={users} me={name} /> }),
  teams: page({
    load: teamsNow,
    show: (teams, principal) => <TeamList teams={teams} mayManage={can(principal, 'team:manage')} />,
  }),
  tokens: page({ load: apiTokensNow, show: (tokens) => <ApiTokenList tokens={tokens} /> }),
  'access-keys': page({
    load: () => reads.accessKeys.load({}),
    show: (initial) => <AccessKeysView initial={initial} />,
  }),
  clusters: page({ load: () => reads.clusters.load({}), show: (initial) => <ClustersView initial={initial} /> }),
  ...Object.fromEntries(
    SETTING_NAMES.map((name) => {
      const View = SETTINGS[name];
      const content = page({
        load: () => reads.setting.load({ name }),
        show: (initial, principal) => (
          <View initial={initial} mayNotEdit={reasonAgainst(principal, 'settings:write')} />
        ),
      });
      return [SETTING_ENTRIES[name].slug, content];
    }),
  ),
  security: page({ load: readSecurity, show: (security) => <SecurityFacts security={security} /> }),
  practice: page({ load: () => reads.practice.load({}), show: (initial) => <PracticePanel initial={initial} /> }),
};

function page<T>({ load, show }: Content<T>): Render {
  return ({ slug, tab, permission }, { areas }) =>
    consolePage({ permission, title: tab, href: `/settings/${slug}`, framed: true, parts: [tab], areas, load, show });
}

/** Undefined: there is no such page. */
export function renderSettings(slug: string, of: Of): Promise<ReactNode> | undefined {
  const entry = SETTINGS_LIST.find((each) => each.slug === slug);
  return entry === undefined ? undefined : PAGES[slug]?.(entry, of);
}
