/** A page that is left, in Node, where `window` is an `EventTarget`. */

/** Whether the browser would ask before it leaves the page. */
export const asksBeforeLeaving = (): boolean =>
  !window.dispatchEvent(new Event('beforeunload', { cancelable: true }));

/** Presses a link with this address. */
export function pressLink(href: string): void {
  const closest = (links: string) =>
    links.split(', ').some((link) => href.startsWith(link.split('"')[1]!));
  const press = new Event('click');
  Object.defineProperty(press, 'target', { value: { closest } });
  window.dispatchEvent(press);
}
