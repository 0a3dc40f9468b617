/** Whether somebody is under 18 on a day, both `YYYY-MM-DD`: then an adult signs. Born on February 29, from March 1 on. */
export function isMinorOn(DateOfBirth: string, day: string): boolean {
  const grown = `${Number(DateOfBirth.slice(0, 4)) + 18}${DateOfBirth.slice(4)}`;
  return grown > day;
}
