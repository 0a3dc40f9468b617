import { reachedFrom, type Graph } from './module-graph.ts';

/**
 * What is open together, told by what the app asks for later. The earlier lines choose first; what no line names keeps a
 * file of its own, because it is large and seldom needed.
 */
const begins = {
  /** Comes with the first screen to whom it has something to say. */
  lines: /\/src\/app\/feature-lines\./,
  /** Comes with the first touch, or may come at any moment, and stands on little. */
  touch:
    /\/src\/(app\/(shell\/(leaving|new-version|sign-out-dialog)|refusals)\.|session\/cover-words|features\/(visits\/(asked-of-move|card-menu|counted-list|empty-day)|compliance\/due-counts)|shared\/ui\/(action-menu|drop-panel)\/)/,
  /** Before anyone is signed in. */
  public: /\/src\/app\/routes\/(sign-in\/(?!account-link)|seldom-routes|not-found)/,
  unlock: /\/src\/session\/(passkey|device-unlock)-here/,
  dialogs:
    /\/src\/(app\/shell\/(shortcut-sheet|command-palette)|session\/(alert-layer|watchdogs\/session-dialog)|shared\/ui\/(side-drawer|confirm-dialog)\/)/,
  day: /\/src\/(features\/(visits|emergency|compliance)\/|shared\/ui\/provider-filter\/)/,
  print: /\/src\/app\/routes\/print\//,
  waiting: /\/src\/(sync\/|app\/(conflict-views|routes\/always-access)|session\/outage\/)/,
  frames: /\/src\/app\/routes\/(dashboard|[\w-]+\/[\w-]+-routes)/,
  notices: /\/src\/app\/routes\/company\/company-(mail|messages)/,
  facilities: /\/src\/(app\/routes\/company\/company-facilities|features\/facilities\/)/,
  books: /\/src\/(app\/routes\/(address-book|library)\/|features\/(address-book|templates)\/)/,
  booking: /\/src\/features\/scheduling\//,
  chart:
    /\/src\/(app\/routes\/(patients|case-care)\.|features\/((patients|cases|subject-notes|billing)\/|intake\/insurance-review))/,
  note: /\/src\/features\/(documentation\/|outcomes\/|flowsheet\/(edit-exercise|case-exercise-form))/,
  /** With the parts of the patients' page that its preview shows. */
  forms: /\/src\/(app\/routes\/company\/company-forms|features\/intake-forms\/|public\/pages\/intake\/)/,
  company: /\/src\/app\/routes\/(company\/company-(audit|settings|sign-in)|superuser)/,
  /** What a clinic asks of patients and offers them. */
  patients: /\/src\/app\/routes\/company\/company-(kiosks|online|surveys)/,
} satisfies Record<string, RegExp>;

type Area = keyof typeof begins;
const areas = Object.keys(begins) as Area[];
const calendar = /\/src\/app\/routes\/scheduling\/scheduling\.tsx$/;

/** Small and often there already: what they share with a larger area comes with them. */
const small: readonly Area[] = ['lines', 'touch', 'public', 'unlock', 'dialogs', 'day', 'print'];
const large = areas.filter((area) => !small.includes(area));

export type Part = Area | 'anywhere' | 'slots' | 'joint';

/** In the order in which they have to take their modules: what others stand on comes before them. */
export const parts: readonly Part[] = ['anywhere', ...small, 'slots', 'joint', ...large];

/**
 * Tells the part of the app that needs a module: the area that alone begins it, `slots` where the calendar is among
 * several, else `joint`; `anywhere` for what a thread may ask for too. Null for what is there from the start or needed by
 * one file alone.
 */
export function partsOf(page: string, graph: Graph): (id: string) => Part | null {
  const needs = new Map<string, Set<string>>();
  const { later, laterAnywhere } = askedFor(page, graph);
  for (const begin of later) {
    const area = areas.find((each) => begins[each].test(begin)) ?? begin;
    for (const id of reachedFrom([begin], graph)) needs.set(id, (needs.get(id) ?? new Set()).add(area));
  }
  const anywhere = reachedFrom([...laterAnywhere], graph);
  return (id) => {
    const needed = needs.get(id);
    if (!needed) return null;
    if (anywhere.has(id)) return 'anywhere';
    const first = small.find((area) => needed.has(area));
    if (first) return first;
    if (needed.size > 1) return [...needed].some((each) => calendar.test(each)) ? 'slots' : 'joint';
    return large.find((area) => needed.has(area)) ?? null;
  };
}

/** What is asked for later, and what of that a thread may ask for too, which has no use for code of screens. */
function askedFor(page: string, graph: Graph): { later: Set<string>; laterAnywhere: Set<string> } {
  const [later, laterAnywhere] = [new Set<string>(), new Set<string>()];
  const seen = new Set([page]);
  for (const id of seen) {
    const { importedIds = [], dynamicallyImportedIds = [] } = graph.getModuleInfo(id) ?? {};
    for (const next of importedIds) seen.add(next);
    for (const next of dynamicallyImportedIds) {
      seen.add(next);
      later.add(next);
      if (!id.includes('/src/')) laterAnywhere.add(next);
    }
  }
  return { later, laterAnywhere };
}
