import type { MessageTimeline } from '@/lib/model/timeline';

export type MarkKind = 'failed' | 'consumed' | 'running' | 'future' | 'death' | 'dead';

export interface StripMark {
  readonly kind: MarkKind;
  readonly attempt: number | null;
  readonly at: string;
  /** 0 to 100. */
  readonly x: number;
  /** Printed above; null where another mark's is too near. A run of near ones reads "2–6". */
  readonly label: string | null;
  /** Its time, printed below; null where there is no room. */
  readonly showTime: boolean;
}

export interface StripView {
  readonly marks: readonly StripMark[];
  readonly lease: { readonly from: number; readonly to: number } | null;
  readonly ticks: readonly { readonly at: string; readonly x: number }[];
  readonly nowX: number;
  /** Text alternative. */
  readonly alt: string;
}

const NEAR = 3.4;
const TIME_ROOM = 11;
const TICKS = 6;

/** Where everything of the current life stands on one linear axis of time. Null: nothing to draw. Pure. */
export function stripOf(timeline: MessageTimeline, nowMs: number): StripView | null {
  const life = timeline.deliveries.filter(
    (delivery) => delivery.generation === timeline.generation && delivery.startedAt !== null,
  );
  const future = timeline.prediction?.next ?? [];
  if (life.length === 0 && (future.length === 0 || timeline.prediction?.fromNow === true)) return null;
  const isLastRunning = timeline.state === 'in-flight' && future.length === 0;
  const deathAt = timeline.deadAt ?? (isLastRunning ? null : (timeline.prediction?.diesAt ?? null));
  const running = timeline.state === 'in-flight' ? life.at(-1) : undefined;
  const open = timeline.prediction !== null;
  const times = [
    ...life.flatMap((delivery) => [delivery.startedAt, delivery.endedAt]),
    ...future.map((delivery) => delivery.at),
    deathAt,
    running?.leaseEndsAt ?? null,
  ]
    .filter((at) => at !== null && at !== undefined)
    .map((at) => Date.parse(at));
  if (open) times.push(nowMs);
  const from = Math.min(...times);
  const to = Math.max(...times);
  const span = Math.max(1000, to - from);
  // room for marks at both ends
  const place = (ms: number): number => 2 + (Math.min(Math.max(ms - from, 0), span) / span) * 94;
  const raw = [
    ...life.map((delivery) => ({
      kind: delivery.state === 'in-flight' ? ('running' as const) : delivery.state,
      attempt: delivery.attempt,
      at: (delivery.state === 'consumed' ? delivery.endedAt : delivery.startedAt) ?? timeline.asOf,
    })),
    ...future.map((delivery) => ({ kind: 'future' as const, attempt: delivery.attempt, at: delivery.at })),
  ];
  const marks = withLabels(raw.map((mark) => ({ ...mark, x: place(Date.parse(mark.at)) })));
  if (deathAt !== null) {
    marks.push({
      kind: timeline.deadAt === null ? 'death' : 'dead',
      attempt: null,
      at: deathAt,
      x: Math.min(98, place(Date.parse(deathAt)) + 1.8),
      label: null,
      showTime: false,
    });
  }
  const leaseEnd = running?.leaseEndsAt ?? null;
  return {
    marks,
    lease:
      running?.startedAt == null || leaseEnd === null
        ? null
        : { from: place(Date.parse(running.startedAt)), to: place(Date.parse(leaseEnd)) },
    ticks: ticksOf(from, from + span, place),
    nowX: place(Math.min(nowMs, from + span)),
    alt: altOf(life.length, future.length, deathAt, timeline.deadAt !== null),
  };
}

type Placed = Omit<StripMark, 'label' | 'showTime'>;

/** One label per cluster of near marks; times below only future marks with room. */
function withLabels(placed: readonly Placed[]): StripMark[] {
  const marks: StripMark[] = [];
  let lastTimeX = Number.NEGATIVE_INFINITY;
  for (let start = 0; start < placed.length;) {
    const first = placed[start];
    if (first === undefined) break;
    let end = start;
    while (end + 1 < placed.length && (placed[end + 1]?.x ?? 0) - first.x < NEAR) end += 1;
    const last = placed[end] ?? first;
    const label = start === end ? String(first.attempt) : `${first.attempt}–${last.attempt}`;
    for (let index = start; index <= end; index += 1) {
      const mark = placed[index];
      if (mark === undefined) continue;
      const showTime = mark.kind === 'future' && mark.x - lastTimeX >= TIME_ROOM && mark.x < 92;
      if (showTime) lastTimeX = mark.x;
      marks.push({ ...mark, label: index === start ? label : null, showTime });
    }
    start = end + 1;
  }
  return marks;
}

const STEPS_MS = [1, 2, 5, 10, 15, 30, 60, 120, 300, 600, 900, 1800, 3600, 7200, 14_400, 21_600, 43_200, 86_400].map(
  (seconds) => seconds * 1000,
);

function ticksOf(from: number, to: number, place: (ms: number) => number): { at: string; x: number }[] {
  const step =
    STEPS_MS.find((ms) => (to - from) / ms <= TICKS) ?? Math.ceil((to - from) / TICKS / 86_400_000) * 86_400_000;
  const ticks: { at: string; x: number }[] = [];
  for (let ms = Math.ceil(from / step) * step; ms <= to; ms += step)
    ticks.push({ at: new Date(ms).toISOString(), x: place(ms) });
  return ticks;
}

function altOf(past: number, future: number, deathAt: string | null, isDead: boolean): string {
  const parts = [`${past} deliveries so far`, `${future} to come if they fail`];
  if (deathAt !== null) parts.push(isDead ? `dead since ${deathAt}` : `dies at ${deathAt} unless one succeeds`);
  return `Deliveries on an axis of time: ${parts.join(', ')}. The table below has each with its times.`;
}
