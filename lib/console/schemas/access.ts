import { isIP } from 'node:net';
import { z } from 'zod';
import { ACCESS_ACTIONS, isResource } from '../../model/cluster/access-change';

const isText = (text: string): boolean => !/[\p{C}\s]/u.test(text);

export const accessUserName = z
  .string()
  .min(1)
  .max(64)
  .refine(isText, 'Use no spaces or control characters.')
  .describe('User name, which clients use as their access key');

export const accessPassword = z
  .string()
  .min(8)
  .max(256)
  .refine(isText, 'Use no spaces or control characters.')
  .describe('Secret key of its clients. Required for a new user; omit to keep the current one');

export const accessPolicy = z
  .enum(['custom', 'default'])
  .describe('`default` rules apply only if no `custom` rule matches');

export const accessResource = z
  .string()
  .max(300)
  .refine(isResource, 'Must be *, or Cluster, Namespace, Topic or Group with a name, such as Topic:orders.')
  .describe('For example `Topic:orders`, `Topic:ord*`, `Group:*` or `*`');

export const accessActions = z
  .array(z.enum(ACCESS_ACTIONS))
  .min(1)
  .max(ACCESS_ACTIONS.length)
  .refine((actions) => new Set(actions).size === actions.length, 'Name each action once.')
  .describe('Actions that the rule allows or denies');

export const accessSourceIps = z
  .array(z.string().max(50).refine(isAddress, 'Must be an IP address, or a range such as 10.0.0.0/8.'))
  .max(100)
  .describe('Client addresses and ranges; empty for all addresses');

function isAddress(text: string): boolean {
  const [base = '', bits, ...more] = text.split('/');
  const family = isIP(base);
  if (family === 0 || more.length > 0) return false;
  return bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) <= (family === 4 ? 32 : 128));
}
