import { expect, test } from 'vitest';

import type { ChannelConfig } from '../../model/alarm/channel';
import { isBrokerError } from '../../model/errors';
import { checkChannel } from './check-channel';

const none = new Set<string>();
const MAIL = { host: 'mail.example.com', from: 'redrive@example.com', to: ['on-call@example.com'] };

function fieldRefused(kind: 'email' | 'teams' | 'slack', config: ChannelConfig, secret?: string): string | undefined {
  try {
    checkChannel({ name: 'a channel', kind, config, secret, enabled: true }, null, none);
    return undefined;
  } catch (error) {
    return isBrokerError(error) ? error.field : String(error);
  }
}

test.each([
  'a@example.com\r\nBcc: thief@example.com',
  'a@example.com\nRCPT TO:<thief@example.com>',
  'a\u0000@example.com',
  'a\u200b@example.com',
  'a@example.com, thief@example.com',
  'a@example.com>',
  '<a@example.com>',
  'Boss <a@example.com>',
  '"a b"@example.com',
  'a@exam ple.com',
  'a@@example.com',
  'a@',
  '@example.com',
  'a@example.com;b@example.com',
])('%j is not an address', (address) => {
  expect(fieldRefused('email', { ...MAIL, from: address })).toBe('from');
  expect(fieldRefused('email', { ...MAIL, to: ['on-call@example.com', address] })).toBe('to');
});

test.each(['a.b+c@example.com', "o'neil@example.co.uk", 'jürgen@example.com'])('%s is an address', (address) => {
  expect(fieldRefused('email', { ...MAIL, from: address, to: [address] })).toBeUndefined();
});

test('a channel that people read may have one of the languages; English is what is left out', () => {
  const saved = (config: ChannelConfig) =>
    checkChannel({ name: 'a channel', kind: 'email', config, enabled: true }, null, none).config.language;
  expect([{ ...MAIL, language: 'ja' as const }, { ...MAIL, language: 'en' as const }, MAIL].map(saved)).toEqual([
    ...['ja', undefined, undefined],
  ]);
  expect(fieldRefused('email', { ...MAIL, language: 'fr' as never })).toBe('language');
  const webhook = { url: 'https://example.com/hook', language: 'ja' } as const;
  const given = { name: 'hook', kind: 'webhook', config: webhook, secret: 's'.repeat(20), enabled: true } as const;
  expect(() => checkChannel(given, null, none)).toThrow('language must be');
});

test('a password goes out without encryption only to a server that the setting names', () => {
  expect(fieldRefused('email', { ...MAIL, security: 'none', user: 'alarms' }, 'a password')).toBe('security');
  expect(fieldRefused('email', { ...MAIL, security: 'none' })).toBeUndefined();
  expect(fieldRefused('email', { ...MAIL, user: 'a\r\nb' })).toBe('user');
});

test.each([
  'https://contoso.webhook.office.com/webhookb2/0f/IncomingWebhook/1/2',
  'https://outlook.office.com/webhook/0f/IncomingWebhook/1/2',
  'https://outlook.office365.com/webhook/0f/IncomingWebhook/1/2',
])('a retired Office 365 connector is refused: %s', (address) => {
  expect(fieldRefused('teams', {}, address)).toBe('secret');
});

test.each([
  'https://prod-23.westeurope.logic.azure.com:443/workflows/0f/triggers/manual/paths/invoke?api-version=2016-06-01&sp=%2Ftriggers%2Fmanual%2Frun&sv=1.0&sig=x',
  'https://default0f.a1.environment.api.powerplatform.com:443/powerautomate/automations/direct/workflows/0f/triggers/manual/paths/invoke?api-version=1&sig=x',
])('a workflow is taken: %s', (address) => {
  expect(fieldRefused('teams', {}, address)).toBeUndefined();
});
