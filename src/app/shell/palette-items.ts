import type { Icon } from '@tabler/icons-react';
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

/** Every typed word must begin a word of the item; an empty search shows all. */
export function matches(label: string, typed: string): boolean {
  const words = label.toLowerCase().split(/[^\p{L}\p{N}]+/u);
  return typed
    .toLowerCase()
    .split(/\s+/)
    .filter(Boolean)
    .every((part) => words.some((word) => word.startsWith(part)));
}
