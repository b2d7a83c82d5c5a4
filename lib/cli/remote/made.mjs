// Commands made of several requests.
import { msg } from './speech.mjs';

/** @see ./job.mjs, ./config/apply.mjs */
export const MADE = [
  {
    words: 'apply',
    summary: msg(
      `Apply a configuration file to the server, and manage it by that file: -f redrive.yaml
      [--source https://…] [--dry-run] [--prune] [--yes] [--reason …]; [--release] lets the console change it again`,
    ),
  },
  {
    words: 'export',
    summary: msg('Print topics, groups, limits, alarms, teams and settings as YAML for "redrive apply"; no secrets'),
  },
  {
    words: 'from-dashboard',
    summary: msg(
      'Print alarm rules for "redrive apply" from consumerMonitorConfig.json of RocketMQ Dashboard; needs no server',
    ),
  },
  {
    words: 'redrive plan',
    summary: msg(
      'Count what "redrive start" with the same options would re-drive; with --incident: what an alarm is about',
    ),
  },
  {
    words: 'redrive watch',
    summary: msg('Follow a re-drive until each message has a verdict; exit code 1 if one failed again'),
  },
  { words: 'schema', summary: msg('Print the JSON schema of the file that "redrive apply" reads, for editors') },
  {
    words: 'tail',
    summary: msg('Print messages of a topic (--topic) or dead letters of a group (--group) as they arrive'),
  },
];
