/**
 * The only inlined script of the owner's page; its hash stands in the Content-Security-Policy of firebase.json. Where the
 * page's scripts do not load, or fail before they have drawn anything or with all that they have drawn, it says so. It is
 * ES5, which every engine reads (tests/build/inlined.test.ts), and imports nothing that could be missing.
 */
/* oxlint-disable no-var */
import { FAILED } from '../contract/names';

var words = document.createElement('p');
words.id = FAILED;
words.setAttribute('role', 'alert');
words.style.cssText = 'margin: 2rem; font: 1rem/1.5 system-ui';
words.innerHTML =
  '<strong>This page did not start.</strong> Check your connection, then <a href="/owner">try again</a>. ' +
  'If it stays so, use a newer browser. What you have entered is kept on this phone.';

function sayIfNothingIsDrawn() {
  if (!document.getElementById('root')!.firstChild) document.body.appendChild(words);
  else if (words.parentNode) document.body.removeChild(words);
}

// In the capture phase, which alone hears of a script that does not load.
addEventListener(
  'error',
  function (event) {
    var file = (event.target as HTMLScriptElement).src || event.filename;
    // Errors of extensions say nothing about this page.
    if (!file || file.indexOf(location.origin + '/owner/assets/')) return;
    // React takes away what it cannot draw behind this event.
    setTimeout(sayIfNothingIsDrawn);
  },
  true,
);

// An engine without modules runs none of the scripts, and sends no event.
if (!('noModule' in document.createElement('script'))) sayIfNothingIsDrawn();
