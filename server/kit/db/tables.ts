import { entityNames, type EntityName } from '#contract/kept-rows.ts';

/** Tables that are not called like the entity they store. */
const others: { [E in EntityName]?: string } = { ledger: 'ledger_entries' };

/** Where the rows of each entity are stored: `visitNotes` in `visit_notes`. */
export const tables = Object.fromEntries(
  entityNames.map((entity) => [
    entity,
    others[entity] ?? entity.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`),
  ]),
) as Record<EntityName, string>;
