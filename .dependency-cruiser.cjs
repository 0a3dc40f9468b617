const room = (names) => `^(${names})/`;
const test = '\\.test\\.tsx?$|/testing/';
const never = (name, from, to, comment) => ({ name, comment, severity: 'error', from, to });
/** @type {import('dependency-cruiser').IConfiguration} */
module.exports = {
  forbidden: [
    never('no-circles', {}, { circular: true }, 'Arrows point down only.'),
    never(
      'no-dead-arrows',
      { pathNot: '^tests/bench/sync/others/' },
      { couldNotResolve: true, pathNot: '^virtual:' },
      'Every import resolves, but of the engines that the sync benchmark fetches when asked to.',
    ),
    never(
      'contract-is-the-floor',
      { path: '^contract/', pathNot: test },
      { pathNot: '^contract/|node_modules/(zod|date-fns)/' },
      'contract/ knows zod, date-fns and itself.',
    ),
    never(
      'local-over-contract',
      { path: '^local/', pathNot: test },
      { path: room('server|workers|sw|src|tests|scripts') },
      'local/ stands on contract/ alone.',
    ),
    never(
      'rows-after-sign-in',
      { path: room('local|src'), pathNot: test },
      { path: '^contract/entities\\.ts$', dependencyTypesNot: ['type-only'] },
      'Who finds rows needs kept-rows.ts alone; all schemas would be loaded with the sign-in page.',
    ),
    never(
      'workers-stay-low',
      { path: room('workers|sw') },
      { path: room('server|src|tests|scripts') },
      'Background code never reaches up into screens.',
    ),
    never(
      'worker-and-sw-apart',
      { path: '^workers/' },
      { path: '^sw/' },
      'Workers and the service worker meet in local/.',
    ),
    never(
      'sw-and-worker-apart',
      { path: '^sw/' },
      { path: '^workers/' },
      'Workers and the service worker meet in local/.',
    ),
    never(
      'server-stands-alone',
      { path: '^server/' },
      { path: room('local|workers|sw|src|tests|scripts') },
      'The server knows contract/ only.',
    ),
    never(
      'src-never-server',
      { path: '^src/' },
      { path: room('server|sw|tests|scripts') },
      'Screens meet the server only through contract/.',
    ),
    never(
      'worker-door',
      { path: '^src/', pathNot: '^src/session/workers\\.ts$' },
      { path: '^workers/', dependencyTypesNot: ['type-only'] },
      'Workers are started in src/session/workers.ts; elsewhere import their types.',
    ),
    never(
      'features-do-not-meet',
      { path: '^src/features/([^/]+)/' },
      { path: '^src/features/', pathNot: '^src/features/$1/' },
      'Features meet in src/app/routes.',
    ),
    never(
      'features-below-app',
      { path: '^src/features/' },
      { path: '^src/app/' },
      'A feature is handed what it needs by its route.',
    ),
    never(
      'public-pages-alone',
      { path: '^src/public/', pathNot: test },
      { pathNot: '^(src/public|contract)/|node_modules/(react|react-dom|uqr|@types)/' },
      'Pages for patients bring nothing of the staff to a phone.',
    ),
    never(
      'public-pages-for-phones',
      { path: '^src/', pathNot: '^src/(public|features/intake-forms/preview)/' },
      { path: '^src/public/' },
      'Screens of the staff do not stand on pages for patients; one shows such a page as it is.',
    ),
    never(
      'public-pages-without-schemas',
      { path: '^(src/public|contract/(public|words))/', pathNot: test },
      { path: 'node_modules/zod/|^contract/.*/endpoints\\.ts$', dependencyTypesNot: ['type-only'] },
      'A phone needs the shapes of calls, not what judges them.',
    ),
    never(
      'shared-below-features',
      { path: '^src/shared/' },
      { path: '^src/(session|sync|features|app)/' },
      'shared/ knows no feature.',
    ),
    never(
      'session-over-shared',
      { path: '^src/session/' },
      { path: '^src/(sync|features|app)/' },
      'Signing in and out knows no screen.',
    ),
    never(
      'sync-over-session',
      { path: '^src/sync/' },
      { path: '^src/(features|app)/' },
      'What waits and what was refused is shown without knowing the features.',
    ),
    never(
      'shell-without-features',
      { path: '^src/app/shell/' },
      { path: '^src/features/' },
      'Screens register what the shell shows.',
    ),
    never(
      'handlers-meet-in-stores',
      { path: '^server/features/([^/]+)/', pathNot: test },
      { path: '^server/features/', pathNot: '^server/features/$1/|/store\\.ts$' },
      'Another feature is reached through its store.',
    ),
    never(
      'stores-are-low',
      { path: '^server/features/([^/]+)/store\\.ts$' },
      { path: '^server/features/', pathNot: '^server/features/$1/' },
      'A store knows server/kit, contract/ and its own feature.',
    ),
    never(
      'kit-below-features',
      { path: '^server/kit/', pathNot: test },
      { path: '^server/features/' },
      'The kit knows no feature.',
    ),
    never(
      'react-only-in-src',
      { path: room('contract|local|workers|sw|server') },
      { path: 'node_modules/(react|react-dom|@mantine)/' },
      'Screens live in src/.',
    ),
    never(
      'fastify-only-in-server',
      { path: room('contract|local|workers|sw|src') },
      { path: 'node_modules/(fastify|pg)/' },
      'The API lives in server/.',
    ),
  ],
  options: {
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.json' },
    doNotFollow: { path: 'node_modules' },
    exclude: { path: '^(dist|node_modules/.cache)' },
    enhancedResolveOptions: {
      extensions: ['.ts', '.tsx', '.mjs', '.js'],
      conditionNames: ['import', 'types', 'default'],
      exportsFields: ['exports'],
    },
  },
};
