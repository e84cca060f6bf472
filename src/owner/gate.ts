/**
 * The only inlined script of the owner's page; its hash stands in the Content-Security-Policy of firebase.json. Where the
 * page's scripts do not load, or fail before they have drawn anything or with all that they have drawn, it shows words
 * that are in the page (index.html). It imports nothing that could be missing.
 */
import { FAILED_ID } from '../contract/names';

// In the capture phase, which alone hears of a script that does not load.
addEventListener(
  'error',
  (event) => {
    const { target } = event;
    const file = target instanceof HTMLScriptElement ? target.src : event.filename;
    // Errors of extensions say nothing about this page.
    if (!file?.startsWith(`${location.origin}/owner/assets/`)) return;
    // React takes away what it cannot draw behind this event.
    setTimeout(() => {
      document.getElementById(FAILED_ID)!.hidden = Boolean(
        document.getElementById('root')!.firstChild,
      );
    });
  },
  true,
);
