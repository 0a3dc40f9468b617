import { Button } from '@mantine/core';
import { useId, useMemo, useState } from 'react';
import { showDate } from '#contract/base/dates.ts';
import type { Case } from '#contract/cases/case.ts';
import { complianceClocks } from '#contract/compliance/compliance-clocks.ts';
import type { Fix } from '#contract/compliance/clock.ts';
import type { ComplianceFacts } from '#contract/compliance/facts.ts';
import { ribbonOf, type Ribbon, type RibbonDetail } from '#contract/compliance/ribbon.ts';
import { shownClocks } from '#contract/compliance/shown-clocks.ts';
import { complianceFactsOf } from '#local/reads/compliance.ts';
import { useClinicToday } from '#shared/hooks/use-clinic-now.ts';
import { useLive } from '#shared/hooks/use-live.ts';
import { useNarrow } from '#shared/hooks/use-narrow.ts';
import { MeaningBadge } from '#shared/ui/meaning/meaning-badge.tsx';
import { placesOn } from './places.ts';
import { stateLooks } from './state-looks.ts';
import classes from './ribbon.module.css';

/** Goes where a fix is done; null where this person cannot do it, or it is not done here. */
export type OnFix = (fix: Fix, aboutId: string | null) => (() => void) | null;

type Props = { of: Case; onFix: OnFix };

/** The course of a case on one line: its plans, what happened, and what is due; each says why and what to do. */
export function CaseRibbon({ of, onFix }: Props) {
  const today = useClinicToday();
  const live = useLive(() => complianceFactsOf(of.CaseId, today), [of.CaseId, today]);
  if (live.state === 'loading') return <div className={classes.waiting} aria-hidden />;
  if (live.state === 'failed') return <p className={classes.quiet}>The timeline of this case could not be loaded.</p>;
  return live.value ? <Shown of={of} facts={live.value} onFix={onFix} /> : null;
}

type Item = RibbonDetail & { key: string; name: string; aboutId: string | null };

function Shown({ of, facts, onFix }: Props & { facts: ComplianceFacts }) {
  const narrow = useNarrow();
  const [open, setOpen] = useState<string | null>(null);
  const panel = useId();
  const { clocks, ribbon } = useMemo(() => {
    const shown = shownClocks(complianceClocks(facts));
    return { clocks: shown, ribbon: ribbonOf(facts, shown) };
  }, [facts]);
  const chips = ribbon.chips.map((chip): Item => ({
    ...chip,
    key: `chip ${chip.at}`,
    name: chip.label,
    aboutId: clocks[chip.at]?.aboutId ?? null,
  }));
  const marks = marksOf(ribbon);
  const items = [...marks, ...chips];
  if (items.length === 0) return null;
  const opened = items.find(({ key }) => key === open);
  const toggle = (key: string) => setOpen(open === key ? null : key);
  const button = { open, panel, toggle };
  return (
    <section className={classes.ribbon} aria-label={`Timeline of ${of.Title}`}>
      <div className={narrow ? classes.narrow : classes.wide}>
        {marks.length > 0 && <Line ribbon={ribbon} marks={marks} facts={facts} isList={narrow} {...button} />}
        {chips.length > 0 && (
          <ul className={classes.chips} aria-label="Due">
            {chips.map((chip) => (
              <li key={chip.key}>
                <ItemButton item={chip} className={classes.chip} {...button}>
                  <MeaningBadge meaning={stateLooks[chip.state].meaning} icon={stateLooks[chip.state].icon}>
                    {chip.name}
                    <span className="visually-hidden">, {stateLooks[chip.state].word}</span>
                  </MeaningBadge>
                </ItemButton>
              </li>
            ))}
          </ul>
        )}
      </div>
      {opened && <Detail id={panel} item={opened} onFix={onFix} />}
    </section>
  );
}

const dotNames = {
  eval: 'Evaluation',
  sent: 'Plan of care sent',
  signed: 'Plan of care signed',
  report: 'Progress report',
} as const;

function marksOf({ bars, dots }: Ribbon): Item[] {
  return [
    ...bars.map(({ PlanOfCareId, from, to, ...detail }) => ({
      ...detail,
      key: `plan ${PlanOfCareId}`,
      name: `Plan of care ${showDate(from)}${to === null ? '' : ` to ${showDate(to)}`}`,
      aboutId: PlanOfCareId,
    })),
    ...dots.map(({ kind, on, aboutId, ...detail }) => ({
      ...detail,
      key: `${kind} ${aboutId} ${on}`,
      name: `${dotNames[kind]} ${showDate(on)}`,
      aboutId,
    })),
  ];
}

type ButtonProps = { open: string | null; panel: string; toggle: (key: string) => void };

function ItemButton(
  props: ButtonProps & { item: Item; className: string | undefined; style?: object; children: React.ReactNode },
) {
  const { item, open, panel, toggle, className, style, children } = props;
  const isOpen = open === item.key;
  return (
    <button
      type="button"
      className={className}
      {...(style && { style })}
      aria-expanded={isOpen}
      {...(isOpen && { 'aria-controls': panel })}
      onClick={() => toggle(item.key)}
    >
      {children}
    </button>
  );
}

type LineProps = ButtonProps & { ribbon: Ribbon; marks: readonly Item[]; facts: ComplianceFacts; isList: boolean };

/** Plans and what happened, on their days; on a phone one below the other. */
function Line({ ribbon, marks, facts, isList, ...button }: LineProps) {
  const places = placesOn(ribbon, facts.today);
  return (
    <ul className={isList ? classes.list : classes.line} aria-label="Course">
      {marks.map((item, at) => {
        const bar = ribbon.bars[at];
        const dot = ribbon.dots[at - ribbon.bars.length];
        const place = places.marks[at];
        const look = stateLooks[item.state];
        if (isList)
          return (
            <li key={item.key}>
              <ItemButton item={item} className={classes.row} {...button}>
                <MeaningBadge meaning={look.meaning} icon={look.icon} quiet>
                  {item.name}
                </MeaningBadge>
              </ItemButton>
            </li>
          );
        return (
          <li key={item.key}>
            <ItemButton
              item={item}
              className={`${bar ? classes.bar : classes.dot} ${classes[look.meaning] ?? ''} ${
                dot ? (classes[dot.kind] ?? '') : ''
              }`}
              {...(place && { style: place })}
              {...button}
            >
              <span className={bar ? classes.barName : 'visually-hidden'}>{item.name}</span>
              <span className="visually-hidden">, {look.word}</span>
            </ItemButton>
          </li>
        );
      })}
      {!isList && places.today !== null && (
        <li className={classes.today} style={{ insetInlineStart: places.today }} aria-hidden>
          Today
        </li>
      )}
    </ul>
  );
}

function Detail({ id, item, onFix }: { id: string; item: Item; onFix: OnFix }) {
  const { sentence, rule, fix, name, aboutId } = item;
  const go = fix && onFix(fix, aboutId);
  return (
    <div id={id} className={classes.detail} role="group" aria-label={name}>
      <p className={classes.sentence}>{sentence === name ? name : sentence}</p>
      {rule && (
        <p className={classes.quiet}>
          {rule.text} <cite>{rule.source}</cite>
        </p>
      )}
      {fix && go && (
        <Button size="compact-sm" variant="default" onClick={go}>
          {fix.label}
        </Button>
      )}
    </div>
  );
}
