import type { Icon } from '@tabler/icons-react';
import type { Asked } from '#shared/asked.ts';
import { foldName } from '#contract/patients/name-words.ts';
import type { PatientName } from '#contract/patients/patient-name.ts';

export type PaletteItem = {
  id: string;
  group: 'Patients' | 'Screens' | 'Actions';
  label: string;
  detail?: string;
  keys?: string;
  person?: PatientName;
  icon: Icon;
  run: () => void;
};

/** What can be begun from everywhere: on which screen, and who may. */
export const paletteCommands: readonly { asked: Asked; label: string; path: string; may: string }[] = [
  { asked: 'newPatient', label: 'New patient', path: '/patients', may: 'edit patients' },
  { asked: 'bookVisit', label: 'Book visit', path: '/scheduling', may: 'schedule visits' },
  { asked: 'submitClaims', label: 'Submit claims', path: '/onDeck', may: 'submit claims' },
];

/** Every typed word must begin a word of the item; an empty search shows all. */
export function matches(label: string, typed: string): boolean {
  const words = foldName(label).split(/[^\p{L}\p{N}]+/u);
  return foldName(typed)
    .split(/\s+/)
    .filter(Boolean)
    .every((part) => words.some((word) => word.startsWith(part)));
}
