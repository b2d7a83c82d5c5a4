import { labelOf, type Samples } from '../samples';
import type { RowPlan } from '../scenario';

export interface Figure {
  readonly median: number;
  readonly min: number;
  readonly max: number;
  readonly unit: string;
  /** Processor time of all processes of that side by message, microseconds, where it was measured. */
  readonly cpuUs?: number;
}

export interface Row {
  readonly work: string;
  readonly goal: number | null;
  /** Redrive's median by the other one's. */
  readonly ratio: number | null;
  readonly better: 'higher' | 'lower';
  readonly against: string | null;
  readonly met: boolean | null;
  readonly rounds: number;
  readonly redrive: Figure | null;
  readonly peer: Figure | null;
  /** Why something of this row is missing. */
  readonly missing?: string;
  /** What shows that both sides did the work. */
  readonly checked?: readonly string[];
  /** Of a row that was measured after the others: when, and which commit. */
  readonly later?: { readonly at: string; readonly redrive: string };
}

export interface Results {
  readonly at: string;
  readonly machine: Readonly<Record<string, string | number>>;
  readonly versions: Readonly<Record<string, string>>;
  readonly options: Readonly<Record<string, unknown>>;
  readonly tookSeconds: number;
  readonly rows: readonly Row[];
}

/** The table, with the rows of a later run of some works in their places: each row compares within one run. */
export function withRowsOf({ rows, at, versions }: Results, latest: Results): Results {
  const later = { at, redrive: versions['redrive'] ?? 'unknown' };
  const isSame = (a: Row) => (b: Row) => a.work === b.work && a.against === b.against;
  const merged = latest.rows.map((row) => {
    const again = rows.find(isSame(row));
    return again === undefined ? row : { ...again, later };
  });
  // A row that the latest run did not have comes after the one before it.
  for (const [index, row] of rows.entries()) {
    if (merged.some(isSame(row))) continue;
    const before = rows[index - 1];
    const place = before === undefined ? -1 : merged.findIndex(isSame(before));
    merged.splice(place + 1, 0, { ...row, later });
  }
  return { ...latest, rows: merged };
}

export function resultOf(plan: RowPlan, samples: Samples, failure: string | undefined): Row {
  const { work, goal, better, against, unit } = plan;
  const own = figureOf(samples, plan.redrive, plan.figure, unit);
  const peer = peerOf(plan, samples);
  const ratio = own === null || peer === null || peer.median === 0 ? null : round(own.median / peer.median);
  const met = isMet(ratio, plan);
  const peerName = typeof against === 'string' ? against : null;
  const sides = [
    { name: plan.redrive, has: own !== null },
    ...(peerName === null ? [] : [{ name: peerName, has: peer !== null }]),
  ];
  const missing = sides.find(({ has }) => !has);
  const reason = missing && (samples.whyMissing(missing.name) ?? failure ?? 'not measured');
  const checked = sides.flatMap(({ name }) => samples.checked(name) ?? []);
  return {
    work,
    goal,
    ratio,
    better,
    against: labelOfOther(plan),
    met,
    rounds: samples.of(plan.redrive, plan.figure).length,
    redrive: own,
    peer,
    ...(reason === undefined ? {} : { missing: reason }),
    ...(checked.length === 0 ? {} : { checked }),
  };
}

/** A goal is of the plan: a row that was measured before it changed has the new one too. */
export function withGoalsOf(plans: readonly RowPlan[], results: Results): Results {
  const rows = results.rows.map((row) => {
    const plan = plans.find((each) => each.work === row.work && labelOfOther(each) === row.against);
    return plan === undefined ? row : { ...row, goal: plan.goal, met: isMet(row.ratio, plan) };
  });
  return { ...results, rows };
}

function isMet(ratio: number | null, { goal, better }: Pick<RowPlan, 'goal' | 'better'>): boolean | null {
  if (ratio === null || goal === null) return null;
  return better === 'higher' ? ratio >= goal : ratio <= goal;
}

function labelOfOther({ against, unit }: RowPlan): string | null {
  if (against === null) return null;
  return typeof against === 'string' ? labelOf(against) : `the limit of ${against.limit} ${unit}`;
}

function peerOf({ against, figure, unit }: RowPlan, samples: Samples): Figure | null {
  if (against === null) return null;
  if (typeof against === 'string') return figureOf(samples, against, figure, unit);
  return { median: against.limit, min: against.limit, max: against.limit, unit };
}

function figureOf(samples: Samples, side: string, figure: string, unit: string): Figure | null {
  const values = samples.of(side, figure).toSorted((left, right) => left - right);
  const [min] = values;
  if (min === undefined) return null;
  const cpu = medianOf(samples.of(side, 'cpuUs'));
  return {
    median: round(medianOf(values) ?? min),
    min: round(min),
    max: round(values.at(-1) ?? min),
    unit,
    ...(cpu === undefined || figure === 'cpuUs' ? {} : { cpuUs: round(cpu) }),
  };
}

export function medianOf(values: readonly number[]): number | undefined {
  const sorted = values.toSorted((left, right) => left - right);
  const middle = sorted.length / 2;
  const upper = sorted[Math.floor(middle)];
  const lower = sorted[Math.ceil(middle) - 1];
  return upper === undefined || lower === undefined ? undefined : (upper + lower) / 2;
}

/** Three digits are more than a measurement has. */
function round(value: number): number {
  return value === 0 ? 0 : Number(value.toPrecision(value >= 1000 ? 4 : 3));
}
