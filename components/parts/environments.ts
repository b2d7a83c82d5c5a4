import { msg } from '@/lib/model/language/t';
import type { Environment } from '@/lib/model/workspace';

export const ENVIRONMENT_NAMES: Readonly<Record<Environment, string>> = {
  production: msg('production'),
  staging: msg('staging'),
  development: msg('development'),
};
