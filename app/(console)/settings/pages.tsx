import type { ComponentType, ReactNode } from 'react';
import { AccessKeysView } from '@/components/access-keys/access-keys-view';
import { ClustersView } from '@/components/clusters/settings/clusters-view';
import { PracticePanel } from '@/components/practice/practice-panel';
import { ApiTokenList } from '@/components/settings/api-token-list';
import { ApprovalsSettingView } from '@/components/settings/approvals-view';
import { DeadLetterRetentionView } from '@/components/settings/dead-letter-retention-view';
import { MaskingView } from '@/components/settings/masking-view';
import { SecurityFacts } from '@/components/settings/security-facts';
import { SendingRetryView } from '@/components/settings/sending-retry-view';
import { SignInPolicyView } from '@/components/settings/sign-in-policy-view';
import { TeamList } from '@/components/settings/teams/team-list';
import { TraceLinkView } from '@/components/settings/trace-link-view';
import type { SettingPageProps } from '@/components/settings/use-setting';
import { UserList } from '@/components/settings/user-list';
import { can, type Permission, type Principal, reasonAgainst } from '@/lib/auth/permission';
import { reads } from '@/lib/console/reads/registry';
import { apiTokensNow, readSecurity, teamsNow, usersNow } from '@/lib/console/reads/settings';
import { SETTING_NAMES, type SettingName } from '@/lib/model/broker-setting';
import { consolePage } from '../console-page';

interface SettingsPage {
  /** /settings/<slug> */
  readonly slug: string;
  readonly tab: string;
  readonly title: string;
  readonly permission: Permission;
  readonly render: () => Promise<ReactNode>;
}

interface Named extends Pick<SettingsPage, 'slug' | 'tab'> {
  /** Absent: as the tab. */
  readonly title?: string;
}

interface Definition<T> extends Named, Pick<SettingsPage, 'permission'> {
  readonly load: (principal: Principal) => Promise<T>;
  readonly show: (data: T, principal: Principal) => ReactNode;
}

/** The pages of the settings of the broker. */
const SETTINGS: { readonly [Name in SettingName]: Named & { readonly View: ComponentType<SettingPageProps> } } = {
  'producer-retry': { slug: 'sending-retry', tab: 'Sending retry', View: SendingRetryView },
  'dead-letter-retention': {
    ...{ slug: 'dead-letters', tab: 'Dead letters', title: 'Retention of dead letters' },
    View: DeadLetterRetentionView,
  },
  'sign-in': { slug: 'sign-in', tab: 'Sign-in', View: SignInPolicyView },
  'trace-link': { slug: 'traces', tab: 'Traces', View: TraceLinkView },
  masking: { slug: 'masking', tab: 'Body masking', View: MaskingView },
  approvals: { slug: 'approvals', tab: 'Approvals', View: ApprovalsSettingView },
};

/** Every page of the settings but one's own account, in the order of the tabs: what it reads, and what shows it. */
export const SETTINGS_PAGES: readonly SettingsPage[] = [
  page({
    ...{ slug: 'users', tab: 'Users', permission: 'user:manage' },
    load: usersNow,
    show: (users, { name }) => <UserList users={users} me={name} />,
  }),
  page({
    ...{ slug: 'teams', tab: 'Teams', permission: 'team:read' },
    load: teamsNow,
    show: (teams, principal) => <TeamList teams={teams} mayManage={can(principal, 'team:manage')} />,
  }),
  page({
    ...{ slug: 'tokens', tab: 'API tokens', permission: 'token:manage' },
    load: apiTokensNow,
    show: (tokens) => <ApiTokenList tokens={tokens} />,
  }),
  page({
    ...{ slug: 'access-keys', tab: 'Access keys', permission: 'access-key:manage' },
    load: () => reads.accessKeys.load({}),
    show: (initial) => <AccessKeysView initial={initial} />,
  }),
  page({
    ...{ slug: 'clusters', tab: 'Clusters', permission: 'cluster:manage' },
    load: () => reads.clusters.load({}),
    show: (initial) => <ClustersView initial={initial} />,
  }),
  ...SETTING_NAMES.map((name) => {
    const { View, ...named } = SETTINGS[name];
    return page({
      ...named,
      permission: 'settings:read',
      load: () => reads.setting.load({ name }),
      show: (initial, principal) => <View initial={initial} mayNotEdit={reasonAgainst(principal, 'settings:write')} />,
    });
  }),
  page({
    ...{ slug: 'security', tab: 'Security', permission: 'settings:write' },
    load: readSecurity,
    show: (security) => <SecurityFacts security={security} />,
  }),
  page({
    ...{ slug: 'practice', tab: 'Practice', permission: 'settings:read' },
    load: () => reads.practice.load({}),
    show: (initial) => <PracticePanel initial={initial} />,
  }),
];

function page<T>({ slug, tab, title = tab, permission, load, show }: Definition<T>): SettingsPage {
  const render = () =>
    consolePage({ permission, title, href: `/settings/${slug}`, framed: true, parts: [title], load, show });
  return { slug, tab, title, permission, render };
}
