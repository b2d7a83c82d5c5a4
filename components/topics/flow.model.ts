import { beginOf, dropUnwritten } from '@/components/ui/gaps.model';
import type { HistoryView } from '@/lib/console/operations/backlog/history';

export interface FlowPoint {
  readonly atMs: number;
  /** Per second, mean of the point; null: no broker took a sample then, so it is unknown. */
  readonly stored: number | null;
  readonly refused: number | null;
}

/**
 * One point per step of the range, from when the topic was made on. A topic without a row in a step that a broker sampled had no sends: 0. A step
 * without a sample is unknown, and so is the newest one until it is.
 */
export function flowPoints(topic: HistoryView, broker: HistoryView): FlowPoint[] {
  const stepMs = topic.stepSeconds * 1000;
  const own = new Map(topic.points.map(({ at, values }) => [Date.parse(at), values]));
  const sampled = new Set(broker.points.map(({ at }) => Math.floor(Date.parse(at) / stepMs) * stepMs));
  const found: FlowPoint[] = [];
  for (let atMs = beginOf(topic, stepMs); atMs < Date.parse(topic.to); atMs += stepMs) {
    const values = own.get(atMs);
    const isKnown = values !== undefined || sampled.has(atMs);
    const rate = (sum: number | null | undefined): number => (sum ?? 0) / topic.stepSeconds;
    found.push({
      atMs,
      stored: isKnown ? rate(values?.['messagesIn']) : null,
      refused: isKnown ? rate(values?.['refused']) : null,
    });
  }
  if (found.every(({ stored }) => stored === null)) return [];
  return [...dropUnwritten(found, stepMs, ({ stored }) => stored !== null)];
}

export interface FlowSummary {
  readonly most: number;
  readonly refusedPoints: number;
  readonly unknownPoints: number;
}

export function summarizeFlow(points: readonly FlowPoint[]): FlowSummary {
  return {
    most: Math.max(0, ...points.map(({ stored }) => stored ?? 0)),
    refusedPoints: points.filter(({ refused }) => (refused ?? 0) > 0).length,
    unknownPoints: points.filter(({ stored }) => stored === null).length,
  };
}
