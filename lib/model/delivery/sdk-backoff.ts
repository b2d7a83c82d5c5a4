import { t } from '../language/t';
import { known, notOffered, type Reading, unknown } from '../reading';
import type { RetryPolicy } from './retry-policy';
import { compareVersions, LAST_FLAWED_NODE, LAST_FLAWED_PYTHON } from './sdk-version';

/** A 5.x client, as its proxy calls it. */
export interface Sdk {
  readonly type: 'push' | 'simple' | 'pull' | 'unknown';
  /** "JAVA", "GOLANG"; empty: not known. */
  readonly language: string;
  readonly version: string;
}

/**
 * What a 5.x client waits by after a failure once its proxy has sent it this policy, as the sources of the official
 * SDKs have it. Pure.
 */
export function sdkBackoff({ type, language, version }: Sdk, policy: RetryPolicy, asOf: string): Reading<RetryPolicy> {
  if (type === 'simple') return notOffered(t('a simple consumer chooses each wait by itself'));
  if (type !== 'push') return unknown(t('its proxy has not reported yet what kind of client it is'));
  const isUpTo = (last: string): boolean => compareVersions(version, last) <= 0;
  switch (language) {
    case 'JAVA':
    case 'GOLANG':
    case 'DOT_NET':
    case 'RUST':
      return known(policy, asOf);
    case 'NODE_JS':
      return isUpTo(LAST_FLAWED_NODE) ? flawedNode(policy, asOf) : known(policy, asOf);
    case 'PYTHON':
      return isUpTo(LAST_FLAWED_PYTHON) ? flawedPython(policy, asOf) : known(policy, asOf);
    case 'CPP':
      return notOffered(t('C++ clients append each list of intervals that they receive to the previous lists'));
    default:
      return unknown(
        language === ''
          ? t('its proxy does not report which SDK it has')
          : t('how {sdk} clients apply it is not known', { sdk: language }),
      );
  }
}

/** Whole seconds of a curve count as milliseconds, and lists are not read. */
function flawedNode(policy: RetryPolicy, asOf: string): Reading<RetryPolicy> {
  if (policy.type !== 'exponential')
    return notOffered(
      t(
        `Node clients up to {version} do not read lists of intervals: a failed message is retried at once, or by the
        exponential policy that the group had when they connected`,
        { version: LAST_FLAWED_NODE },
      ),
    );
  const [initialMs, maxMs] = [policy.initialMs, policy.maxMs].map((ms) => Math.floor(ms / 1000));
  return known({ ...policy, initialMs: initialMs ?? 0, maxMs: maxMs ?? 0 }, asOf);
}

/** Lists in whole seconds, and no curves. */
function flawedPython(policy: RetryPolicy, asOf: string): Reading<RetryPolicy> {
  const whole = (ms: number): number => Math.floor(ms / 1000) * 1000;
  switch (policy.type) {
    case 'exponential':
      return notOffered(
        t(
          `Python clients up to {version} do not read exponential policies: they wait 1 s, or by the last list of
          intervals that the group had since they connected`,
          { version: LAST_FLAWED_PYTHON },
        ),
      );
    case 'customized':
      return known({ ...policy, intervalsMs: policy.intervalsMs.map(whole) }, asOf);
    case 'fixed':
      return known({ ...policy, intervalMs: whole(policy.intervalMs) }, asOf);
    case 'stepped':
      return known(policy, asOf);
  }
}
