/** The zones of the states and territories, in the words people use; any other zone a facility has is kept. */
const known = [
  { value: 'America/New_York', label: 'Eastern (New York)' },
  { value: 'America/Chicago', label: 'Central (Chicago)' },
  { value: 'America/Denver', label: 'Mountain (Denver)' },
  { value: 'America/Phoenix', label: 'Mountain without daylight saving (Phoenix)' },
  { value: 'America/Los_Angeles', label: 'Pacific (Los Angeles)' },
  { value: 'America/Anchorage', label: 'Alaska (Anchorage)' },
  { value: 'Pacific/Honolulu', label: 'Hawaii (Honolulu)' },
  { value: 'America/Puerto_Rico', label: 'Atlantic (Puerto Rico)' },
  { value: 'Pacific/Guam', label: 'Chamorro (Guam)' },
  { value: 'Pacific/Pago_Pago', label: 'Samoa (Pago Pago)' },
];

export function timeZoneOptions(current: string): { value: string; label: string }[] {
  return current === '' || known.some(({ value }) => value === current)
    ? known
    : [...known, { value: current, label: current }];
}
