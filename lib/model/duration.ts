const UNITS = [
  { suffix: 'd', ms: 86_400_000 },
  { suffix: 'h', ms: 3_600_000 },
  { suffix: 'm', ms: 60_000 },
  { suffix: 's', ms: 1_000 },
] as const;

/** Exact to the second, tenths below 10 s, ms below 1 s. `parts` limits how many units are shown ("2 d 23 h"). */
export function formatDuration(ms: number, parts = 4): string {
  if (!Number.isFinite(ms)) return 'unlimited';
  if (ms < 0) return `-${formatDuration(-ms, parts)}`;
  if (ms === 0) return '0 s';
  if (ms < 1_000) return `${Math.max(1, Math.round(ms))} ms`;
  if (ms < 9_950 && ms % 1_000 !== 0) return `${(ms / 1_000).toFixed(1)} s`;
  let rest = Math.round(ms / 1_000) * 1_000;
  const shown: string[] = [];
  for (const unit of UNITS) {
    const count = Math.floor(rest / unit.ms);
    rest -= count * unit.ms;
    if (count > 0) shown.push(`${count} ${unit.suffix}`);
    else if (shown.length > 0 && rest === 0) break;
    if (shown.length === parts) break;
  }
  return shown.join(' ');
}

/** A list of single-unit steps, as a form reads it back: "10s 30s 1m". */
export function formatDurationList(steps: readonly number[]): string {
  return steps.map((ms) => formatDuration(ms).replaceAll(' ', '')).join(' ');
}
