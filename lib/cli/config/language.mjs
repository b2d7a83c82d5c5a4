/** Beside English, which is in the sources. */
export const TRANSLATIONS = ['zh-CN', 'ja'];

/** A page brings the messages of the frame along, and those of the areas that it names. */
export const AREAS = [
  // The palette, the navigation and the settings show them.
  { area: 'frame', files: /^components\/messages\/(?:scope\.model|visible-text)/ },
  {
    area: 'frame',
    files: /^components\/(?:find\/found\.model|alarms\/notify-new-alarms|settings\/settings-nav|access-keys\/gateway)/,
  },
  { area: 'now', files: /^components\/now\// },
  { area: 'messages', files: /^(?:components\/(?:messages|find|transactions)\/|lib\/model\/json\/json-problem)/ },
  // Only the server writes them.
  { area: 'server', files: /^lib\/model\/(?:alarm\/(?:notice|digest)|masking\/restore)/ },
  { area: 'alarms', files: /^(?:components|lib\/model)\/alarms?\// },
  { area: 'groups', files: /^(?:components\/groups\/|lib\/model\/group\/group-(?:lint|at-rest))/ },
  { area: 'dead-letters', files: /^components\/(?:dead-letters|causes|redirects)\// },
  { area: 'retries', files: /^components\/(?:retries|keys)\// },
  { area: 'throttling', files: /^(?:components|lib\/model)\/throttl/ },
  { area: 'topics', files: /^components\/topics\// },
  {
    area: 'redrives',
    files: /^(?:components\/redrives\/|lib\/model\/redrive\/(?:left-out|earlier|redrive-(?:rule|way)))/,
  },
  { area: 'settings', files: /^components\/(?:settings|access-keys|clusters\/settings)\// },
  { area: 'audit', files: /^(?:components\/(?:audit|handover)|lib\/model\/audit)\// },
  { area: 'access', files: /^components\/access\// },
  // Pages of this installation show them too.
  {
    area: 'frame',
    files: /^components\/clusters\/(?:brokers-banner|silent|figure|client-column|not-told|attach-first)/,
  },
  { area: 'groups', files: /^components\/clusters\/(?:cluster-words|waiting)/ },
  { area: 'clusters', files: /^(?:components\/clusters|lib\/model\/cluster)\// },
  { area: 'problem', files: /^lib\/model\/problem\// },
  // What it says by itself; of the summaries of operations: see messagesByArea.
  { area: 'cli', files: /^lib\/cli\// },
  // Help of the command line alone: see messagesByArea.
  { area: 'fields', files: /^lib\/language\/fields\.json$/ },
  { area: 'server', files: /^lib\/(?:(?!model\/)|model\/(?:decode|filter)\/)/ },
  { area: 'frame', files: /./ },
];

/** Names, and words that no person reads: of keys, of events, of values of the platform. */
export const NO_TEXT = new Set([
  ...[
    'Redrive',
    'npm run demo -- --minutes 60',
    'input, select, textarea',
    '1px solid var(--line-strong)',
    '(prefers-color-scheme: light)',
    '(prefers-color-scheme: dark)',
    'Error',
    'Slack',
    'Prometheus',
    'Microsoft Teams',
    'Opsgenie, Jira Service Management',
    'Java',
    'Go',
    'Rust',
    'Python',
    'Node',
    'Node.js',
    'Ruby',
    'Dart',
    'Kotlin',
    'Protobuf',
    'Avro',
    'Mac',
    'Mac OS X',
    'Excel (XLSX)',
    '-H "authorization: Bearer $REDRIVE_API_TOKEN"',
    "-H 'content-type: application/json'",
    'Edge',
    'Firefox',
    'Chrome',
    'Safari',
    'Windows',
    'Android',
    'Linux',
  ],
  ...[
    'Enter',
    'Escape',
    'Esc',
    'Tab',
    'Backspace',
    'Delete',
    'Home',
    'End',
    'Space',
    'Shift',
    'Meta',
    'Control',
    'Ctrl ',
  ],
]);
