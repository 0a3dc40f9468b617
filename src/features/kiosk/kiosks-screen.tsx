import { Button, Group } from '@mantine/core';
import { useEffect, useRef, useState } from 'react';
import { facilityName, type Facility } from '#contract/facilities/facility.ts';
import type { Kiosk } from '#contract/kiosk/endpoints.ts';
import { isWrong, showAhead } from '#contract/kiosk/tablet-clock.ts';
import type { ReplyOf } from '#contract/endpoints.ts';
import { openFacilities } from '#local/reads/cases.ts';
import { call } from '#shared/api.ts';
import { showMoment } from '#shared/format/clock.ts';
import { useFetched } from '#shared/hooks/use-fetched.ts';
import { useLiveValue } from '#shared/hooks/use-live.ts';
import { useOnline } from '#shared/sync-state.ts';
import { ConfirmDialog } from '#shared/ui/confirm-dialog/confirm-dialog.tsx';
import { FetchedPart } from '#shared/ui/fetched/fetched.tsx';
import { toastDone, toastFailure } from '#shared/ui/toasts/toasts.tsx';
import part from '#shared/ui/part/part.module.css';
import { KioskCode } from './kiosk-code.tsx';
import classes from './kiosk.module.css';
import { NewKiosk } from './new-kiosk.tsx';

const failed = 'That did not work. Nothing was changed. Try again.';

/** /company/kiosks: the tablets on which patients check in. */
export function KiosksScreen() {
  const fetched = useFetched(() => call('kiosk.list', {}));
  const facilities = useLiveValue(openFacilities, []) ?? [];
  return (
    <section aria-labelledby="kiosks" className={classes.part}>
      <h2 id="kiosks" className={part.heading}>
        Kiosks
      </h2>
      <p className={part.help}>
        Patients check in on these tablets with their birth date and phone number. A kiosk shows and keeps no list of
        patients.
      </p>
      <FetchedPart of={fetched} what="kiosks" rows={2}>
        {({ kiosks }) => <Kiosks {...{ kiosks, facilities }} reload={fetched.load} />}
      </FetchedPart>
    </section>
  );
}

type Props = { kiosks: readonly Kiosk[]; facilities: readonly Facility[]; reload(): void };

function Kiosks({ kiosks, facilities, reload }: Props) {
  const isOnline = useOnline();
  const [made, setMade] = useState<ReplyOf<'kiosk.create'> | null>(null);
  const [asked, setAsked] = useState<Kiosk | null>(null);
  const [back, setBack] = useState<string | null>(null);
  const list = useRef<HTMLDivElement>(null);
  // The code took the place of the list, and with it of the button that led there.
  useEffect(() => {
    if (made === null && back !== null) list.current?.querySelector<HTMLElement>(`[data-kiosk="${back}"]`)?.focus();
  }, [made, back]);
  const [isBusy, setBusy] = useState(false);
  const names = new Map(facilities.map((one) => [one.FacilityId as string, facilityName(one)]));

  async function attempt(work: () => Promise<void>): Promise<void> {
    setBusy(true);
    try {
      await work();
    } catch (error) {
      toastFailure(error, failed);
    } finally {
      setBusy(false);
      setAsked(null);
      reload();
    }
  }
  const newCode = ({ KioskId }: Kiosk) => attempt(async () => setMade(await call('kiosk.newCode', { id: KioskId })));
  const remove = ({ KioskId, Name }: Kiosk) =>
    attempt(async () => {
      await call('kiosk.revoke', { id: KioskId });
      toastDone(`${Name} is removed.`);
    });

  function close(): void {
    setBack(made?.kiosk.KioskId ?? null);
    setMade(null);
  }
  if (made) return <KioskCode name={made.kiosk.Name} code={made.code} onDone={close} />;
  return (
    <div ref={list}>
      {kiosks.length === 0 ? (
        <p className={part.help}>No kiosks yet. Add one, then enter its code on the tablet.</p>
      ) : (
        <ul className={part.list} aria-label="Kiosks">
          {kiosks.map((kiosk) => (
            <li key={kiosk.KioskId} className={part.line}>
              <span className={classes.words}>
                {kiosk.Name}
                <span className={classes.facts}>{factsOf(kiosk, names)}</span>
              </span>
              <Group gap={8}>
                <Button
                  variant="default"
                  size="xs"
                  disabled={!isOnline || isBusy}
                  aria-label={`New code for ${kiosk.Name}`}
                  data-kiosk={kiosk.KioskId}
                  onClick={() => void newCode(kiosk)}
                >
                  New code
                </Button>
                <Button
                  variant="default"
                  size="xs"
                  disabled={!isOnline || isBusy}
                  aria-label={`Remove ${kiosk.Name}`}
                  onClick={() => setAsked(kiosk)}
                >
                  Remove…
                </Button>
              </Group>
            </li>
          ))}
        </ul>
      )}
      <NewKiosk
        facilities={facilities}
        isOnline={isOnline}
        onMade={(next) => {
          setMade(next);
          reload();
        }}
      />
      <ConfirmDialog
        opened={asked !== null}
        title={`Remove ${asked?.Name ?? 'this kiosk'}?`}
        confirmLabel="Remove"
        danger
        busy={isBusy}
        onConfirm={() => asked && void remove(asked)}
        onCancel={() => setAsked(null)}
      >
        The tablet stops working right away. A check-in on it ends, and the answers so far are kept.
      </ConfirmDialog>
    </div>
  );
}

function factsOf(
  { FacilityId, enrolledAt, seenAt, codeExpiresAt, clockAheadMs }: Kiosk,
  names: ReadonlyMap<string, string>,
): string {
  const place = names.get(FacilityId) ?? 'A former facility';
  const seen = seenAt === null ? '' : ` Last seen ${showMoment(new Date(seenAt))}.`;
  const code = codeExpiresAt === null ? '' : ` Its code works until ${showMoment(new Date(codeExpiresAt))}.`;
  const clock =
    clockAheadMs !== null && isWrong(clockAheadMs)
      ? ` The clock of the tablet is ${showAhead(clockAheadMs)}. Set it right on the tablet.`
      : '';
  return `${place}. ${enrolledAt === null ? 'No tablet yet.' : 'A tablet is set up.'}${seen}${clock}${code}`;
}
