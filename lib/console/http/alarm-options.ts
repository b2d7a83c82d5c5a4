import 'server-only';
import type { SendOptions } from '../../broker';
import { speechIn } from '../../language/catalogues';
import { getRuntime } from '../../runtime/singleton';

/** Where alarms may be sent, and where their links lead: settings of this process. */
export function alarmOptions(): SendOptions {
  const { alarmAllow, publicUrl } = getRuntime().config;
  return { allow: alarmAllow, consoleUrl: publicUrl, speechIn };
}
