import {
  Boxes,
  ChartSpline,
  EyeOff,
  Inbox,
  KeyRound,
  Layers,
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
import { SETTINGS_TITLES } from '@/components/parts/nav.model';
import type { SettingsSection } from '@/components/settings/settings-nav';
import type { AccessCounts } from '@/lib/auth/count-access';
import type { Permission } from '@/lib/auth/permission';
import { SETTING_NAMES, type SettingName } from '@/lib/model/broker-setting';

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

const named = (slug: keyof typeof SETTINGS_TITLES) => ({ slug, tab: SETTINGS_TITLES[slug] });

/** The pages of the settings of the broker. */
export const SETTING_ENTRIES: Readonly<Record<SettingName, Omit<Entry, 'permission'>>> = {
  'producer-retry': { ...named('sending-retry'), section: 'broker', icon: RotateCw },
  'dead-letter-retention': {
    ...{ ...named('dead-letters'), section: 'broker', icon: Inbox },
  },
  'sign-in': { ...named('sign-in'), section: 'security', icon: LogIn },
  'trace-link': { ...named('traces'), section: 'integrations', icon: ChartSpline },
  masking: { ...named('masking'), section: 'security', icon: EyeOff },
  approvals: { ...named('approvals'), section: 'security', icon: UserCheck },
  'lite-topics': { ...named('lite-topics'), section: 'broker', icon: Layers },
};

/** Every page of the settings but one's own account, in the order of its section. */
export const SETTINGS_LIST: readonly Entry[] = [
  {
    ...{ ...named('users'), section: 'access', icon: Users, counts: 'users' },
    permission: 'user:manage',
  },
  {
    ...{ ...named('teams'), section: 'access', icon: UsersRound, counts: 'teams' },
    permission: 'team:read',
  },
  {
    ...{ ...named('tokens'), section: 'access', icon: KeyRound, counts: 'tokens' },
    permission: 'token:manage',
  },
  {
    ...{ ...named('access-keys'), section: 'access', icon: Plug, counts: 'accessKeys' },
    permission: 'access-key:manage',
  },
  {
    ...{ ...named('clusters'), section: 'integrations', icon: Boxes, counts: 'clusters' },
    permission: 'cluster:manage',
  },
  ...SETTING_NAMES.map((name): Entry => ({ ...SETTING_ENTRIES[name], permission: 'settings:read' })),
  { ...named('security'), section: 'security', icon: Shield, permission: 'settings:write' },
  { ...named('practice'), section: 'broker', icon: Play, permission: 'settings:read' },
];
