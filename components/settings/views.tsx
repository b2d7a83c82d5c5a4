'use client';

import dynamic from 'next/dynamic';

// One route shows each page of the settings: the browser loads the program of the one that it opens, with the page.
export const AccessKeysView = dynamic(
  async () => (await import('@/components/access-keys/access-keys-view')).AccessKeysView,
);
export const ClustersView = dynamic(
  async () => (await import('@/components/clusters/settings/clusters-view')).ClustersView,
);
export const PracticePanel = dynamic(async () => (await import('@/components/practice/practice-panel')).PracticePanel);
export const ApiTokenList = dynamic(async () => (await import('./api-token-list')).ApiTokenList);
export const ApprovalsSettingView = dynamic(async () => (await import('./approvals-view')).ApprovalsSettingView);
export const DeadLetterRetentionView = dynamic(
  async () => (await import('./dead-letter-retention-view')).DeadLetterRetentionView,
);
export const LiteQuotaView = dynamic(async () => (await import('./lite-quota-view')).LiteQuotaView);
export const MaskingView = dynamic(async () => (await import('./masking-view')).MaskingView);
export const SendingRetryView = dynamic(async () => (await import('./sending-retry-view')).SendingRetryView);
export const SignInPolicyView = dynamic(async () => (await import('./sign-in-policy-view')).SignInPolicyView);
export const TeamList = dynamic(async () => (await import('./teams/team-list')).TeamList);
export const TraceLinkView = dynamic(async () => (await import('./trace-link-view')).TraceLinkView);
export const UserList = dynamic(async () => (await import('./user-list')).UserList);
