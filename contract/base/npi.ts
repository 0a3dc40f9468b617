/** Whether a National Provider Identifier is well formed: ten digits, 1 or 2 first, Luhn over `80840` and the number (domain 6.11). */
export function isNpi(text: string): boolean {
  return /^[12]\d{9}$/.test(text) && luhnSum(`80840${text}`) % 10 === 0;
}

function luhnSum(digits: string): number {
  return Array.from(digits)
    .toReversed()
    .reduce((sum, digit, at) => {
      const value = at % 2 === 1 ? Number(digit) * 2 : Number(digit);
      return sum + (value > 9 ? value - 9 : value);
    }, 0);
}
