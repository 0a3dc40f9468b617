import { join } from 'node:path';
import { parts, partsOf, type Part } from './areas.ts';
import { reachedFrom, type Graph } from './module-graph.ts';

const root = join(import.meta.dirname, '../..');

/** What is loaded together: each place with the files by which it begins. */
const starts = {
  page: ['src/app/main.tsx'],
  sync: ['workers/sync.worker.ts'],
  copies: ['workers/copies/log.worker.ts', 'workers/copies/copy.worker.ts'],
  login: ['src/app/routes/sign-in/login.tsx'],
  staff: ['src/app/staff.tsx'],
  /** Without anybody asking, once the first screen stands. */
  soon: [
    'src/session/watchdogs/watchdogs.tsx',
    'local/drafts/unsaved-drafts.ts',
    'local/drafts/draft-copies.ts',
    'workers/copies/log-thread.ts',
    'workers/copies/copy-thread.ts',
  ],
  erase: ['src/session/erase-here.ts', 'local/keys/erase.ts'],
  /** With the first rows that arrive, or the first call that waits. */
  rows: ['contract/entities.ts', 'workers/sync/dependants.ts'],
  /** With the first key or press. */
  pressed: ['local/outbox/write-calls.ts', 'local/outbox/replay.ts'],
} as const;
type Place = keyof typeof starts;
type Is = (place: Place) => boolean;

const known = new Map<Place, Set<string>>();
function isOf(place: Place, id: string, graph: Graph): boolean {
  const reached =
    known.get(place) ??
    reachedFrom(
      starts[place].map((file) => join(root, file)),
      graph,
    );
  known.set(place, reached);
  return reached.has(id);
}

/** Runs in every thread. What begins one must run in none but that. */
const anywhere = /\/(contract|local|workers)\/(?!.*\.worker\.ts$)/;
/** Calls of the feature are made without a press. */
const pressedAlone = /\/(contract|local|workers)\/(?!emergency\/endpoints)/;
const screens = /\/src\//;

const group = (name: string, test: RegExp, isIn: (is: Is) => boolean) => ({
  // Without it the bundler warns at every build that it cannot name this group in a report.
  debugName: name,
  name: (id: string, graph: Graph) => (isIn((place) => isOf(place, id, graph)) ? name : null),
  test,
});

const isEntry = (is: Is) => is('page') || is('login') || is('erase');
const isFirst = (is: Is) => isEntry(is) || is('staff') || is('soon');

const inputs = /@mantine\/core\/esm\/components\/(Input|InputBase|TextInput|PasswordInput|ActionIcon|CloseButton)\//;

let partOf: ((id: string) => Part | null) | undefined;
const ofPart = (part: Part) => ({
  debugName: part,
  name: (id: string, graph: Graph) => {
    partOf ??= partsOf(join(root, starts.page[0]), graph);
    return partOf(id) === part ? part : null;
  },
  test: /\/(src|contract|local)\/(?!.*\.worker\.ts$)/,
});

const components = (names: string) => `/@mantine/core/esm/components/(${names})/`;
/** Packages and parts of nearly every screen, the light ones alone: a patient's page needs no more. */
const simple = new RegExp(
  `${components('Text|Group|Stack|Alert|Checkbox|Textarea|NativeSelect|Accordion|ScrollArea/utils')}|/@tabler/|/@mantine/(hooks|core/esm/core/(utils|DirectionProvider)|core/esm/utils)/`,
);
const light =
  /\/src\/shared\/(?!forms|record-book|templates|ui\/(date-field\/date-c|search-select|action-menu|drop-panel|side-drawer\/drawer|confirm-dialog\/confirm-layer|provider-filter))/;
/** Comes with the first touch. */
const focus = /\/src\/shared\/(focus|ui\/toasts\/(?!toast-host))/;
const layers = new RegExp(
  `${components('ModalBase|Modal|Drawer|Portal|Overlay|ScrollArea|FocusTrap')}|/node_modules/(@floating-ui|react-remove-scroll)/`,
);
const controls = new RegExp(components('Radio|Tabs|Switch|Badge|SegmentedControl'));
const forms = /\/src\/shared\/(forms\/(?!resend-record)|autosave\/|ui\/(day-hours|search-select)\/)/;

/** The earlier ones choose first, and take along what they stand on. */
const inOrder = [
  // What each thread needs, the small ones alone: none starts with what only another one runs.
  group('copies', /^(?!.*\.worker\.ts$)/, (is) => is('copies')),
  // First what is there before anyone is signed in: it knows no row.
  group('base', /^(?!.*\.worker\.ts$)/, (is) => is('sync') && isEntry(is)),
  group('mirror', /^(?!.*\.worker\.ts$)/, (is) => is('sync') && isFirst(is)),
  group('sync', anywhere, (is) => is('sync')),
  // A thread may come to need these: nothing of a screen is among them.
  group('keys', anywhere, isEntry),
  group('reads', anywhere, (is) => is('staff') || is('soon')),
  group('rows', anywhere, (is) => is('rows')),
  group('pressed', pressedAlone, (is) => is('pressed')),
  // Texts and drawings of exercises: bulky, and for a flowsheet and a home program alone.
  { name: 'exercises', test: /\/contract\/exercises\/(figures|spanish|starter|library)/ },
  { name: 'rules', test: anywhere, minShareCount: 3 },
  // The first screens. Of packages the page takes what the bundler knows to be used from the start.
  { ...group('index', /./, (is) => is('page')), tags: ['$initial' as const] },
  group('both', /@tabler|\/src\//, (is) => is('login') && is('staff')),
  { name: 'inputs', test: inputs },
  group('watchdogs', screens, (is) => is('soon')),
  group('erase', screens, (is) => is('erase')),
  group('staff', screens, (is) => is('staff')),
  group('login', screens, (is) => is('login')),
  // What is asked for later: a few files by what is open together, where each import would be one of its own, of 300.
  { name: 'calls', test: /\/contract\/[\w-]+\/endpoints\.ts$/ },
  { name: 'simple', test: simple },
  { name: 'light', test: light, minShareCount: 3 },
  { name: 'focus', test: focus },
  { name: 'layers', test: layers },
  { name: 'controls', test: controls },
  { name: 'fields', test: /\/node_modules\//, minShareCount: 2 },
  { name: 'forms', test: forms, minShareCount: 2 },
  ...parts.map(ofPart),
];

export const chunkGroups = inOrder.map((each, at) => ({ ...each, priority: inOrder.length - at }));

const named =
  /^(index|staff|login|watchdogs|erase|copies|base|mirror|sync|keys|reads|rows|pressed|rules|both|inputs|[a-z]+\.worker)$/;

/** What a page loads first has a name in tests and reports; of the others the service worker need not list one. */
export function fileNameOf({ name }: { name: string }): string {
  return `assets/${named.test(name) ? '[name]-' : ''}[hash:7].js`;
}
