/** The minutes of a visit: those of its services, or of the whole treatment where that is more. */
export function recordedMinutes(
  note: { TreatmentMinutes?: number | null | undefined },
  services: readonly { Minutes: number | null }[],
): number {
  const ofServices = services.reduce((sum, { Minutes }) => sum + (Minutes ?? 0), 0);
  return Math.max(ofServices, note.TreatmentMinutes ?? 0);
}
