import { Button, Popover } from '@mantine/core';
import type { Payer } from '#contract/address-book/payer.ts';
import type { CptDescription, ServiceEntry } from '#contract/charges/service.ts';
import { explainUnits, type MethodUnits } from '#contract/charges/units.ts';
import { MeaningBadge } from '#shared/ui/meaning/meaning-badge.tsx';
import classes from './charges.module.css';

type Props = { entries: readonly ServiceEntry[]; codes: readonly CptDescription[]; payer: Payer | null };

/** Both ways of counting side by side, the payer's marked (domain 6.1). */
export function WhyUnits({ entries, codes, payer }: Props) {
  const { cms, spm } = explainUnits(entries, codes);
  const used = payer?.UnitMethod ?? 'cms';
  const usedBy = payer ? `Used by ${payer.Name}` : 'Used here because the patient pays';
  return (
    <Popover position="top-end" width={560} trapFocus returnFocus withinPortal>
      <Popover.Target>
        <Button variant="subtle" size="compact-sm">
          Why {(used === 'cms' ? cms : spm).total === 1 ? '1 unit' : `${(used === 'cms' ? cms : spm).total} units`}?
        </Button>
      </Popover.Target>
      <Popover.Dropdown maw="94vw" mah="56dvh" className={classes.why ?? ''} aria-label="Why these units">
        <div className={classes.methods} tabIndex={-1} data-autofocus>
          <Method name="CMS total time" result={cms} usedBy={used === 'cms' ? usedBy : null} />
          <Method name="Rule of eights" result={spm} usedBy={used === 'spm' ? usedBy : null} />
        </div>
      </Popover.Dropdown>
    </Popover>
  );
}

function Method({ name, result, usedBy }: { name: string; result: MethodUnits; usedBy: string | null }) {
  return (
    <section className={classes.method} data-used={usedBy !== null || undefined} aria-label={name}>
      <h4 className={classes.methodName}>
        {name}: {result.total === 1 ? '1 unit' : `${result.total} units`}
      </h4>
      {usedBy && (
        <MeaningBadge meaning="done" quiet>
          {usedBy}
        </MeaningBadge>
      )}
      <ul className={classes.perCode}>
        {result.perCode.map((code) => (
          <li key={code.CPT_Code}>
            <span>{code.CPT_Code}</span>
            <span>{code.minutes === null ? 'untimed' : `${code.minutes} min`}</span>
            <b>{code.units}</b>
          </li>
        ))}
      </ul>
      <p className={classes.reason}>{result.reason}</p>
    </section>
  );
}
