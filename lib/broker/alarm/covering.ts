import { type AlarmRule, covers, SAME_INCIDENT_MS } from '../../model/alarm/rule';
import { groupOfSubject } from '../../model/alarm/subject';

interface OpenAlarm {
  readonly rule: AlarmRule;
  readonly firedAtMs: number;
}

/** One damage is notified once: the open alarms about dead letters, and what others need not say beside them. */
export class Covering {
  readonly #open = new Map<string, OpenAlarm[]>();

  /** An alarm on new dead letters of a group, or on those present, is open. */
  note(rule: AlarmRule, group: string, firedAtMs: number): void {
    if (rule.watch !== 'deaths' && rule.watch !== 'dead-letters') return;
    this.#open.set(group, [...(this.#open.get(group) ?? []), { rule, firedAtMs }]);
  }

  /**
   * Those present wait while the alarm on new ones is open; a cause waits while an alarm of its group is open, unless it
   * began long after that.
   * @param beganAt of a cause: when its first dead letter died
   */
  has(rule: AlarmRule, subject: string, beganAt: Date | null): boolean {
    const open = this.#open.get(groupOfSubject(subject)) ?? [];
    if (rule.watch === 'dead-letters')
      return open.some((each) => each.rule.watch === 'deaths' && covers(each.rule, rule));
    if (rule.watch !== 'dead-letters-of-cause') return false;
    const beganMs = beganAt?.getTime() ?? 0;
    return open.some((each) => beganMs <= each.firedAtMs + SAME_INCIDENT_MS && covers(each.rule, rule));
  }
}
