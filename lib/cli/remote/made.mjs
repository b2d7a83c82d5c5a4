// Commands made of several requests.

/** @see ./job.mjs, ./config/apply.mjs */
export const MADE = [
  {
    words: 'apply',
    summary:
      'Make the server as a file says, and manage it by that file: -f redrive.yaml [--source https://…] [--dry-run] ' +
      '[--prune] [--yes] [--reason …]; [--release] lets the console change it again',
  },
  {
    words: 'export',
    summary: 'Print topics, groups, limits, alarms, teams and settings as YAML for "redrive apply"; no secrets',
  },
  {
    words: 'redrive plan',
    summary:
      'Count what "redrive start" with the same options would send back; with --incident: what an alarm is about',
  },
  {
    words: 'redrive watch',
    summary: 'Follow a re-drive until each message has a verdict; exit code 1 if one failed again',
  },
  { words: 'schema', summary: 'Print the JSON schema of the file that "redrive apply" reads, for editors' },
  { words: 'tail', summary: 'Print messages of a topic (--topic) or dead letters of a group (--group) as they come' },
];
