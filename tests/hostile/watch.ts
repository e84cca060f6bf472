/** Whatever the data says, none of it may run or send anything to another host. */
import { expect, test as base } from '../support/fixtures';

export { expect } from '@playwright/test';

/** Calls the canary. */
export const RUN = 'hacked()';
export const SCRIPT = `<script>${RUN}</script>`;
export const IMAGE = `<img src=x onerror=${RUN}>`;
/** A field that makes an object look like a promise. */
// oxlint-disable-next-line unicorn/no-thenable -- that is the point
export const THENABLE = Object.fromEntries([['then', 'x']]);
/** A host that nothing may be fetched from. */
export const EVIL = 'evil.example';

/** Like the other browser tests', and nothing may execute or call home meanwhile. */
export const test = base.extend<{ watch: void }>({
  watch: [
    async ({ context, host }, provide) => {
      const events: string[] = [];
      await context.exposeFunction('hacked', () => void events.push('the canary was called'));
      context.on('dialog', (dialog) => {
        events.push(`a dialog: ${dialog.message()}`);
        void dialog.dismiss();
      });
      context.on('weberror', (error) => events.push(`uncaught: ${error.error().message}`));
      context.on('request', (request) => {
        const { protocol, hostname } = new URL(request.url());
        if (!/^(https?|wss?):$/.test(protocol) || hostname === host) return;
        events.push(`a request to ${request.url()}`);
      });
      context.on('requestfailed', (request) => {
        // A request that the policy blocks is announced but never sent.
        const at = events.indexOf(`a request to ${request.url()}`);
        if (at >= 0 && request.failure()?.errorText === 'csp') events.splice(at, 1);
      });
      await provide();
      expect(events).toEqual([]);
    },
    { auto: true },
  ],
});
