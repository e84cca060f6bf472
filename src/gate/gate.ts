/**
 * The only script of a page before its first paint, inlined by the build (its hash stands in the
 * Content-Security-Policy of firebase.json). It starts the app when that costs the visitor nothing:
 * after the first paint, the first picture and an idle moment, or at once on the first touch or key.
 */
const { app = '' } = (document.currentScript as HTMLScriptElement).dataset;
/** React, then what needs it: each is evaluated in a task of its own, so that a touch is answered in between. */
const scripts = app.split(' ');
const hero = document.querySelector<HTMLImageElement>('img[fetchpriority=high]');
const waiting = new AbortController();
const { signal } = waiting;

function start(): void {
  if (signal.aborted) return;
  waiting.abort();
  // All are on their way while the first is evaluated.
  for (const href of scripts) {
    document.head.append(
      Object.assign(document.createElement('link'), { rel: 'modulepreload', href }),
    );
  }
  next();
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
      if (entry?.type !== 'reload') setTimeout(again, 5000);
    },
  );
}

/** Two frames later what is there has been painted; a hidden page paints nothing and need not wait. */
function startWhenPainted(): void {
  if (document.hidden) return start();
  const whenIdle = () =>
    'requestIdleCallback' in window ? requestIdleCallback(start, { timeout: 1000 }) : start();
  requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(whenIdle)));
}

for (const type of ['pointerdown', 'touchstart', 'keydown', 'hashchange', 'visibilitychange']) {
  addEventListener(type, start, { capture: true, passive: true, signal });
}

// A hash is a dialog or a place that the visitor came for.
if (location.hash) start();
else if (!hero) startWhenPainted();
else {
  // Decoded (or failed) means that the next frame has it.
  hero.decode().then(startWhenPainted, startWhenPainted);
  // A picture that crawls holds up the app no longer.
  setTimeout(start, 6000);
}
