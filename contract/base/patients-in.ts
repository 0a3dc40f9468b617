/** Ids of the patients that a value names as theirs, however deep. */
export function patientsIn(value: unknown, found = new Set<string>()): Set<string> {
  if (Array.isArray(value)) for (const each of value) patientsIn(each, found);
  else if (value !== null && typeof value === 'object') {
    for (const [name, part] of Object.entries(value)) {
      if (name === 'PatientId' && typeof part === 'string') found.add(part);
      else if (typeof part === 'object') patientsIn(part, found);
    }
  }
  return found;
}
