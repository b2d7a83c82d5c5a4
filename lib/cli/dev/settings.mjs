import { join } from 'node:path';

import { projectRoot } from '../project-root.mjs';

/** What is not set is made for this machine alone: an account that is printed, and data beside those of `npm start`. */
const DEFAULTS = {
  REDRIVE_DATA_DIR: join(projectRoot, '.redrive-dev'),
  REDRIVE_ADMIN_EMAIL: 'dev@example.com',
  REDRIVE_ADMIN_PASSWORD: 'local only tangerine',
  REDRIVE_API_TOKEN: 'local-only-api-token',
};

export function applyDefaults(env) {
  for (const [name, value] of Object.entries(DEFAULTS)) env[name] ||= value;
  Object.assign(env, { NODE_ENV: 'development', NEXT_TELEMETRY_DISABLED: '1' });
}
