/**
 * The only script that a built page runs before its first paint. It is inlined; its hash stands in the
 * Content-Security-Policy of firebase.json. It starts the app when that costs the visitor nothing: after the
 * first paint, the first picture and an idle moment, or at once on the first touch or key.
 */
import { FACES_ATTRIBUTE, SCRIPTS_ATTRIBUTE } from './contract';

/** React, then the app. Each script is evaluated in its own task, so that the page answers a touch in between. */
const scripts = document.currentScript!.getAttribute(SCRIPTS_ATTRIBUTE)!.split(' ');
const hero = document.querySelector<HTMLImageElement>('img[fetchpriority=high]');
let isStarted = false;

function start(): void {
  if (isStarted) return;
  isStarted = true;
  // The font of the headings is loaded after the first picture. If it does not load, its fallback stays.
  document.fonts.load('600 1em Fraunces').then(
    () => {
      document.documentElement.setAttribute(FACES_ATTRIBUTE, '');
    },
    () => undefined,
  );
  // All scripts are requested now, each in its own task, because a request keeps a phone busy for 10 ms.
  for (const href of scripts) {
    setTimeout(() =>
      document.head.insertAdjacentHTML('beforeend', `<link rel=modulepreload href=${href}>`),
    );
  }
  setTimeout(next);
}

function next(): void {
  const script = scripts.shift();
  if (!script) return;
  import(/* @vite-ignore */ script).then(
    () => setTimeout(next),
    () => {
      // Browsers remember a module that did not arrive, so only a new page can ask for it again.
      const [entry] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[];
      const again = () => location.reload();
      addEventListener('online', again);
      if (entry!.type !== 'reload') setTimeout(again, 5000);
    },
  );
}

/** Once the first paint is reported, not only begun; a hidden page paints nothing and need not wait. */
function startWhenPainted(): void {
  if (document.hidden) start();
  // Some browsers never report it (Firefox with resistFingerprinting).
  if (isStarted) return;
  // The picture is in the frame that follows.
  requestAnimationFrame(
    performance.getEntriesByName('first-contentful-paint')[0]
      ? // Safari has no idle callbacks.
        () => self.requestIdleCallback?.(start, { timeout: 1000 }) ?? start()
      : startWhenPainted,
  );
}

for (const type of ['pointerdown', 'keydown', 'hashchange', 'visibilitychange']) {
  addEventListener(type, start, true);
}

// A hash is a dialog or a place that the visitor came for.
if (location.hash) start();
// Decoded (or failed) means that the next frame has it.
Promise.resolve(hero?.decode()).then(startWhenPainted, startWhenPainted);
// A slow picture holds up the app no longer than this.
setTimeout(start, 6000);
