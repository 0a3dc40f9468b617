import { AppError } from '#contract/base/errors.ts';
import type { Website } from '#contract/session/endpoints.ts';
import { RefusedSettings } from '#contract/settings/endpoints.ts';
import { settingsFrom, type SettingKey, type Settings } from '#contract/settings/settings.ts';
import { device } from '#local/store/device.ts';
import { keepWebsite } from '#local/store/setup.ts';
import { call } from '#shared/api.ts';
import { requestIdOf, toastDone, toastMustDismiss, toastNegative } from '#shared/ui/toasts/toasts.tsx';

/** spec 8 */
const savedSentence = 'Setting updated';
/** spec 8 */
const failedSentence = 'There was an error saving your settings.';

/**
 * Saves one setting and says how it went (spec 8): a refusal that comes with the website stays until dismissed, and the
 * settings are shown as they are on the server.
 */
export async function saveSetting<K extends SettingKey>(website: Website, key: K, value: Settings[K]): Promise<void> {
  const base = { [key]: settingsFrom(website)[key] };
  try {
    const saved = await call('settings.save', { settings: { [key]: value }, base });
    await keepWebsite(device(), saved.website);
    toastDone(savedSentence);
  } catch (error) {
    const refused = error instanceof AppError ? RefusedSettings.safeParse(error.current) : null;
    if (!(error instanceof AppError) || !refused?.success) {
      return toastNegative(failedSentence, requestIdOf(error));
    }
    toastMustDismiss(error.message, error.requestId);
    await keepWebsite(device(), refused.data.website);
  }
}

/** Asks for the website as it is now; what this device keeps is shown meanwhile, and where there is no network. */
export async function refreshWebsite(): Promise<void> {
  const { website } = await call('settings.refreshWebsite', {});
  await keepWebsite(device(), website);
}
