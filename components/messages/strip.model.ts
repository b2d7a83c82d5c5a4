import type { MessageTimeline, TimelineDelivery } from '@/lib/model/message/timeline';

export type MarkKind = 'failed' | 'restarted' | 'revoked' | 'consumed' | 'running' | 'future' | 'death' | 'dead';

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

/** What was not counted has the number of the one that followed: it is in the table alone. */
type Shown = TimelineDelivery & { readonly state: Exclude<TimelineDelivery['state'], 'lost'> };

/** Where everything of the current life stands on one linear axis of time. Null: nothing to draw. Pure. */
export function stripOf(timeline: MessageTimeline, nowMs: number): StripView | null {
  const life = timeline.deliveries.filter(
    (delivery): delivery is Shown =>
      delivery.generation === timeline.generation && delivery.startedAt !== null && delivery.state !== 'lost',
  );
  const future = timeline.prediction?.next ?? [];
  if (life.length === 0 && (future.length === 0 || timeline.prediction?.fromNow === true)) return null;
  // the sentence says enough about a life of one finished delivery
  if (timeline.prediction === null && life.length === 1) return null;
  const running = timeline.state === 'in-flight' ? life.at(-1) : undefined;
  const deathAt = deathOf(timeline);
  const past = life.map(toPast(timeline.asOf));
  const coming = future.map(({ attempt, at }) => ({ kind: 'future' as const, attempt, at }));
  const ends = [...life.map(({ endedAt }) => endedAt), deathAt, running?.leaseEndsAt ?? null].filter(
    (at) => at !== null,
  );
  const now = timeline.prediction === null ? [] : [nowMs];
  const axis = axisOf([
    ...[...past, ...coming].map(({ at }) => Date.parse(at)),
    ...ends.map((at) => Date.parse(at)),
    ...now,
  ]);
  const marks = withLabels([...past, ...coming].map((mark) => ({ ...mark, x: axis.place(mark.at) })));
  if (deathAt !== null) {
    const kind = timeline.deadAt === null ? 'death' : 'dead';
    marks.push({
      kind,
      attempt: null,
      at: deathAt,
      x: Math.min(98, axis.place(deathAt) + 1.8),
      label: null,
      showTime: false,
    });
  }
  return {
    marks,
    lease:
      running?.startedAt == null || running.leaseEndsAt === null
        ? null
        : { from: axis.place(running.startedAt), to: axis.place(running.leaseEndsAt) },
    ticks: ticksOf(axis),
    nowX: axis.place(new Date(nowMs).toISOString()),
    alt: altOf(life.length, future.length, deathAt, timeline.deadAt !== null),
  };
}

/** While the last delivery runs, its failure is the death, and that has no time. */
function deathOf({ deadAt, state, prediction }: MessageTimeline): string | null {
  if (deadAt !== null || prediction === null) return deadAt;
  return state === 'in-flight' && prediction.next.length === 0 ? null : prediction.diesAt;
}

function toPast(asOf: string): (delivery: Shown) => Pick<StripMark, 'kind' | 'attempt' | 'at'> {
  return ({ state, attempt, startedAt, endedAt }) => ({
    kind: state === 'in-flight' ? 'running' : state,
    attempt,
    at: (state === 'consumed' ? endedAt : startedAt) ?? asOf,
  });
}

interface Axis {
  readonly from: number;
  readonly to: number;
  /** 2 to 96: room for marks at both ends. */
  readonly place: (at: string) => number;
}

function axisOf(times: readonly number[]): Axis {
  const from = Math.min(...times);
  const span = Math.max(1000, Math.max(...times) - from);
  return {
    from,
    to: from + span,
    place: (at) => 2 + (Math.min(Math.max(Date.parse(at) - from, 0), span) / span) * 94,
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

function ticksOf({ from, to, place }: Axis): { at: string; x: number }[] {
  const step =
    STEPS_MS.find((ms) => (to - from) / ms <= TICKS) ?? Math.ceil((to - from) / TICKS / 86_400_000) * 86_400_000;
  const ticks: { at: string; x: number }[] = [];
  for (let ms = Math.ceil(from / step) * step; ms <= to; ms += step) {
    const at = new Date(ms).toISOString();
    ticks.push({ at, x: place(at) });
  }
  return ticks;
}

function altOf(past: number, future: number, deathAt: string | null, isDead: boolean): string {
  const parts = [`${past} deliveries so far`, `${future} to come if they fail`];
  if (deathAt !== null) parts.push(isDead ? `dead since ${deathAt}` : `dies at ${deathAt} unless one succeeds`);
  return `Deliveries on an axis of time: ${parts.join(', ')}. The table below has each with its times.`;
}
