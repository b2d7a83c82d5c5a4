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
import type { SettingsSection } from '@/components/settings/settings-nav';
import type { AccessCounts } from '@/lib/auth/count-access';
import type { Permission } from '@/lib/auth/permission';
import { SETTING_NAMES, type SettingName } from '@/lib/model/broker-setting';
import { msg } from '@/lib/model/language/t';

interface Entry {
  /** /settings/<slug> */
  readonly slug: string;
  readonly section: SettingsSection;
  readonly icon: LucideIcon;
  readonly tab: string;
  /** How many things the page lists, where that is cheap to ask. */
  readonly counts?: keyof AccessCounts;
  readonly permission: Permission;
}

/** The pages of the settings of the broker. */
export const SETTING_ENTRIES: Readonly<Record<SettingName, Omit<Entry, 'permission'>>> = {
  'producer-retry': { slug: 'sending-retry', section: 'broker', icon: RotateCw, tab: msg('Sending retry') },
  'dead-letter-retention': {
    ...{ slug: 'dead-letters', section: 'broker', icon: Inbox, tab: msg('Dead-letter retention') },
  },
  'sign-in': { slug: 'sign-in', section: 'security', icon: LogIn, tab: msg('Sign-in rules') },
  'trace-link': { slug: 'traces', section: 'integrations', icon: ChartSpline, tab: msg('Tracing') },
  masking: { slug: 'masking', section: 'security', icon: EyeOff, tab: msg('Body masking') },
  approvals: { slug: 'approvals', section: 'security', icon: UserCheck, tab: msg('Approvals') },
};

/** Every page of the settings but one's own account, in the order of its section. */
export const SETTINGS_LIST: readonly Entry[] = [
  {
    ...{ slug: 'users', section: 'access', icon: Users, tab: msg('Users'), counts: 'users' },
    permission: 'user:manage',
  },
  {
    ...{ slug: 'teams', section: 'access', icon: UsersRound, tab: msg('Teams'), counts: 'teams' },
    permission: 'team:read',
  },
  {
    ...{ slug: 'tokens', section: 'access', icon: KeyRound, tab: msg('API tokens'), counts: 'tokens' },
    permission: 'token:manage',
  },
  {
    ...{ slug: 'access-keys', section: 'access', icon: Plug, tab: msg('Access keys'), counts: 'accessKeys' },
    permission: 'access-key:manage',
  },
  {
    ...{ slug: 'clusters', section: 'integrations', icon: Boxes, tab: msg('Clusters'), counts: 'clusters' },
    permission: 'cluster:manage',
  },
  ...SETTING_NAMES.map((name): Entry => ({ ...SETTING_ENTRIES[name], permission: 'settings:read' })),
  { slug: 'security', section: 'security', icon: Shield, tab: msg('Security check'), permission: 'settings:write' },
  { slug: 'practice', section: 'broker', icon: Play, tab: msg('Practice data'), permission: 'settings:read' },
];
