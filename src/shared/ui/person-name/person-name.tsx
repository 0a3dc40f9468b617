import classes from './person-name.module.css';

type Person = { FirstName: string; LastName: string; PreferredName?: string | null };

/** Last name first and strongest, as a clinic reads a list. */
export function PersonName({ person }: { person: Person }) {
  return (
    <span className={classes.name}>
      <span className={classes.last}>{person.LastName}</span>, {person.FirstName}
      {person.PreferredName ? <span className={classes.preferred}> “{person.PreferredName}”</span> : null}
    </span>
  );
}
