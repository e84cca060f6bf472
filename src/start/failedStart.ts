/**
 * Says that the page has not started, and how to reach the business, where the gate asks for it, and at once where the
 * engine could not read the gate. The words are here because in the page whoever reads it without scripts would read them
 * out. It is inlined behind the gate; its hash stands in the Content-Security-Policy of firebase.json.
 *
 * It is ES5, which every engine reads (tests/build/inlined.test.ts). The build has no such target, so it is written that way.
 */
/* oxlint-disable no-var */
import { FAILED, GATE_ID } from '../contract/names';

function say() {
  removeEventListener(FAILED, say);
  var words = document.createElement('aside');
  words.id = words.className = FAILED;
  words.setAttribute('role', 'alert');
  words.innerHTML =
    '<p><strong>This page did not start.</strong> You can look around, but not send a request from here. ' +
    'Please call us or write to us, or <a>try again</a>.</p>';
  // Whoever reads the script finds no address of another page in it. Without the hash it is a new start.
  words.querySelector('a')!.href = location.pathname;
  words.appendChild(waysToReachUs());
  document.body.appendChild(words);
}

/** The page's own bar, with the telephone in place of the form. */
function waysToReachUs() {
  var ways = document.querySelector('nav[aria-label=Contact]')!.cloneNode(true) as HTMLElement;
  var call = ways.firstChild as HTMLAnchorElement;
  var number = document.querySelector('a[href^="tel:"]') as HTMLAnchorElement;
  ways.className = 'no-script-ways';
  call.href = number.href;
  call.innerHTML = number.innerHTML;
  return ways;
}

if (document.getElementById(GATE_ID)) addEventListener(FAILED, say);
else say();
