import {
  Boxes,
  ChartSpline,
  EyeOff,
  Inbox,
  KeyRound,
  LogIn,
  type LucideIcon,
  Play,
  Plug,
  RotateCw,
  Shield,
  Users,
  UserCheck,
  UsersRound,
} from 'lucide-react';
import type { ComponentType, ReactNode } from 'react';
import { SecurityFacts } from '@/components/settings/security-facts';
import type { SettingsSection } from '@/components/settings/settings-nav';
import {
  AccessKeysView,
  ApiTokenList,
  ApprovalsSettingView,
  ClustersView,
  DeadLetterRetentionView,
  MaskingView,
  PracticePanel,
  SendingRetryView,
  SignInPolicyView,
  TeamList,
  TraceLinkView,
  UserList,
} from '@/components/settings/views';
import type { SettingPageProps } from '@/components/settings/use-setting';
import type { AccessCounts } from '@/lib/auth/count-access';
import { can, type Permission, type Principal, reasonAgainst } from '@/lib/auth/permission';
import { reads } from '@/lib/console/reads/registry';
import { apiTokensNow, readSecurity, teamsNow, usersNow } from '@/lib/console/reads/settings';
import { SETTING_NAMES, type SettingName } from '@/lib/model/broker-setting';
import { consolePage } from '../console-page';
import { msg } from '@/lib/model/language/t';

interface SettingsPage {
  /** /settings/<slug> */
  readonly slug: string;
  readonly section: SettingsSection;
  readonly icon: LucideIcon;
  readonly tab: string;
  /** How many things the page lists, where that is cheap to ask. */
  readonly counts?: keyof AccessCounts;
  readonly title: string;
  readonly permission: Permission;
  readonly render: () => Promise<ReactNode>;
}

interface Named extends Pick<SettingsPage, 'slug' | 'section' | 'icon' | 'tab' | 'counts'> {
  /** Absent: as the tab. */
  readonly title?: string;
}

interface Definition<T> extends Named, Pick<SettingsPage, 'permission'> {
  readonly load: (principal: Principal) => Promise<T>;
  readonly show: (data: T, principal: Principal) => ReactNode;
}

/** The pages of the settings of the broker. */
const SETTINGS: { readonly [Name in SettingName]: Named & { readonly View: ComponentType<SettingPageProps> } } = {
  'producer-retry': {
    ...{ slug: 'sending-retry', section: 'broker', icon: RotateCw, tab: msg('Sending retry') },
    View: SendingRetryView,
  },
  'dead-letter-retention': {
    ...{ slug: 'dead-letters', section: 'broker', icon: Inbox, tab: msg('Dead-letter retention') },
    View: DeadLetterRetentionView,
  },
  'sign-in': { slug: 'sign-in', section: 'security', icon: LogIn, tab: msg('Sign-in rules'), View: SignInPolicyView },
  'trace-link': {
    slug: 'traces',
    section: 'integrations',
    icon: ChartSpline,
    tab: msg('Tracing'),
    View: TraceLinkView,
  },
  masking: { slug: 'masking', section: 'security', icon: EyeOff, tab: msg('Body masking'), View: MaskingView },
  approvals: {
    slug: 'approvals',
    section: 'security',
    icon: UserCheck,
    tab: msg('Approvals'),
    View: ApprovalsSettingView,
  },
};

/** Every page of the settings but one's own account, in the order of its section: what it reads, and what shows it. */
export const SETTINGS_PAGES: readonly SettingsPage[] = [
  page({
    ...{ slug: 'users', section: 'access', icon: Users, tab: msg('Users'), counts: 'users' },
    permission: 'user:manage',
    load: usersNow,
    show: (users, { name }) => <UserList users={users} me={name} />,
  }),
  page({
    ...{ slug: 'teams', section: 'access', icon: UsersRound, tab: msg('Teams'), counts: 'teams' },
    permission: 'team:read',
    load: teamsNow,
    show: (teams, principal) => <TeamList teams={teams} mayManage={can(principal, 'team:manage')} />,
  }),
  page({
    ...{ slug: 'tokens', section: 'access', icon: KeyRound, tab: msg('API tokens'), counts: 'tokens' },
    permission: 'token:manage',
    load: apiTokensNow,
    show: (tokens) => <ApiTokenList tokens={tokens} />,
  }),
  page({
    ...{ slug: 'access-keys', section: 'access', icon: Plug, tab: msg('Access keys'), counts: 'accessKeys' },
    permission: 'access-key:manage',
    load: () => reads.accessKeys.load({}),
    show: (initial) => <AccessKeysView initial={initial} />,
  }),
  page({
    ...{ slug: 'clusters', section: 'integrations', icon: Boxes, tab: msg('Clusters'), counts: 'clusters' },
    permission: 'cluster:manage',
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
    ...{ slug: 'security', section: 'security', icon: Shield, tab: msg('Security check') },
    permission: 'settings:write',
    load: readSecurity,
    show: (security) => <SecurityFacts security={security} />,
  }),
  page({
    ...{ slug: 'practice', section: 'broker', icon: Play, tab: msg('Practice data') },
    permission: 'settings:read',
    load: () => reads.practice.load({}),
    show: (initial) => <PracticePanel initial={initial} />,
  }),
];

function page<T>({ load, show, ...of }: Definition<T>): SettingsPage {
  const { slug, tab, title = tab, permission } = of;
  const render = () =>
    consolePage({ permission, title, href: `/settings/${slug}`, framed: true, parts: [title], load, show });
  return { ...of, title, render };
}
