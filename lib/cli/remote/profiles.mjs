// Which server, with which token: flags, then the environment, then the profile.
import { chmodSync, mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { dirname, join } from 'node:path';

import { CliError } from './failure.mjs';
import { t } from './speech.mjs';

export const DEFAULT_SERVER = 'http://localhost:3000';

export function configFile(env = process.env) {
  const base = env.XDG_CONFIG_HOME || (process.platform === 'win32' ? env.APPDATA : join(homedir(), '.config'));
  return join(base ?? homedir(), 'redrive', 'config.json');
}

export function readProfiles(env = process.env) {
  const file = configFile(env);
  let text;
  try {
    text = readFileSync(file, 'utf8');
  } catch (error) {
    if (error.code === 'ENOENT') return { profiles: {} };
    throw new CliError(1, t('{file} cannot be read: {code}.', { file, code: error.code }));
  }
  if (process.platform !== 'win32' && (statSync(file).mode & 0o077) !== 0)
    process.stderr.write(
      `${t('Warning: other users can read the tokens in {file}. Run: chmod 600 {file}', { file })}\n`,
    );
  try {
    return { profiles: {}, ...JSON.parse(text) };
  } catch (error) {
    throw new CliError(1, t('{name} must be JSON: {why}.', { name: file, why: error.message }));
  }
}

export function storeProfile(name, profile, env = process.env) {
  const file = configFile(env);
  const known = readProfiles(env);
  const next = { current: name, profiles: { ...known.profiles, [name]: profile } };
  mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
  writeFileSync(file, `${JSON.stringify(next, null, 2)}\n`, { mode: 0o600 });
  chmodSync(file, 0o600);
  return file;
}

/** @returns { server, token, workspace }; an undefined token is refused by the server */
export function connectionOf(given, env = process.env) {
  const { profiles, current } = readProfiles(env);
  const name = given.profile ?? (env.REDRIVE_PROFILE || undefined);
  if (name !== undefined && profiles[name] === undefined) {
    const names = Object.keys(profiles);
    throw new CliError(
      2,
      names.length === 0
        ? t('Profile "{name}" does not exist. No profile is stored yet: run "redrive login".', { name })
        : t('Profile "{name}" does not exist. Profiles: {names}.', { name, names }),
    );
  }
  const profile = profiles[name ?? current] ?? {};
  const server = given.server ?? (env.REDRIVE_SERVER || profile.server || DEFAULT_SERVER);
  // The token of a profile goes to the server of that profile alone.
  const own = server === profile.server ? profile.token : undefined;
  return {
    server,
    token: env.REDRIVE_TOKEN || own,
    workspace: given.workspace ?? (env.REDRIVE_WORKSPACE || profile.workspace || undefined),
  };
}
