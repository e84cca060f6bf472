/**
 * The only script that a built page runs before its first paint. It is inlined; its hash stands in the
 * Content-Security-Policy of firebase.json. It starts the app when that costs the visitor nothing: after the
 * first paint, the first picture and an idle moment, or at once on the first touch or key. If the start fails, failedStart.ts
 * says so. It imports nothing that could be missing.
 *
 * Every engine that knows `import(` must read it (tests/build/inlined.test.ts): one that cannot run the app learns that here.
 */
import { FACES, FAILED, GATE_ID, SCRIPTS_ATTRIBUTE, STARTED_ATTRIBUTE } from '../contract/names';

const gate = document.currentScript!;
gate.id = GATE_ID;
/** React, then the app. Each script is evaluated in its own task, so that the page answers a touch in between. */
const scripts = gate.getAttribute(SCRIPTS_ATTRIBUTE)!.split(' ');
const hero = document.querySelector<HTMLImageElement>('img[fetchpriority=high]');
let isStarted = false;

const show = () => dispatchEvent(new Event(FAILED));

addEventListener('error', ({ filename }) => {
  // Errors of extensions say nothing about the start.
  const isOwn = `${filename}`.startsWith(`${location.origin}/assets/`);
  if (isOwn && !document.querySelector(`[${STARTED_ATTRIBUTE}]`)) show();
});

function start(): void {
  if (isStarted) return;
  isStarted = true;
  // The font of the headings is loaded after the first picture; main.tsx shows it.
  attempt(() => document.fonts.load(FACES)).catch(() => undefined);
  // All scripts are requested now, each in its own task, because a request keeps a phone busy for 10 ms.
  for (const href of scripts) {
    setTimeout(() => {
      // Not as HTML: crawlers take a tag in a script for one of the page.
      const link = document.createElement('link');
      document.head.append(Object.assign(link, { rel: 'modulepreload', href }));
    });
  }
  setTimeout(next, 0, 0);
}

function next(index: number): void {
  const script = scripts[index];
  if (script) {
    import(/* @vite-ignore */ script).then(() => setTimeout(next, 0, index + 1), recover);
  }
}

/**
 * Reloads the page, because browsers remember a module that did not arrive. It reloads once, when the server has
 * answered for every script; it is asked past the browser's cache, which may have a 404. It also reloads whenever the
 * browser comes online. Where that does not help, or not at once, the words are shown.
 */
function recover(): void {
  const reload = () => location.reload();
  addEventListener('online', reload);
  attempt(() => performance.getEntriesByType('navigation')[0] as PerformanceNavigationTiming)
    // If nobody knows whether this is a reload already, it might be, and there must be no loop.
    .then(
      ({ type }) => type !== 'reload',
      () => false,
    )
    .then((isFirst) => {
      const ask = () =>
        Promise.all(scripts.map((script) => fetch(script, { cache: 'reload' }))).then(
          isFirst ? reload : show,
          show,
        );
      void ask();
      if (isFirst) setInterval(ask, 5000);
    });
  setTimeout(show, 4000);
}

/** Rejects also if the feature is not there, or if reaching it throws. */
function attempt<T>(reach: () => T): Promise<Awaited<T>> {
  return new Promise((resolve) => resolve(reach() as Awaited<T>));
}

/** Once the first paint is reported, not only begun; a hidden page paints nothing and need not wait. */
function startWhenPainted(): void {
  if (document.hidden) start();
  // Some browsers never report it (Firefox with resistFingerprinting).
  if (isStarted) return;
  try {
    // The picture is in the frame that follows.
    requestAnimationFrame(
      performance.getEntriesByName('first-contentful-paint')[0] ? startWhenIdle : startWhenPainted,
    );
  } catch {
    start();
  }
}

function startWhenIdle(): void {
  try {
    requestIdleCallback(start, { timeout: 1000 });
  } catch {
    // Safari has no idle callbacks.
    start();
  }
}

// What a tap on a link has opened before the app runs: oneEntry.ts puts its place in the history right.
for (const type of ['pointerdown', 'keydown', 'hashchange', 'visibilitychange']) {
  addEventListener(type, start, true);
}

// A hash is a dialog or a place that the visitor came for.
if (location.hash) start();
// Decoded (or failed) means that the next frame has it.
attempt(() => hero!.decode()).then(startWhenPainted, startWhenPainted);
// A slow picture holds up the app no longer than this.
setTimeout(start, 6000);
