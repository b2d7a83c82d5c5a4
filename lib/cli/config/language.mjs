/** Beside English, which is in the sources. */
export const TRANSLATIONS = ['zh-CN', 'ja'];

/** A page brings the messages of the frame along, and those of the areas that it names. */
export const AREAS = [
  // The palette shows it, on every page.
  { area: 'frame', files: /^components\/messages\/scope\.model\.ts$/ },
  { area: 'now', files: /^components\/now\// },
  { area: 'messages', files: /^components\/messages\// },
  { area: 'groups', files: /^(?:components\/groups\/|lib\/model\/group\/group-(?:lint|at-rest))/ },
  { area: 'dead-letters', files: /^components\/(?:dead-letters|causes)\// },
  { area: 'retries', files: /^components\/(?:retries|keys)\// },
  { area: 'throttling', files: /^(?:components|lib\/model)\/throttl/ },
  { area: 'topics', files: /^components\/(?:topics|redirects|transactions)\// },
  { area: 'redrives', files: /^components\/redrives\// },
  { area: 'settings', files: /^components\/settings\// },
  { area: 'problem', files: /^lib\/model\/problem\// },
  { area: 'server', files: /^lib\/(?!model\/)/ },
  { area: 'frame', files: /./ },
];

/**
 * Folders that still have English in their sources that is no message. A folder that is not listed may have none: the
 * list may only become shorter.
 */
export const TO_MOVE = [
  'app/(console)',
  'app/global-error.tsx',
  'app/help',
  'app/layout.tsx',
  'components/access-keys',
  'components/alarms',
  'components/audit',
  'components/charts',
  'components/clusters',
  'components/deletions',
  'components/find',
  'components/form',
  'components/handover',
  'components/messages',
  'components/past',
  'components/redirects',
  'components/redrives',
  'components/settings',
  'components/topics',
  'components/transactions',
  'components/views',
];

/** Names, and words that no person reads: of keys, of events, of values of the platform. */
export const NO_TEXT = new Set([
  ...[
    'Redrive',
    'npm run demo -- --minutes 60',
    'Java',
    'Go',
    'Rust',
    'Python',
    'Node',
    'Ruby',
    'Dart',
    'Kotlin',
    'Mac',
    'Mac OS X',
    'Excel (XLSX)',
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
