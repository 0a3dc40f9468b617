import type { Browser } from 'playwright';

/**
 * Processor time, in ms, that all processes of a browser took so far: page, workers, storage and painting. Unlike the
 * time on the clock it hardly depends on what else the machine does.
 */
export async function browserWork(browser: Browser): Promise<() => Promise<number>> {
  const session = await browser.newBrowserCDPSession();
  return async () => {
    const { processInfo } = await session.send('SystemInfo.getProcessInfo');
    return processInfo.reduce((sum, { cpuTime }) => sum + cpuTime * 1_000, 0);
  };
}
