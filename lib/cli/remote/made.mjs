// Commands made of several requests.

/** @see ./job.mjs */
export const MADE = [
  {
    words: 'redrive plan',
    summary:
      'Count what "redrive start" with the same options would send back; with --incident: what an alarm is about',
  },
  {
    words: 'redrive watch',
    summary: 'Follow a re-drive until each message has a verdict; exit code 1 if one failed again',
  },
  { words: 'tail', summary: 'Print messages of a topic (--topic) or dead letters of a group (--group) as they come' },
];
