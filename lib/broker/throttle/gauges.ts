import type { GaugeValue } from '../../model/metrics';
import type { LimitUse } from '../../model/throttle/limit-state';

const WARNING: Readonly<Record<Exclude<LimitUse['state'], 'unknown'>, number>> = {
  off: 0,
  room: 0,
  warning: 1,
  refusing: 2,
};

/** A value that could not be read is absent. */
export function limitGauges(uses: readonly LimitUse[]): GaugeValue[] {
  return uses.flatMap(({ limit: { kind, scope, subject }, value, line, state }) => {
    const labels = { kind, scope, subject };
    return [
      ...(value === null ? [] : [{ name: 'redrive_limit_used_ratio' as const, labels, value: value / line }]),
      ...(state === 'unknown' ? [] : [{ name: 'redrive_limit_warning' as const, labels, value: WARNING[state] }]),
    ];
  });
}
