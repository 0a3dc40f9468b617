import { useEffect, useState } from 'react';
import type { PatientId } from '#contract/base/ids.ts';
import type { PatientName } from '#contract/patients/patient-name.ts';
import { takesPlace } from '#contract/visits/stage.ts';
import { onNamesChanged, readPatients } from '#local/reads/patients.ts';
import { visitsOfDay } from '#local/reads/visits.ts';
import { useClinicToday } from '#shared/hooks/use-clinic-now.ts';
import { useLiveValue } from '#shared/hooks/use-live.ts';
import { usePreferences } from '#shared/preferences.ts';
import { useCurrentUser, useWebsite } from '#shared/session.ts';
import { recentPatients } from './recent-patients.ts';

export type Which = 'today' | 'recent' | 'all';
/** All names from one place on, and how many there are. */
export type ListNames = (from: number, limit: number) => Promise<{ total: number; names: PatientName[] }>;

const step = 100;

export type PatientLists = ReturnType<typeof usePatientLists>;

/** The patients to choose from while nothing is typed: those who come today, charts opened last, or all by name. */
export function usePatientLists(listNames: ListNames, selected: PatientId | null) {
  const { UserId, provider } = useCurrentUser();
  const { site } = useWebsite();
  const [chosen, setChosen] = useState<Which | null>(null);
  const [isMine, setMine] = useState(provider !== null);
  const [most, setMost] = useState(step);
  const recentIds = recentPatients(site, UserId);
  const [hasRecent] = useState(recentIds.length > 0);
  const which = chosen ?? (hasRecent ? 'recent' : 'today');
  const recent = useLiveValue(() => readPatients(recentPatients(site, UserId)), [site, UserId, selected]);
  const today = useToday(which === 'today', isMine ? (provider?.ProviderId ?? null) : null);
  const all = useAllNames(listNames, which === 'all' ? most : 0);
  const rows = { today, recent, all: all?.names }[which] ?? null;
  return {
    which,
    rows,
    total: all?.total ?? 0,
    more: which === 'all' && all ? Math.min(step, all.total - all.names.length) : 0,
    mayBeMine: provider !== null,
    isMine,
    choose: setChosen,
    toggleMine: () => setMine(!isMine),
    showMore: () => setMost(most + step),
  };
}

/** Whoever has a visit today that takes place, by its start; at the facility of the top bar. */
function useToday(isWanted: boolean, ProviderId: string | null): PatientName[] | undefined {
  const today = useClinicToday();
  const [preferences] = usePreferences();
  const FacilityId = preferences.facilityId ?? null;
  return useLiveValue(async () => {
    if (!isWanted) return [];
    const lines = await visitsOfDay(today, { FacilityId, ProviderIds: ProviderId === null ? [] : [ProviderId] });
    const here = lines.filter(({ visit }) => takesPlace(visit)).flatMap(({ patient }) => patient ?? []);
    return [...new Map(here.map((patient) => [patient.PatientId, patient])).values()];
  }, [isWanted, today, FacilityId, ProviderId]);
}

/** The first names of the list, asked again when names come or go. */
function useAllNames(listNames: ListNames, most: number) {
  const [reply, setReply] = useState<{ total: number; names: PatientName[] } | null>(null);
  const [turn, setTurn] = useState(0);
  useEffect(() => onNamesChanged(() => setTurn((before) => before + 1)), []);
  useEffect(() => {
    if (most === 0) return undefined;
    let isCurrent = true;
    listNames(0, most).then(
      (found) => isCurrent && setReply(found),
      () => isCurrent && setReply({ total: 0, names: [] }),
    );
    return () => {
      isCurrent = false;
    };
  }, [listNames, most, turn]);
  return reply;
}
