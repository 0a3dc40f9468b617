export const disciplineNames = {
  PT: 'Physical therapy',
  OT: 'Occupational therapy',
  SLP: 'Speech therapy',
  DC: 'Chiropractic',
} as const;

export const relatedCauseNames = { EM: 'Work', AA: 'Car accident', OA: 'Other accident' } as const;
