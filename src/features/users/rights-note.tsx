import { permissionWords, type PermissionNames } from '#contract/users/permission-catalogue.ts';
import { rightsChange } from '#contract/users/rights.ts';
import classes from './users.module.css';

type Rights = {
  can: readonly string[];
  facilityIds?: readonly string[] | null;
  providerIds?: readonly string[] | null;
};
type Props = {
  /** Whose rights change, as a sentence begins: 'Maria', 'Its 3 members'. */
  who: string;
  before: Rights;
  after: Rights;
  names: PermissionNames;
};

/** What a change grants and takes away, in words, before it is saved. */
export function RightsNote({ who, before, after, names }: Props) {
  const { gained, lost } = rightsChange(before.can, after.can);
  const words = (permission: string) => permissionWords(permission, names);
  const seen = sightChange(before.facilityIds ?? null, after.facilityIds ?? null, names.facilities);
  const treated = visitsChange(before.providerIds ?? null, after.providerIds ?? null, names.providers);
  const parts = [
    { title: `${who} will be able to:`, lines: [...gained.map(words), ...seen.gained, ...treated.gained] },
    { title: `${who} will no longer:`, lines: [...lost.map(words), ...seen.lost, ...treated.lost] },
  ].filter((part) => part.lines.length > 0);
  return (
    <div aria-live="polite">
      {parts.length > 0 && (
        <div className={classes.change}>
          {parts.map((part) => (
            <div key={part.title}>
              <p>{part.title}</p>
              <ul>
                {part.lines.map((line) => (
                  <li key={line}>{line}</li>
                ))}
              </ul>
            </div>
          ))}
        </div>
      )}
    </div>
  );
}

function sightChange(
  before: readonly string[] | null,
  after: readonly string[] | null,
  names: ReadonlyMap<string, string>,
): { gained: string[]; lost: string[] } {
  const see = (id: string) => `see ${names.get(id) ?? 'a former facility'}`;
  if (before === null && after === null) return { gained: [], lost: [] };
  if (after === null) return { gained: ['see every facility'], lost: [] };
  if (before === null)
    return {
      gained: [],
      lost: [
        `see facilities other than ${after.map((id) => names.get(id) ?? 'a former facility').join(', ') || 'none'}`,
      ],
    };
  return {
    gained: after.filter((id) => !before.includes(id)).map(see),
    lost: before.filter((id) => !after.includes(id)).map(see),
  };
}

/** Whoever treats patients keeps their own visits in any case. */
function visitsChange(
  before: readonly string[] | null,
  after: readonly string[] | null,
  names: ReadonlyMap<string, string>,
): { gained: string[]; lost: string[] } {
  const see = (id: string) => `see visits and notes of ${names.get(id) ?? 'a former provider'}`;
  if (before === null && after === null) return { gained: [], lost: [] };
  if (after === null) return { gained: ['see visits and notes of every provider'], lost: [] };
  if (before === null) {
    const kept = after.map((id) => names.get(id) ?? 'a former provider').join(', ');
    return { gained: [], lost: [`see visits and notes of providers other than ${kept || 'themselves'}`] };
  }
  return {
    gained: after.filter((id) => !before.includes(id)).map(see),
    lost: before.filter((id) => !after.includes(id)).map(see),
  };
}
