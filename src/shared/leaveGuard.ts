/** The browser's question before a page is left that alone has something. */

/** Links that another program opens. For `beforeunload` each is a navigation, although the page stays. */
const CALLS = 'a[href^="tel:"], a[href^="sms:"], a[href^="mailto:"]';
/** What comes within so many milliseconds after the press of such a link comes from it. */
const CALL_TIME = 1000;

export function createLeaveGuard(): (isAtRisk: boolean) => void {
  let isGuarded = false;
  let calledAt = -Infinity;
  const onClick = ({ target }: Event) => {
    if ((target as Partial<Element>).closest?.(CALLS)) calledAt = performance.now();
  };
  const onLeave = (event: Event) => {
    if (performance.now() - calledAt > CALL_TIME) event.preventDefault();
  };
  return (isAtRisk) => {
    if (isAtRisk === isGuarded) return;
    isGuarded = isAtRisk;
    const change = isAtRisk ? 'addEventListener' : 'removeEventListener';
    window[change]('click', onClick, true);
    window[change]('beforeunload', onLeave);
  };
}
