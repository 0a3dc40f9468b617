/** A proof that looks further than a day's run: which tests, and how far, as settings that the tests read. */
export type LongProof = {
  paths: string[];
  figures: Record<string, string>;
  opensBrowser?: boolean;
  areSpecs?: boolean;
};

/** All of them. A figure that is set in the environment counts instead of the one here. */
export const longProofs: Record<string, LongProof> = {
  rules: { paths: ['contract/scheduling'], figures: { RULE_CASES: '10000' } },
  model: { paths: ['tests/sync/model'], figures: { MODEL_RUNS: '1000000' } },
  world: { paths: ['tests/sync/world/even-seeds', 'tests/sync/world/odd-seeds'], figures: { WORLD_SEEDS: '20000' } },
  restores: { paths: ['tests/sync/world/restores'], figures: { WORLD_RESTORES: '50' } },
  backups: {
    paths: ['server/kit/backup/backup.pg', 'server/kit/backup/histories.pg', 'server/admin-backups'],
    figures: { BACKUP_RESTORES: '1' },
  },
  typing: { paths: ['tests/sync/world/typing'], figures: { TYPED_EDITS: '20000' } },
  forms: { paths: ['src/app/record-forms'], figures: { FORM_PARTS: '1' } },
  fuzz: { paths: ['server/fuzz', 'server/outside-table'], figures: { FUZZ_REQUESTS: '2000' } },
  principals: {
    paths: ['server/principals', 'server/odd-requests'],
    figures: { PRINCIPAL_PARTS: '1', ODD_PARTS: '1' },
  },
  probes: { paths: ['server/cross-site'], figures: { PROBE_INPUTS: '40', PROBE_SITES: '4' } },
  tamperings: { paths: ['server/kit/audit/chain'], figures: { AUDIT_TAMPERINGS: '10000' } },
  'booking-race': {
    paths: [
      'server/features/visits/bookings',
      'server/features/waitlist/waitlist.pg',
      'server/features/online-scheduling',
    ],
    figures: { RACE_ROUNDS: '20' },
  },
  'server-kills': { paths: ['tests/sync/kill/server-kill'], figures: { KILL_ROUNDS: '1000' } },
  'tab-kills': { paths: ['tests/sync/kill/tab-kill'], figures: { TAB_KILLS: '1000' }, opensBrowser: true },
  'cell-kills': { paths: ['tests/sync/kill/cell-kill'], figures: { CELL_KILLS: '100' }, opensBrowser: true },
  walks: { paths: ['tests/e2e'], figures: { WALK_PARTS: '1' }, opensBrowser: true, areSpecs: true },
  chaos: { paths: ['tests/sync/chaos'], figures: { CHAOS_MINUTES: '30' }, opensBrowser: true },
};

/** The proofs of these names, or all; a name that is none is a mistake, not an empty run. */
export function proofsNamed(names: readonly string[]): [name: string, proof: LongProof][] {
  const unknown = names.filter((name) => !Object.hasOwn(longProofs, name));
  if (unknown.length > 0)
    throw new Error(`No long proof is called ${unknown.join(', ')}. There are: ${Object.keys(longProofs).join(', ')}.`);
  return Object.entries(longProofs).filter(([name]) => names.length === 0 || names.includes(name));
}

export function figuresOf({ figures }: LongProof, environment: NodeJS.ProcessEnv): Record<string, string> {
  return Object.fromEntries(Object.entries(figures).map(([name, value]) => [name, environment[name] ?? value]));
}
