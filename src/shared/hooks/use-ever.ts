import { useState } from 'react';

/** True from the first time on, so that a layer's code is fetched when first needed and its closing can be seen. */
export function useEver(isNow: boolean): boolean {
  const [ever, setEver] = useState(isNow);
  if (isNow && !ever) setEver(true);
  return ever || isNow;
}
